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
  /** Base of canonical addresses, without a trailing slash; asked when a page is rendered, as the port may be the system's choice. */
  publicUrl: () => string;
  /** What the pages are told of this installation. */
  site: Omit<Site, "publicUrl">;
  /** Off: whoever has the service worker already is given one that removes itself. */
  isServiceWorkerOn: boolean;
  /** What pages are made of. */
  data: ReadPages;
  /** Tells when pages are to be rendered anew. */
  invalidation: PageInvalidation;
  cacheCounts?: PageCacheCounts | undefined;
  /** Told why a page could not be rendered; its reader gets the page that says so. */
  onError: (error: unknown, path: string) => void;
}

/** What an address says. */
interface Asked {
  /** Of a page, as the page spells it; null where there is none. */
  address: string | null;
  /** Where the page is that it means with a slash too many; null where it has none, or means no page. */
  bareAddress: string | null;
  /** `?lang=`. */
  language: Language | null;
  parameters: URLSearchParams;
}

/** What an address leads to: a page, one of another address, or none. */
type Target = Document | { location: string; status: number } | "missing";

/** The number of cached pages, in all languages, and their size. A page whose addresses are endless is not cached. */
const cachedPagesMax = 1_000;
const cachedBytesMax = 64 * 2 ** 20;
/** A page of data is rendered anew after this long even where nobody knows of a change. */
const cachedMillisecondsMax = 10 * 60_000;

/** Several wait for the database at a time; a request that comes after a hundred would wait too long. */
const renderings = { atOnceMax: 8, waitingMax: 100 };
/**
 * Of one client network, in front of that queue. A client that asks for many pages at once fills half of the queue at most,
 * and a page of another client waits for four of them instead of a hundred. Behind a shared address (NAT, or a proxy that
 * TRUSTED_PROXIES does not name) all users have these turns together. That is enough, because one page is drawn at a time
 * anyway and cached pages need no turn.
 */
const renderingsOfClient = { atOnceMax: 4, waitingMax: 50 };
/** One is drawn at a time: React draws a page in one go, up to 30 ms in which the process does nothing else. */
const drawings = { atOnceMax: 1, waitingMax: renderings.atOnceMax };
const busyRetrySeconds = 2;

/** As React writes what PageHead of apps/web says; what people wrote has its signs escaped. */
const canonicalTag = '<link rel="canonical"';

const noParameters = new URLSearchParams();

/** An address that no page has. */
const missingPath = "/missing/page";

/**
 * The public pages, rendered as a guest sees them in the language asked for, the manifest, the service worker and the
 * built files of the web app. Every GET that no other route takes ends here.
 */
export async function pages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { web } = options;
  // While the web app is developed, the answer to the same question may change.
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
    // Also gets request targets that are no paths, such as `*` (RFC 9112 3.2).
    if (!url.startsWith("/")) return { address: null, bareAddress: null, language: null, parameters: noParameters };
    const { pathname: path, search, searchParams } = new URL(`http://page${url}`);
    const bare = withoutEndSlashes(path);
    return {
      address: web.entry().pageAddress(path, search),
      // Only to a page of ours: a path may also spell another host.
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
        // All missing pages are one page, whatever was asked.
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

  /** Runs the work in the turn of its client, and then in the common one. */
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
      // Only what is public has an address for search engines. The head of a page that scripts alone draw is not in here.
      ...(!page.html.includes(canonicalTag) && { "x-robots-tag": "noindex" }),
      ...(page.status === 503 && { "retry-after": String(busyRetrySeconds) }),
    };
    const document = await createDocument(page.html, page.status, headers);
    return { ...made, value: document, bytes: documentBytes(document), outcome };
  }

  /** Draws a page once those before it are drawn, and the event loop has served what came meanwhile. */
  function draw<Result>(work: () => Promise<Result>): Promise<Result> {
    return inDrawingTurn(async () => {
      await setImmediate();
      return work();
    });
  }

  /** Where no script can, the server keeps the language that a link asks for. */
  function rememberLanguage(request: FastifyRequest, reply: FastifyReply, language: Language): void {
    if (web.entry().languageOfCookie(request.headers.cookie) === language) return;
    const secure = options.publicUrl().startsWith("https:") ? "; Secure" : "";
    reply.header("set-cookie", `language=${language}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`);
  }
}

/** A path as it is without slashes at its end; the root stays. No regular expression: it would try from each slash anew. */
function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

/** As text, since a page is what there is no time for. */
function sendBusy(reply: FastifyReply, language: Language): FastifyReply {
  return reply
    .code(503)
    .header("retry-after", busyRetrySeconds)
    .type("text/plain; charset=utf-8")
    .send(errorMessage(i18nFor(language), "unavailable"));
}

/** The choice that was stored, else what the browser asks for, else English. */
function preferredLanguage(web: WebEntry, { headers }: FastifyRequest): Language {
  return web.languageOfCookie(headers.cookie) ?? languageOfHeader(headers["accept-language"]);
}

const languageOfHeader = memoize(languageOf);

/** Where a page has gone, with what was asked beside that the page knows nothing of: a language, whence a visitor comes. */
function locationWith(location: string, address: string, asked: URLSearchParams): string {
  const url = new URL(location, "http://page");
  const { searchParams: known } = new URL(`http://page${address}`);
  for (const [name, value] of asked) if (!known.has(name)) url.searchParams.append(name, value);
  return url.host === "page" ? url.href.slice(url.origin.length) : url.href;
}
