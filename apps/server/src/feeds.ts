import { ApiError } from "@daymark/api/error";
import type { Blog, BlogCard } from "@daymark/domain/blog";
import type { FeatureRequest } from "@daymark/domain/feature-request";
import { type Language, languages } from "@daymark/domain/language";
import { pageTopics } from "@daymark/domain/page";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { createDocument, type Document, documentBytes, sendDocument } from "./document.ts";
import { atomOf, atomPath } from "./feed/atom.ts";
import { robotsOf } from "./feed/robots.ts";
import { rssOf, rssPath } from "./feed/rss.ts";
import { sitemapIndexOf, sitemapsOf } from "./feed/sitemap.ts";
import { createKept, type Made } from "./kept.ts";
import { askFor, type ReadPages } from "./page-data.ts";
import type { Purges } from "./purges.ts";

/** Entries of a feed: more than appear between two visits of whoever reads it. */
const postsMax = 20;
const requestsMax = 40;

/** Two feeds in each language and the parts of the sitemap. */
const keptMax = 100;
const keptBytesMax = 64 * 2 ** 20;
const keptMillisecondsMax = 10 * 60_000;

/** Readers ask again anyway, and are told by an ETag that nothing is new. */
const caching = { "cache-control": "public, max-age=300" };

const nothing = { results: [] };

type Text = Pick<Made<Document | null>, "topics"> & { text: string; type: string };

/** What is read by programs: feeds, the sitemap and robots.txt, kept and made anew as pages are. */
export function serveFeeds(
  app: FastifyInstance,
  { data, purges, publicUrl }: { data: ReadPages; purges: Purges; publicUrl: () => string },
): void {
  const kept = createKept<Document | null>({
    countMax: keptMax,
    bytesMax: keptBytesMax,
    ageMillisecondsMax: keptMillisecondsMax,
    purges,
  });

  serve(rssPath, async (language) => {
    const { ask, topics } = data.as(language);
    const { results } =
      (await askFor<{ results: BlogCard[] }>(ask, "blog.list", { language, limit: postsMax })) ?? nothing;
    const posts = await Promise.all(results.map(({ slug }) => askFor<Blog>(ask, "blog.get", { blog_slug: slug })));
    // One may have been taken back since.
    const shown = posts.filter((post) => post !== null);
    return { text: rssOf(shown, language, publicUrl()), type: "application/rss+xml", topics: [...topics] };
  });

  serve(atomPath, async (language) => {
    const { ask, topics } = data.as(language);
    const query = { sort: "new", limit: requestsMax };
    const { results } = (await askFor<{ results: FeatureRequest[] }>(ask, "featureRequest.list", query)) ?? nothing;
    const text = atomOf(results, { language, publicUrl: publicUrl(), now: new Date().toISOString() });
    return { text, type: "application/atom+xml", topics: [...topics] };
  });

  const sitemaps = async () => sitemapsOf(await data.content(), publicUrl());
  const xml = { type: "application/xml", topics: pageTopics };
  serve("/sitemap.xml", async () => {
    const parts = await sitemaps();
    const [only = ""] = parts;
    return { ...xml, text: parts.length === 1 ? only : sitemapIndexOf(parts.length, publicUrl()) };
  });
  serve("/sitemap-:part(^[1-9]\\d{0,3}$).xml", async (_, request) => {
    const { part } = request.params as { part: string };
    const text = (await sitemaps())[Number(part) - 1];
    if (text === undefined) throw new ApiError("not_found");
    return { ...xml, text };
  });
  serve("/robots.txt", async () => ({ text: robotsOf(publicUrl()), type: "text/plain", topics: [] }));

  function serve(path: string, write: (language: Language, request: FastifyRequest) => Promise<Text>): void {
    app.get<{ Querystring: { lang?: string } }>(path, async (request, reply) => {
      // As who reads it has neither a cookie nor a choice, the address alone says the language.
      const language = languages.find((one) => one === request.query.lang) ?? "en";
      const [own] = request.url.split("?", 1);
      const document = await kept.get(`${language} ${own}`, () => make(() => write(language, request)));
      if (document === null) throw new ApiError("unavailable", { retryAfterSeconds: 2 });
      return sendDocument(request, reply, document);
    });
  }

  async function make(write: () => Promise<Text>): Promise<Made<Document | null>> {
    try {
      const { text, type, topics } = await write();
      const value = await createDocument(text, 200, { "content-type": `${type}; charset=utf-8`, ...caching });
      return { value, bytes: documentBytes(value), topics, outcome: "keep" };
    } catch (error) {
      if (error instanceof ApiError && error.key === "unavailable") {
        return { value: null, bytes: 0, topics: [], outcome: "failed" };
      }
      throw error;
    }
  }
}
