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
import { createDocument, type Document, sendDocument } from "../http/document.ts";
import { memoize } from "../http/memoize.ts";
import type { PageInvalidation } from "../pubsub/page-invalidation.ts";
import { serveFeeds } from "./feeds.ts";
import { serveOfflinePage } from "./offline-page.ts";
import { createPageCache, type PageCacheCounts } from "./page-cache.ts";
import {
  busyRetrySeconds,
  createPageRenderer,
  missingPath,
  type RendererOptions,
  renderings,
  type Target,
} from "./page-renderer.ts";
import { servePictures } from "./pictures.ts";
import type { WebApp, WebEntry } from "./web-app.ts";

export interface PagesOptions extends RendererOptions {
  /** If false, a browser that already has the service worker gets one that removes itself. */
  isServiceWorkerOn: boolean;
  /** Whether the page of the first start exists. */
  isSetupOpen: () => Promise<boolean>;
  /** Tells when pages are stale. */
  invalidation: PageInvalidation;
  cacheCounts?: PageCacheCounts | undefined;
}

/** A parsed address. */
interface Asked {
  /** The page's address in its canonical spelling; null if there is no such page. */
  address: string | null;
  /** The page's address without superfluous slashes at the end; null if it has none, or if there is no such page. */
  bareAddress: string | null;
  /** The pattern of the page's route; null if there is no such page. */
  route: string | null;
  /** `?lang=`. */
  language: Language | null;
  parameters: URLSearchParams;
}

/** The number of cached pages, in all languages, and their size. Pages with endless addresses are not cached. */
const cachedPagesMax = 1_000;
const cachedBytesMax = 64 * 2 ** 20;
/** A page with data is rendered again after this time, even if no invalidation came. */
const cachedMillisecondsMax = 10 * 60_000;

/**
 * The limits of one client network, in front of the queue of {@link renderings}. A client that requests many pages at
 * once fills half of the queue at most, and a page of another client waits for four of them instead of a hundred.
 * Behind a shared address (NAT, or a proxy that TRUSTED_PROXIES does not name) all users share these turns. That is
 * enough, because one page is drawn at a time anyway and cached pages need no turn.
 */
const renderingsOfClient = { atOnceMax: 4, waitingMax: 50 };

/** The page of the first start, in apps/web/src/routes. */
const setupPath = "/setup";

const noParameters = new URLSearchParams();

/**
 * Serves the public pages, rendered for a guest in the requested language, the manifest, the service worker and the
 * built files of the web app. Every GET request that no other route matches ends here.
 */
export async function pages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { web } = options;
  // In development the sources may change, and with them the answer for the same input.
  const memoizeIfBuilt: typeof memoize = (answer) => (web.isDevelopment ? answer : memoize(answer));
  const renderPage = createPageRenderer(options);
  const read = memoizeIfBuilt((url: string) => readAddress(web, url));
  const inTurn = createConcurrencyLimit(renderings);
  const inTurnOfClient = createConcurrencyLimitPerKey<string>(renderingsOfClient);
  const cache = createPageCache<Target>({
    countMax: cachedPagesMax,
    bytesMax: cachedBytesMax,
    ageMillisecondsMax: cachedMillisecondsMax,
    invalidation: options.invalidation,
    counts: options.cacheCounts,
  });

  await web.serveFiles(app, { isServiceWorkerOn: options.isServiceWorkerOn });
  serveManifest(app, options, memoizeIfBuilt);
  serveFeeds(app, { ...options, inTurn });
  serveOfflinePage(app);
  servePictures(app, { ...options, inTurn: inPageTurn });

  app.get("/*", async (request, reply) => {
    const asked = read(request.url);
    request.pageRoute = asked.route;
    const language = asked.language ?? preferredLanguage(web.entry(), request);
    if (asked.language && asked.language !== web.entry().languageOfCookie(request.headers.cookie)) {
      storeLanguage(reply, language, { isSecure: options.publicUrl().startsWith("https:") });
    }
    const address = await existing(asked.address);
    if (asked.bareAddress !== null && address !== null) return reply.redirect(asked.bareAddress, 308);
    try {
      const target = address === null ? "missing" : await targetOf(request, address, language);
      if (address === null || target === "missing") {
        // All missing addresses share one page.
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

  /** Null for an address that no page has now. */
  async function existing(address: string | null): Promise<string | null> {
    return address === setupPath && !(await options.isSetupOpen()) ? null : address;
  }

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
}

function serveManifest(app: FastifyInstance, { web, site }: PagesOptions, memoizeIfBuilt: typeof memoize): void {
  const manifestIn = memoizeIfBuilt(async (language: Language) =>
    createDocument(await web.entry().renderManifest(language, site.defaultTheme), 200, {
      "content-type": "application/manifest+json",
      vary: "accept-language, cookie",
      "cache-control": "public, max-age=3600",
    }),
  );
  app.get<{ Querystring: { lang?: string } }>("/manifest.webmanifest", async (request, reply) => {
    const asked = languages.find((language) => language === request.query.lang);
    return sendDocument(request, reply, await manifestIn(asked ?? preferredLanguage(web.entry(), request)));
  });
}

function readAddress(web: WebApp, url: string): Asked {
  // Also gets request targets that are not paths, such as `*` (RFC 9112 3.2).
  if (!url.startsWith("/"))
    return { address: null, bareAddress: null, route: null, language: null, parameters: noParameters };
  const { pathname: path, search, searchParams } = new URL(`http://page${url}`);
  const bare = withoutEndSlashes(path);
  return {
    address: web.entry().pageAddress(path, search),
    // Redirects only to our own pages, because a path may also name another host.
    bareAddress: bare !== path && web.entry().pageAddress(bare, search) !== null ? bare + search : null,
    route: web.entry().pageRoute(path),
    language: languages.find((language) => language === searchParams.get("lang")) ?? null,
    parameters: searchParams,
  };
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

/** Stores the language of a link in a cookie, for browsers without scripts. */
function storeLanguage(reply: FastifyReply, language: Language, { isSecure }: { isSecure: boolean }): void {
  const secure = isSecure ? "; Secure" : "";
  reply.header("set-cookie", `language=${language}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`);
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
