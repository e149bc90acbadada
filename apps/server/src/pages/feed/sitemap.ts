import { tagPath } from "@daymark/domain/community/tag-path";
import { addressIn, type Language, languages } from "@daymark/domain/text/language";
import { element, elementsOf, type Xml, xmlDocument } from "./xml.ts";

/** The public content of the site, beside its fixed pages. */
export interface SiteContent {
  /** Published posts. Translations of one post share a thread. */
  posts: readonly { slug: string; language: Language; thread_id: number; tags: readonly string[]; updated_at: Date }[];
  /** Requests that are public. */
  requests: readonly { id: number; updated_at: Date }[];
}

/** A page in its languages. Each language has its own address in the sitemap. */
interface Place {
  versions: readonly { language: Language; path: string; updatedAt?: Date }[];
}

/**
 * The protocol allows 50,000 addresses a file and 50 MB. We use half, because our entries also name their other
 * languages.
 */
const urlsMax = 25_000;
/** Places written before the loop yields to the event loop: some milliseconds. */
const placesAtOnce = 200;

/** Pages that exist regardless of the database's content. */
const fixedPaths = [
  "/",
  "/blog",
  "/feature-requests",
  "/feature-requests/roadmap",
  "/changelog",
  "/support-us",
  "/signup",
  "/login",
  "/privacy-policy",
  "/terms-and-conditions",
];

/**
 * Writes all public pages as a sitemap (sitemaps.org, and Google's `xhtml:link`): one file, or several if one would be
 * too large.
 *
 * @param publicUrl without a trailing slash
 */
export async function sitemapsOf(content: SiteContent, publicUrl: string, max = urlsMax): Promise<string[]> {
  const urls = await elementsOf(placesOf(content), placesAtOnce, (place) => urlsOf(place, publicUrl));
  const count = Math.max(1, Math.ceil(urls.length / max));
  return Array.from({ length: count }, (_, index) =>
    xmlDocument(
      element(
        "urlset",
        {
          xmlns: "http://www.sitemaps.org/schemas/sitemap/0.9",
          "xmlns:xhtml": "http://www.w3.org/1999/xhtml",
        },
        urls.slice(index * max, (index + 1) * max),
      ),
    ),
  );
}

/** Writes the index of the sitemap's files, which are numbered from 1. */
export function sitemapIndexOf(count: number, publicUrl: string): string {
  return xmlDocument(
    element(
      "sitemapindex",
      { xmlns: "http://www.sitemaps.org/schemas/sitemap/0.9" },
      Array.from({ length: count }, (_, index) =>
        element("sitemap", {}, element("loc", {}, `${publicUrl}/sitemap-${index + 1}.xml`)),
      ),
    ),
  );
}

function placesOf({ posts, requests }: SiteContent): Place[] {
  const inAllLanguages = (path: string, updatedAt?: Date): Place => ({
    versions: languages.map((language) => ({ language, path, ...(updatedAt && { updatedAt }) })),
  });
  const threads = Map.groupBy(posts, ({ thread_id }) => thread_id);
  return [
    ...fixedPaths.map((path) => inAllLanguages(path)),
    ...Array.from(threads.values(), (thread) => ({
      versions: thread.map(({ language, slug, updated_at }) => ({
        language,
        path: `/blog/${slug}`,
        updatedAt: updated_at,
      })),
    })),
    ...tagPlaces(posts),
    ...requests.map(({ id, updated_at }) => inAllLanguages(`/feature-requests/${id}`, updated_at)),
  ];
}

/** The list of each tag. Its words belong to one language, and it has changed when the newest of its posts has. */
function tagPlaces(posts: SiteContent["posts"]): Place[] {
  const places = new Map<string, { language: Language; path: string; updatedAt: Date }>();
  for (const { language, tags, updated_at } of posts) {
    for (const tag of tags) {
      const path = tagPath(tag);
      const place = places.get(language + path);
      if (!place || place.updatedAt < updated_at) {
        places.set(language + path, { language, path, updatedAt: updated_at });
      }
    }
  }
  return Array.from(places.values(), (version) => ({ versions: [version] }));
}

function urlsOf({ versions }: Place, publicUrl: string): Xml[] {
  const addressOf = ({ language, path }: { language: Language; path: string }) => publicUrl + addressIn(path, language);
  const alternate = (hreflang: string, href: string) => element("xhtml:link", { rel: "alternate", hreflang, href });
  const first = versions.find(({ language }) => language === "en") ?? versions[0];
  const alternates =
    versions.length > 1 && first
      ? [
          ...versions.map((version) => alternate(version.language, addressOf(version))),
          alternate("x-default", addressOf(first)),
        ]
      : [];
  return versions.map((version) =>
    element(
      "url",
      {},
      element("loc", {}, addressOf(version)),
      version.updatedAt && element("lastmod", {}, version.updatedAt.toISOString()),
      alternates,
    ),
  );
}
