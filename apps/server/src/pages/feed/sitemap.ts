import { addressIn, type Language, languages } from "@daymark/domain/text/language";
import { element, elementsOf, type Xml, xmlDocument } from "./xml.ts";

/** What the site has for everyone beside its fixed pages. */
export interface SiteContent {
  /** Published posts; those that translate each other have one thread. */
  posts: readonly { slug: string; language: Language; thread_id: number; updated_at: Date }[];
  /** Requests that everyone sees. */
  requests: readonly { id: number; updated_at: Date }[];
}

/** A page in its languages, each of which is an address of the sitemap. */
interface Place {
  versions: readonly { language: Language; path: string; updatedAt?: Date }[];
}

/** The protocol takes 50,000 addresses a file and 50 MB; ours name their other languages too. */
const urlsMax = 25_000;
/** Places that are written before the event loop turns: some milliseconds. */
const placesAtOnce = 200;

/** Pages that are there whatever the database holds. */
const fixedPaths = [
  "/",
  "/blog",
  "/feature-requests",
  "/feature-requests/roadmap",
  "/support-us",
  "/signup",
  "/login",
  "/privacy-policy",
  "/terms-and-conditions",
];

/**
 * Everything that search engines should know, as sitemaps.org and Google's `xhtml:link` have it: one file, or where that
 * would be too large, its parts.
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

/** Where the parts are, numbered from 1. */
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
    ...requests.map(({ id, updated_at }) => inAllLanguages(`/feature-requests/${id}`, updated_at)),
  ];
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
