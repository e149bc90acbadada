import { setImmediate } from "node:timers/promises";
import {
  createConcurrencyLimit,
  createConcurrencyLimitPerKey,
  QueueFull,
} from "@daymark/auth/concurrency/concurrency-limit";
import { type Language, languageOf, languages } from "@daymark/domain/text/language";
import { errorMessage } from "@daymark/i18n/messages";
import { i18nFor } from "@daymark/i18n/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { clientNetworkOf } from "../http/client-address.ts";
import { createDocument, type Document, documentBytes, sendDocument } from "../http/document.ts";
import { memoize } from "../http/memoize.ts";
import type { PageInvalidation } from "../pubsub/page-invalidation.ts";
import { contentSecurityPolicy } from "./content-security-policy.ts";
import { serveFeeds } from "./feeds.ts";
import { createPageCache, type Made, type PageCacheCounts } from "./page-cache.ts";
import type { ReadPages } from "./page-data.ts";
import { servePictures } from "./pictures.ts";
import type { Site, WebApp, WebEntry } from "./web-app.ts";

export interface PagesOptions {
  web: WebApp;
  /**
   * The base of canonical addresses, without a trailing slash. A function, because with PORT=0 the system chooses the
   * port after this call.
   */
  publicUrl: () => string;
  /** What pages know of this installation. */
  site: Omit<Site, "publicUrl">;
  /** If false, a browser that already has the service worker gets one that removes itself. */
  isServiceWorkerOn: boolean;
  /** The source of the data in pages. */
  data: ReadPages;
  /** Tells when pages are stale. */
  invalidation: PageInvalidation;
  cacheCounts?: PageCacheCounts | undefined;
  /** Called with the error if a page could not be rendered. The client then gets the error page. */
  onError: (error: unknown, path: string) => void;
}

/** A parsed address. */
interface Asked {
  /** The page's address in its canonical spelling; null if there is no such page. */
  address: string | null;
  /** The page's address without superfluous slashes at the end; null if it has none, or if there is no such page. */
  bareAddress: string | null;
  /** `?lang=`. */
  language: Language | null;
  parameters: URLSearchParams;
}

/** The result for an address: a page, a redirect, or nothing. */
type Target = Document | { location: string; status: number } | "missing";

/** The number of cached pages, in all languages, and their size. Pages with endless addresses are not cached. */
const cachedPagesMax = 1_000;
const cachedBytesMax = 64 * 2 ** 20;
/** A page with data is rendered again after this time, even if no invalidation came. */
const cachedMillisecondsMax = 10 * 60_000;

/** Several requests wait for the database at the same time. A request behind a hundred others would wait too long. */
const renderings = { atOnceMax: 8, waitingMax: 100 };
/**
 * The limits of one client network, in front of that queue. A client that requests many pages at once fills half of the
 * queue at most, and a page of another client waits for four of them instead of a hundred. Behind a shared address
 * (NAT, or a proxy that TRUSTED_PROXIES does not name) all users share these turns. That is enough, because one page is
 * drawn at a time anyway and cached pages need no turn.
 */
const renderingsOfClient = { atOnceMax: 4, waitingMax: 50 };
/** One page is drawn at a time: React draws a page synchronously, and blocks the event loop for up to 30 ms. */
const drawings = { atOnceMax: 1, waitingMax: renderings.atOnceMax };
const busyRetrySeconds = 2;

/**
 * As React renders PageHead of apps/web. Text that users wrote cannot contain it, because its characters are escaped.
 */
const canonicalTag = '<link rel="canonical"';

const noParameters = new URLSearchParams();

/** An address that no page has. */
const missingPath = "/missing/page";

/**
 * Serves the public pages, rendered for a guest in the requested language, the manifest, the service worker and the
 * built files of the web app. Every GET request that no other route matches ends here.
 */
