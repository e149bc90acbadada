import { brand } from "@daymark/domain/base/brand";
import type { Blog } from "@daymark/domain/community/blog";
import type { ShownBlock } from "@daymark/domain/community/blog-block";
import { addressIn, formatLocale, type Language } from "@daymark/domain/text/language";
import { wordFeed } from "@daymark/i18n/feed-words";
import { i18nFor } from "@daymark/i18n/server";
import { htmlOf } from "./post-html.ts";
import { element, elementsOf, type Xml, xmlDocument } from "./xml.ts";

/** The path of the feed of posts; the language is a parameter. */
export const rssPath = "/blog/rss.xml";

/** How often feed readers need to fetch the feed, in minutes. */
const ttlMinutes = 60;

/** Identifies a post in feeds. */
export interface FeedKey {
  id: number;
  /** Of an old post: the slug in the address that feed readers know it by. */
  guidSlug: string | null;
}

/**
 * Writes posts as RSS 2.0, in full, newest first (rssboard.org/rss-specification).
 *
 * @param options.publicUrl without a trailing slash
 * @param options.keys of the posts, by their slugs
 */
export async function rssOf(
  posts: readonly Blog[],
  options: { language: Language; publicUrl: string; keys: ReadonlyMap<string, FeedKey> },
): Promise<string> {
  const { language, publicUrl, keys } = options;
  const i18n = i18nFor(language);
  const title = wordFeed(i18n, "blog");
  const newest = posts
    .map(({ updated_at }) => updated_at)
    .sort()
    .at(-1);
  const blog = publicUrl + addressIn("/blog", language);
  const items = await elementsOf(posts, 1, (post) => itemOf(post, publicUrl, keys.get(post.slug)));
  return xmlDocument(
    element(
      "rss",
      {
        version: "2.0",
        "xmlns:atom": "http://www.w3.org/2005/Atom",
        "xmlns:dc": "http://purl.org/dc/elements/1.1/",
        "xmlns:content": "http://purl.org/rss/1.0/modules/content/",
      },
      element(
        "channel",
        {},
        element("title", {}, title),
        element("link", {}, blog),
        element("description", {}, wordFeed(i18n, "blog_about")),
        element("language", {}, formatLocale[language].toLowerCase()),
        element("atom:link", {
          href: publicUrl + addressIn(rssPath, language),
          rel: "self",
          type: "application/rss+xml",
        }),
        newest && element("lastBuildDate", {}, toRfc822(newest)),
        element("ttl", {}, ttlMinutes),
        element("generator", {}, brand),
        element(
          "image",
          {},
          element("url", {}, `${publicUrl}/icon-192.png`),
          element("title", {}, title),
          element("link", {}, blog),
        ),
        items,
      ),
    ),
  );
}

function itemOf(
  { title, slug, language, description, published_at, blocks, tags, cover, author }: Blog,
  publicUrl: string,
  key: FeedKey | undefined,
): Xml {
  const address = publicUrl + addressIn(`/blog/${slug}`, language);
  const content: ShownBlock[] = cover ? [{ kind: "image", ...cover }, ...blocks] : blocks;
  return element(
    "item",
    {},
    element("title", {}, title),
    element("link", {}, address),
    element("guid", { isPermaLink: "false" }, guidOf(key, language, publicUrl) ?? address),
    published_at && element("pubDate", {}, toRfc822(published_at)),
    // RSS's own `author` is an email address.
    element("dc:creator", {}, author ?? brand),
    element("description", {}, description),
    tags.map((tag) => element("category", {}, tag)),
    element("content:encoded", {}, content.map((block) => htmlOf(block, publicUrl)).join("\n")),
  );
}

/** A renamed post keeps it, so that feed readers do not show the post again. An old post keeps the one it has had. */
function guidOf(key: FeedKey | undefined, language: Language, publicUrl: string): string | undefined {
  if (key === undefined) return undefined;
  return key.guidSlug === null
    ? `${publicUrl}/blog#${key.id}`
    : publicUrl + addressIn(`/blog/${key.guidSlug}`, language);
}

/** Writes a date as in RFC 822, with the four-digit year of RFC 1123. */
function toRfc822(instant: string): string {
  return new Date(instant).toUTCString().replace("GMT", "+0000");
}
