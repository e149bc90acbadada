import { ApiError } from "@daymark/api/base/error";
import {
  createConcurrencyLimit,
  createConcurrencyLimitPerKey,
  QueueFull,
} from "@daymark/auth/concurrency/concurrency-limit";
import type { Blog } from "@daymark/domain/community/blog";
import type { FeatureRequest } from "@daymark/domain/community/feature-request";
import { type Language, languages } from "@daymark/domain/text/language";
import { type FeedWord, wordFeed } from "@daymark/i18n/feed-words";
import { i18nFor } from "@daymark/i18n/server";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { clientNetworkOf } from "../http/client-address.ts";
import { createDocument, type Document, documentBytes, sendDocument } from "../http/document.ts";
import type { PageInvalidation } from "../pubsub/page-invalidation.ts";
import { createPageCache, type Made } from "./page-cache.ts";
import { type Ask, askFor, type ReadPages } from "./page-data.ts";
import type { Card } from "./picture/card.ts";

/** Pictures of some 100 kB, for the pages that users currently share. */
const cachedMax = 300;
const cachedBytesMax = 32 * 2 ** 20;
/**
 * The texts of a page's card. The server reads them again when they may have changed, and draws the picture again only
 * if they have.
 */
const cardsMax = 2_000;
const cardMillisecondsMax = 10 * 60_000;

/** Drawing a picture takes a tenth of a second of a processor. */
const drawings = { atOnceMax: 2, waitingMax: 20 };
/** The limits of one client network. */
const drawingsOfClient = { atOnceMax: 1, waitingMax: 5 };
const busyRetrySeconds = 2;

/** An address with a version always has the same picture. A client without a version must revalidate after an hour. */
const seconds = { versioned: 31_536_000, bare: 3_600 };

export interface PicturesOptions {
  data: ReadPages;
  invalidation: PageInvalidation;
  publicUrl: () => string;
  /** The queue of the rendered pages. The texts of a picture are read in it. */
  inTurn: <Result>(request: FastifyRequest, work: () => Promise<Result>) => Promise<Result>;
}

/**
 * Serves preview pictures of links to our pages, drawn from the texts of the page. apps/web/src/lib/page/describe.ts
 * has their addresses.
 */
export function servePictures(app: FastifyInstance, { data, invalidation, publicUrl, inTurn }: PicturesOptions): void {
  const inDrawingTurn = createConcurrencyLimit(drawings);
  const inDrawingTurnOfClient = createConcurrencyLimitPerKey<string>(drawingsOfClient);
  const cards = createPageCache<Card | null>({
    countMax: cardsMax,
    bytesMax: Number.POSITIVE_INFINITY,
    ageMillisecondsMax: cardMillisecondsMax,
    invalidation,
  });
  const pictures = createPageCache<Document>({
    countMax: cachedMax,
    bytesMax: cachedBytesMax,
    ageMillisecondsMax: Number.POSITIVE_INFINITY,
    invalidation,
  });

  serve("/og/post/:name(^[a-z0-9-]{1,80}$).png", async ({ name, ask }) => {
    const post = await askFor<Blog>(ask, "blog.get", { blog_slug: name });
    return post && { ...headingOf(post.language, "post"), title: post.title, text: post.description };
  });
  serve("/og/request/:name(^[1-9]\\d{0,14}$).png", async ({ name, language, ask }) => {
    const request = await askFor<FeatureRequest>(ask, "featureRequest.get", { id: Number(name) });
    if (!request) return null;
    const i18n = i18nFor(language);
    const { category, status, reason, title } = request;
    const text = `${wordFeed(i18n, category)} · ${wordFeed(i18n, reason ?? status)}`;
    return { ...headingOf(language, "request"), title, text };
  });
  serve("/og/page/:name(^(?:en|uk)$).png", async ({ name }) => {
    const language = name as Language;
    const i18n = i18nFor(language);
    return { ...headingOf(language, "page_kicker"), title: wordFeed(i18n, "page"), text: wordFeed(i18n, "page_about") };
  });

  function headingOf(language: Language, kicker: FeedWord): Pick<Card, "kicker" | "host"> {
    return { kicker: wordFeed(i18nFor(language), kicker), host: new URL(publicUrl()).host };
  }

  type Asked = { name: string; language: Language; ask: Ask };

  function serve(path: string, read: (asked: Asked) => Promise<Card | null>): void {
    app.get<{ Params: { name: string }; Querystring: { lang?: string; v?: string } }>(path, async (request, reply) => {
      const language = languages.find((one) => one === request.query.lang) ?? "en";
      const { name } = request.params;
      // The key is the route and its known parameters, because one route has endless addresses.
      const readCard = async (): Promise<Made<Card | null>> => {
        const { ask, topics } = data.as(language);
        const value = await read({ name, language, ask });
        // A missing page is not cached, because there are endless addresses of missing pages.
        return { value, bytes: 0, topics: [...topics], outcome: value ? "keep" : "passing" };
      };
      const key = `${path} ${name} ${language}`;
      const card = await refuseIfFull(async () => cards.get(key, readCard, (work) => inTurn(request, work)));
      if (!card) throw new ApiError("not_found");
      const picture = await refuseIfFull(async () => pictureOf(card, clientNetworkOf(request)));
      const age = request.query.v === undefined ? seconds.bare : seconds.versioned;
      return sendDocument(request, reply.header("cache-control", `public, max-age=${age}`), picture);
    });
  }

  function pictureOf(card: Card, client: string): Document | Promise<Document> {
    return pictures.get(
      JSON.stringify(card),
      () => drawPicture(card),
      (work) => inDrawingTurnOfClient(client, () => inDrawingTurn(work)),
    );
  }
}

async function drawPicture(card: Card): Promise<Made<Document>> {
  // Loaded with the first picture, because its libraries would delay the start.
  const { drawCard } = await import("./picture/card.ts");
  const headers = {
    "content-type": "image/png",
    // Other sites show the picture on their own pages.
    "cross-origin-resource-policy": "cross-origin",
  };
  const value = await createDocument(await drawCard(card), 200, headers);
  return { value, bytes: documentBytes(value), topics: [], outcome: "keep" };
}

/** @throws ApiError unavailable if the queue that the work needs is full */
async function refuseIfFull<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error;
    throw new ApiError("unavailable", { retryAfterSeconds: busyRetrySeconds, cause: error });
  }
}