export async function pages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { web } = options;
  // In development the sources may change, and with them the answer for the same input.
  const memoizeIfBuilt: typeof memoize = (answer) => (web.isDevelopment ? answer : memoize(answer));
  const inTurn = createConcurrencyLimit(renderings);
  const inTurnOfClient = createConcurrencyLimitPerKey<string>(renderingsOfClient);
  const inDrawingTurn = createConcurrencyLimit(drawings);
  const cache = createPageCache<Target>({
    countMax: cachedPagesMax,
    bytesMax: cachedBytesMax,
    ageMillisecondsMax: cachedMillisecondsMax,
    invalidation: options.invalidation,
    counts: options.cacheCounts,
  });

  await web.serveFiles(app, { isServiceWorkerOn: options.isServiceWorkerOn });
  const manifestIn = memoizeIfBuilt(async (language: Language) =>
    createDocument(await web.entry().renderManifest(language), 200, {
      "content-type": "application/manifest+json",
      vary: "accept-language, cookie",
      "cache-control": "public, max-age=3600",
    }),
  );
  app.get<{ Querystring: { lang?: string } }>("/manifest.webmanifest", async (request, reply) => {
    const asked = languages.find((language) => language === request.query.lang);
    return sendDocument(request, reply, await manifestIn(asked ?? preferredLanguage(web.entry(), request)));
  });
  serveFeeds(app, { ...options, inTurn });
  servePictures(app, { ...options, inTurn: inPageTurn });

  const read = memoizeIfBuilt((url: string): Asked => {
    // Also gets request targets that are not paths, such as `*` (RFC 9112 3.2).
    if (!url.startsWith("/")) return { address: null, bareAddress: null, language: null, parameters: noParameters };
    const { pathname: path, search, searchParams } = new URL(`http://page${url}`);
    const bare = withoutEndSlashes(path);
    return {
      address: web.entry().pageAddress(path, search),
      // Redirects only to our own pages, because a path may also name another host.
      bareAddress: bare !== path && web.entry().pageAddress(bare, search) !== null ? bare + search : null,
      language: languages.find((language) => language === searchParams.get("lang")) ?? null,
      parameters: searchParams,
    };
  });

  app.get("/*", async (request, reply) => {
    const asked = read(request.url);
    const language = asked.language ?? preferredLanguage(web.entry(), request);
    if (asked.language) rememberLanguage(request, reply, language);
    if (asked.bareAddress !== null) return reply.redirect(asked.bareAddress, 308);
    try {
      const { address } = asked;
      const target = address === null ? "missing" : await targetOf(request, address, language);
      if (address === null || target === "missing") {
        // All missing pages are one page, whatever the address was.
        return sendDocument(request, reply, (await targetOf(request, missingPath, language)) as Document);
      }
      if ("location" in target) {
        return reply.redirect(locationWith(target.location, address, asked.parameters), target.status);
      }
      return sendDocument(request, reply, target);
    } catch (error) {
      if (error instanceof QueueFull) return sendBusy(reply, language);
      throw error;
    }
  });

  function targetOf(request: FastifyRequest, address: string, language: Language): Target | Promise<Target> {
    const key = `${language} ${address}`;
    return cache.get(
      key,
      () => renderPage(address, language),
      (work) => inPageTurn(request, work),
    );
  }

  /** Runs the work in the turn of its client, and then in the turn of all clients. */
  function inPageTurn<Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
    return inTurnOfClient(clientNetworkOf(request), () => inTurn(work));
  }

  async function renderPage(address: string, language: Language): Promise<Made<Target>> {
    const { ask, topics } = options.data.as(language);
    const { captcha } = options.site;
    const site = { publicUrl: options.publicUrl(), ...options.site };
    const page = await web.entry().render({ url: address, language, site, files: web.files, ask, draw });
    const [path = ""] = address.split("?", 1);
    const made = { topics: [...topics], bytes: 0 };
    const location = page.headers.get("location");
    if (location !== null) return { ...made, value: { location, status: page.status }, outcome: "passing" };
    if (page.status === 404 && path !== missingPath) return { ...made, value: "missing", outcome: "passing" };
    if (page.status >= 500) options.onError(page.error, path);
    const outcome = page.status >= 500 ? "failed" : page.isEndless || web.isDevelopment ? "passing" : "keep";
    const policy = contentSecurityPolicy({
      scripts: page.scripts,
      captcha: captcha.provider,
      areImagesForeign: page.areImagesForeign,
      isSecure: site.publicUrl.startsWith("https:"),
    });
    const headers = {
      "content-type": "text/html; charset=utf-8",
      ...(!web.isDevelopment && { "content-security-policy": policy }),
      vary: "accept-language, cookie",
      "cache-control": "no-cache",
      // Only public pages have a canonical address. The head of a page that only scripts render is not in this HTML.
      ...(!page.html.includes(canonicalTag) && { "x-robots-tag": "noindex" }),
      ...(page.status === 503 && { "retry-after": String(busyRetrySeconds) }),
    };
    const document = await createDocument(page.html, page.status, headers);
    return { ...made, value: document, bytes: documentBytes(document), outcome };
  }

  /** Draws a page after the earlier ones, and after the event loop has served what arrived meanwhile. */
  function draw<Result>(work: () => Promise<Result>): Promise<Result> {
    return inDrawingTurn(async () => {
      await setImmediate();
      return work();
    });
  }

  /** Stores the language of a link in a cookie, for browsers without scripts. */
  function rememberLanguage(request: FastifyRequest, reply: FastifyReply, language: Language): void {
    if (web.entry().languageOfCookie(request.headers.cookie) === language) return;
    const secure = options.publicUrl().startsWith("https:") ? "; Secure" : "";
    reply.header("set-cookie", `language=${language}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`);
  }
}

/**
 * Removes slashes at the end of a path, except for the root. Not a regular expression: it would start again at each
 * slash.
 */
function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

/** Sends plain text, because the server has no time to render a page. */
function sendBusy(reply: FastifyReply, language: Language): FastifyReply {
  return reply
    .code(503)
    .header("retry-after", busyRetrySeconds)
    .type("text/plain; charset=utf-8")
    .send(errorMessage(i18nFor(language), "unavailable"));
}

/** The stored language, else the one that the browser prefers, else English. */
function preferredLanguage(web: WebEntry, { headers }: FastifyRequest): Language {
  return web.languageOfCookie(headers.cookie) ?? languageOfHeader(headers["accept-language"]);
}

const languageOfHeader = memoize(languageOf);

/**
 * The location of a redirect, with the query parameters that the page does not use, such as a language or a referral.
 */
function locationWith(location: string, address: string, asked: URLSearchParams): string {
  const url = new URL(location, "http://page");
  const { searchParams: known } = new URL(`http://page${address}`);
  for (const [name, value] of asked) if (!known.has(name)) url.searchParams.append(name, value);
  return url.host === "page" ? url.href.slice(url.origin.length) : url.href;
}
