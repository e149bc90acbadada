import { createHash } from "node:crypto";
import { ApiError } from "@daymark/api/base/error";
import { type createConcurrencyLimit, QueueFull } from "@daymark/auth/concurrency/concurrency-limit";
import { type PageTopic, pageTopics } from "@daymark/domain/base/page-topic";
import type { Blog, BlogCard } from "@daymark/domain/community/blog";
import type { ShippedRequest } from "@daymark/domain/community/changelog";
import type { FeatureRequest } from "@daymark/domain/community/feature-request";
import { type Language, languages } from "@daymark/domain/text/language";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createDocument, type Document, documentBytes, sendDocument } from "../http/document.ts";
import type { PageInvalidation } from "../pubsub/page-invalidation.ts";
import { atomOf, atomPath, changelogOf, changelogPath } from "./feed/atom.ts";
import { robotsOf } from "./feed/robots.ts";
import { rssOf, rssPath } from "./feed/rss.ts";
import { sitemapIndexOf, sitemapsOf } from "./feed/sitemap.ts";
import { createPageCache, type Made } from "./page-cache.ts";
import { askFor, type ReadPages } from "./page-data.ts";

/** The number of entries in a feed: more than appear between two fetches of a feed reader. */
const postsMax = 20;
const requestsMax = 40;
const shippedMax = 40;

/** Three feeds in each language, and the files of the sitemap. */
const cachedMax = 100;
const cachedBytesMax = 64 * 2 ** 20;
const cachedMillisecondsMax = 10 * 60_000;

/** Feed readers fetch often anyway, and the ETag tells them that nothing changed. */
const caching = { "cache-control": "public, max-age=300" };

const busyRetrySeconds = 2;

const nothing = { results: [] };

/** Documents that are made together, the topics of their data, and their type. */
interface Texts {
  texts: readonly string[];
  type: string;
  topics: readonly PageTopic[];
}

export interface FeedsOptions {
  data: ReadPages;
  invalidation: PageInvalidation;
  publicUrl: () => string;
  /** The queue of the rendered pages, because a feed costs as much as a page. */
  inTurn: ReturnType<typeof createConcurrencyLimit>;
}

