import { brand, version } from "@daymark/domain/base/brand";
import type { Blog } from "@daymark/domain/community/blog";
import type { Cover } from "@daymark/domain/community/blog-cover";
import type { Comment } from "@daymark/domain/community/comment";
import { commentWords } from "@daymark/domain/community/comment-words";
import type { FeatureRequest } from "@daymark/domain/community/feature-request";
import { addressIn, type Language } from "@daymark/domain/text/language";
import type { Site } from "./site.ts";

/** The subject of a page. */
export type About =
  /** `title` says what the product is: the page's own title only says that it is the first page. */
  | { kind: "home"; title: string }
  | { kind: "post"; post: Blog }
  | { kind: "request"; request: FeatureRequest; comments: readonly Comment[] };

export interface PageDescription {
  title: string;
  description: string | undefined;
  about: About | undefined;
  /** The canonical path and language of the page. */
  address: string;
}

interface Surroundings {
  site: Site;
  /** The language of the page's text. */
  language: Language;
  /** The titles of the feeds in that language. */
  feedTitles: { blog: string; board: string; changelog: string };
}

/** Open Graph's names of languages. */
const ogLocale: Record<Language, string> = { en: "en_US", uk: "uk_UA" };

/** Pixels of the preview images that the server renders for links. */
const pictureSize = { width: 1200, height: 630 };

/**
 * Meta tags of a page: Open Graph and Twitter for sites that show a link to it (ogp.me), JSON-LD of schema.org for
 * search engines. Returns markup for the head of a document. All text by users is escaped.
 */
export function describePage(page: PageDescription, around: Surroundings): string {
  const { site, language, feedTitles } = around;
  const { about, address } = page;
  const { title, description } = shownAs(page);
  const picture = pictureOf(about, language);
  const pictureAddress = site.publicUrl + picture.path;
  const properties: [string, string | number][] = [
    ["og:site_name", brand],
    ["og:type", about?.kind === "post" ? "article" : "website"],
    ["og:title", title],
    ["og:url", site.publicUrl + address],
    ["og:locale", ogLocale[about?.kind === "post" ? about.post.language : language]],
    ["og:image", pictureAddress],
    ["og:image:type", picture.type],
    ["og:image:width", picture.width],
    ["og:image:height", picture.height],
    ["og:image:alt", picture.alt ?? title],
    ...(description ? [["og:description", description] as [string, string]] : []),
    ...(about?.kind === "post" ? articleProperties(about.post) : []),
  ];
  const data = dataOf(page, around, pictureAddress);
  return [
    ...properties.map(([name, content]) => `<meta property="${name}" content="${escapeText(String(content))}">`),
    `<meta name="twitter:card" content="summary_large_image">`,
    feedTag("application/rss+xml", feedTitles.blog, addressIn("/blog/rss.xml", language)),
    feedTag("application/atom+xml", feedTitles.board, addressIn("/feature-requests/feed.atom", language)),
    feedTag("application/atom+xml", feedTitles.changelog, addressIn("/changelog/feed.atom", language)),
    ...(data ? [`<script type="application/ld+json">${escapeJson(data)}</script>`] : []),
  ].join("");
}

/** Characters of a description shown with a link. */
const descriptionLengthMax = 200;

/** The title and description of a link. A request is shown with its own title, although its page has a general one. */
function shownAs({ about, title, description = "" }: PageDescription): { title: string; description: string } {
  if (about?.kind === "home") return { title: about.title, description };
  if (about?.kind !== "request") return { title, description };
  const details = Array.from(about.request.details.replace(/\s+/g, " "));
  const isWhole = details.length <= descriptionLengthMax;
  const start = details.slice(0, isWhole ? undefined : descriptionLengthMax - 1).join("");
  return { title: about.request.title, description: isWhole ? start : `${start.trimEnd()}…` };
}

/** Feed readers find the feeds on any page by these tags (RSS Advisory Board, autodiscovery). */
function feedTag(type: string, title: string, href: string): string {
  return `<link rel="alternate" type="${type}" title="${escapeText(title)}" href="${escapeText(href)}">`;
}

function articleProperties({ published_at, updated_at, tags, author }: Blog): [string, string][] {
  return [
    ...(published_at ? [["article:published_time", published_at] as [string, string]] : []),
    ["article:modified_time", updated_at],
    ...tags.map((tag): [string, string] => ["article:tag", tag]),
    // Open Graph wants the address of a profile, which no user has here. Sites read a name too.
    ...(author ? [["article:author", author] as [string, string]] : []),
  ];
}