/** Serves what programs read: feeds, the sitemap and robots.txt. They are cached and invalidated like pages. */
export function serveFeeds(app: FastifyInstance, { data, invalidation, publicUrl, inTurn }: FeedsOptions): void {
  const cache = createPageCache<readonly Document[] | null>({
    countMax: cachedMax,
    bytesMax: cachedBytesMax,
    ageMillisecondsMax: cachedMillisecondsMax,
    invalidation,
  });

  const modifications: Modifications = new Map();

  app.get<{ Querystring: LanguageQuery }>(rssPath, async (request, reply) => {
    const language = languageAsked(request.query);
    return sendFirst(request, reply, await documents(`rss ${language}`, () => writeRss(language)));
  });
  app.get<{ Querystring: LanguageQuery }>(atomPath, async (request, reply) => {
    const language = languageAsked(request.query);
    return sendFirst(request, reply, await documents(`atom ${language}`, () => writeAtom(language)));
  });
  app.get<{ Querystring: LanguageQuery }>(changelogPath, async (request, reply) => {
    const language = languageAsked(request.query);
    return sendFirst(request, reply, await documents(`changelog ${language}`, () => writeChangelog(language)));
  });
  app.get("/robots.txt", async (request, reply) => {
    const robots = async () => ({ texts: [robotsOf(publicUrl())], type: "text/plain", topics: [] });
    return sendFirst(request, reply, await documents("robots", robots));
  });
  app.get("/sitemap.xml", async (request, reply) =>
    sendFirst(request, reply, await documents("sitemap", writeSitemap)),
  );
  app.get<{ Params: { part: string } }>("/sitemap-:part(^[1-9]\\d{0,3}$).xml", async (request, reply) => {
    const part = (await documents("sitemap", writeSitemap))[Number(request.params.part)];
    if (part === undefined) throw new ApiError("not_found");
    return sendDocument(request, reply, part);
  });

  async function writeRss(language: Language): Promise<Texts> {
    const { ask, topics } = data.as(language);
    const { results } =
      (await askFor<{ results: BlogCard[] }>(ask, "blog.list", { language, limit: postsMax })) ?? nothing;
    const posts = await Promise.all(results.map(({ slug }) => askFor<Blog>(ask, "blog.get", { blog_slug: slug })));
    // An admin may have unpublished a post since the list was read.
    const shown = posts.filter((post) => post !== null);
    const keys = await data.feedKeys(shown.map(({ slug }) => slug));
    const text = await rssOf(shown, { language, publicUrl: publicUrl(), keys });
    return { texts: [text], type: "application/rss+xml", topics: [...topics] };
  }

  async function writeAtom(language: Language): Promise<Texts> {
    const { ask, topics } = data.as(language);
    const query = { sort: "new", limit: requestsMax };
    const { results } = (await askFor<{ results: FeatureRequest[] }>(ask, "featureRequest.list", query)) ?? nothing;
    const text = atomOf(results, { language, publicUrl: publicUrl(), now: new Date().toISOString() });
    return { texts: [text], type: "application/atom+xml", topics: [...topics] };
  }

  async function writeChangelog(language: Language): Promise<Texts> {
    const { ask, topics } = data.as(language);
    const query = { limit: shippedMax };
    const { results } =
      (await askFor<{ results: ShippedRequest[] }>(ask, "featureRequest.listShipped", query)) ?? nothing;
    const text = changelogOf(results, { language, publicUrl: publicUrl(), now: new Date().toISOString() });
    return { texts: [text], type: "application/atom+xml", topics: [...topics] };
  }

  /** The first document is the answer to `/sitemap.xml`. The files follow by number. */
  async function writeSitemap(): Promise<Texts> {
    const parts = await sitemapsOf(await data.content(), publicUrl());
    const [only = ""] = parts;
    const first = parts.length === 1 ? only : sitemapIndexOf(parts.length, publicUrl());
    return { texts: [first, ...parts], type: "application/xml", topics: pageTopics };
  }

  /**
   * Returns the cached documents of a name, or those that `write` makes in its turn.
   *
   * @param name the route and its known parameters, never the address that the client sent: one route has endless
   *   addresses
   * @throws ApiError unavailable
   */
  async function documents(name: string, write: () => Promise<Texts>): Promise<readonly Document[]> {
    const value = await cachedDocuments(name, write);
    if (value === null) throw new ApiError("unavailable", { retryAfterSeconds: busyRetrySeconds });
    return value;
  }

  async function cachedDocuments(name: string, write: () => Promise<Texts>): Promise<readonly Document[] | null> {
    try {
      return await cache.get(name, () => make(name, write, modifications), inTurn);
    } catch (error) {
      if (error instanceof QueueFull) return null;
      throw error;
    }
  }
}

interface LanguageQuery {
  lang?: string;
}

/** A feed reader sends no cookie and no preference, so only the address names the language. */
function languageAsked({ lang }: LanguageQuery): Language {
  return languages.find((language) => language === lang) ?? "en";
}

function sendFirst(request: FastifyRequest, reply: FastifyReply, [first]: readonly Document[]): FastifyReply {
  return sendDocument(request, reply, first as Document);
}

/** By the name of the documents: the content as last made on this node, and since when it is so, in whole seconds. */
type Modifications = Map<string, { content: string; atSeconds: number }>;

async function make(
  name: string,
  write: () => Promise<Texts>,
  modifications: Modifications,
): Promise<Made<readonly Document[] | null>> {
  try {
    const { texts, type, topics } = await write();
    const lastModified = new Date(noteModification(name, texts, modifications) * 1000).toUTCString();
    const headers = { "content-type": `${type}; charset=utf-8`, ...caching, "last-modified": lastModified };
    const value = await Promise.all(texts.map((text) => createDocument(text, 200, headers)));
    const bytes = value.reduce((sum, document) => sum + documentBytes(document), 0);
    return { value, bytes, topics, outcome: "keep" };
  } catch (error) {
    if (error instanceof ApiError && error.key === "unavailable") {
      return { value: null, bytes: 0, topics: [], outcome: "failed" };
    }
    throw error;
  }
}

/**
 * Since when the texts are as they are. Not the newest date in them: a feed also changes when a post is deleted. A
 * change within the same second counts as the next second's, because a client compares whole seconds.
 */
function noteModification(name: string, texts: readonly string[], modifications: Modifications): number {
  const content = createHash("sha256").update(texts.join("\0")).digest("base64url");
  const known = modifications.get(name);
  if (known?.content === content) return known.atSeconds;
  const atSeconds = Math.max(Math.floor(Date.now() / 1000), (known?.atSeconds ?? 0) + 1);
  modifications.set(name, { content, atSeconds });
  return atSeconds;
}