interface Picture {
  path: string;
  type: string;
  width: number;
  height: number;
  alt?: string;
}

/** The preview picture of a link: the cover of a post, or one that the server draws from the texts of the page. */
function pictureOf(about: About | undefined, language: Language): Picture {
  const cover = about?.kind === "post" ? about.post.cover : null;
  return cover ? coverOf(cover) : { path: picturePath(about, language), type: "image/png", ...pictureSize };
}

/** The smallest stored size that is as wide as sites show a picture: some of them refuse large files. */
function coverOf({ url, alt, width, height, srcset }: Cover): Picture {
  const sizes = srcset.split(", ").map((size) => size.split(" "));
  const [path = url, size = ""] = sizes.find(([, size = ""]) => Number.parseInt(size, 10) >= pictureSize.width) ?? [];
  const shown = Number.parseInt(size, 10) || width;
  return { path, type: "image/webp", width: shown, height: Math.round((height * shown) / width), alt };
}

/** The version depends on the content of the image, so that no site shows an old image for a new text. */
function picturePath(about: About | undefined, language: Language): string {
  if (about?.kind === "post") return `/og/post/${about.post.slug}.png?v=${versionOf(about.post)}`;
  if (about?.kind === "request") {
    const { request } = about;
    return addressIn(`/og/request/${request.id}.png?v=${versionOf(request)}`, language);
  }
  return `/og/page/${language}.png?v=${version}`;
}

function versionOf({ updated_at }: { updated_at: string }): string {
  return Date.parse(updated_at).toString(36);
}

function dataOf({ about, title, description, address }: PageDescription, around: Surroundings, picture: string) {
  const { site, language } = around;
  const organization = {
    "@type": "Organization",
    name: brand,
    url: site.publicUrl,
    logo: `${site.publicUrl}/icon-512.png`,
  };
  const page = site.publicUrl + address;
  if (about?.kind === "home") {
    return {
      "@context": "https://schema.org",
      "@type": "WebSite",
      name: brand,
      description,
      url: `${site.publicUrl}/`,
      inLanguage: language,
      publisher: organization,
    };
  }
  if (about?.kind === "post") {
    const { post } = about;
    return {
      "@context": "https://schema.org",
      "@type": "BlogPosting",
      headline: title,
      description,
      url: page,
      mainEntityOfPage: page,
      image: picture,
      inLanguage: post.language,
      datePublished: post.published_at,
      dateModified: post.updated_at,
      timeRequired: `PT${post.reading_minutes}M`,
      ...(post.tags.length > 0 && { keywords: post.tags }),
      author: person(post.author) ?? organization,
      publisher: organization,
      commentCount: post.comment_count,
      interactionStatistic: interactions(post),
    };
  }
  if (about?.kind === "request") {
    const { request, comments } = about;
    return {
      "@context": "https://schema.org",
      "@type": "DiscussionForumPosting",
      headline: request.title,
      text: request.details,
      url: page,
      mainEntityOfPage: page,
      image: picture,
      datePublished: request.created_at,
      dateModified: request.updated_at,
      author: person(request.author),
      commentCount: request.comment_count,
      interactionStatistic: interactions(request),
      comment: comments
        .filter(({ state, parent_id }) => state === "shown" && parent_id === null)
        .map((comment) => ({
          "@type": "Comment",
          text: commentWords(comment),
          datePublished: comment.created_at,
          author: person(comment.author),
        })),
    };
  }
  return null;
}

/** A deleted account leaves its texts without a name, and the team's posts have none. */
function person(name: string | null) {
  return name === null ? undefined : { "@type": "Person", name };
}

function interactions({ reactions, comment_count }: Pick<Blog, "reactions" | "comment_count">) {
  const counts = { LikeAction: reactions.likes, DislikeAction: reactions.dislikes, CommentAction: comment_count };
  return Object.entries(counts).map(([type, count]) => ({
    "@type": "InteractionCounter",
    interactionType: `https://schema.org/${type}`,
    userInteractionCount: count,
  }));
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}

/** JSON that cannot end its script element or begin a comment in it. */
function escapeJson(data: object): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
