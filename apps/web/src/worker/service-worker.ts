/**
 * The service worker opens the pages of a logged-in user without a network, from the files of one build. It holds no
 * private data: its documents are those of a guest, and API responses never pass through it.
 *
 * The code for web push is in a separate file beside this one.
 */

import { waitingCache } from "./push.ts";

declare const self: ServiceWorkerGlobalScope;
/** Set by worker.config.ts: the addresses of the built files, and a version that differs for each set of files. */
declare const BUILD: { readonly version: string; readonly files: readonly string[] };

/** Messages from a page to the worker. */
type Message =
  /** The user has changed the language. */
  | { kind: "language"; language: string }
  /** Asks whether the page loaded with this script belongs to the worker's build. Answered over the port. */
  | { kind: "is-yours"; script: string }
  /** The new version takes over now: the user wants it, or the page already belongs to it. */
  | { kind: "take-over" }
  /** A user is logged in: cache everything again, in case the browser or a log-out has deleted it. */
  | { kind: "fill" }
  /** The user has logged out: delete the caches and cache nothing more. */
  | { kind: "forget" };

/** Pages that only the browser renders: their documents are the same for everyone. */
const appPages = ["/dashboard", "/settings", "/settings/security", "/settings/connections"];
/** Shown in place of a page that is not cached and cannot be fetched. */
const offlinePage = "/offline";
const languages = ["en", "uk"];
const prefix = "daymark-";
const { version, files: fileList } = BUILD;
const buildCache = prefix + version;
/** Public pages as last fetched, and the language. This cache outlives a build. */
const pageCache = `${prefix}pages`;
const languageKey = "/language";
/** If the network has not answered by then, the worker serves its copy, if it has one. */
const networkTimeoutMs = 3000;
let isKeeping = true;
const files: ReadonlySet<string> = new Set(fileList);

self.addEventListener("install", (event) => {
  event.waitUntil(fill());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(begin());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/assets/")) return event.respondWith(serveFile(request));
  if (request.mode !== "navigate" || /^\/(?:api|trpc)(?:\/|$)/.test(url.pathname)) return;
  event.respondWith(appPages.includes(url.pathname) ? serveAppPage(event, url) : servePublicPage(event, url));
});

self.addEventListener("message", (event) => {
  const message = event.data as Message;
  if (message.kind === "take-over") event.waitUntil(self.skipWaiting());
  if (message.kind === "is-yours") event.ports[0]?.postMessage(files.has(message.script));
  if (message.kind === "fill") event.waitUntil(refill());
  if (message.kind === "forget") event.waitUntil(forget());
  if (message.kind === "language") event.waitUntil(keepLanguage(message.language));
});

/**
 * Caches the whole build or nothing. Documents come first, and only those that reference files of this build. During a
 * rolling deployment they may belong to another build; then this worker is not installed, and the next one is.
 */
async function fill(): Promise<void> {
  const cache = await caches.open(buildCache);
  await Promise.all(
    [...appPages, offlinePage].flatMap((page) =>
      languages.map(async (language) => {
        const address = documentKey(page, language);
        // Without cookies: the response to an address with a language would set one, although no user chose that
        // language.
        const response = await fetch(address, { cache: "no-store", credentials: "omit" });
        if (!response.ok || !(await isOfThisBuild(response))) throw new Error(`${address} is not of this build`);
        await cache.put(address, response);
      }),
    ),
  );
  // Each file name holds a hash of its content, so a file in the browser's HTTP cache need not be fetched again.
  await cache.addAll([...fileList]);
}

/** If files are gone because the server already serves a newer build, the next worker caches that build. */
async function refill(): Promise<void> {
  isKeeping = true;
  const cache = await caches.open(buildCache);
  const last = fileList.at(-1);
  // Files are cached after documents, so if the last file is there, everything is.
  if (last && (await cache.match(last, { ignoreVary: true }))) return;
  await fill().catch(() => {});
}

async function forget(): Promise<void> {
  isKeeping = false;
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/**
 * Keeps the cache of the previous build: pages opened with it still fetch its lazy chunks, which the server no longer
 * has.
 */
async function begin(): Promise<void> {
  const others = (await caches.keys()).filter(
    (name) => name.startsWith(prefix) && name !== buildCache && name !== pageCache && name !== waitingCache,
  );
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** A file with a hash in its name never changes, so a copy from any build is right. */
async function serveFile(request: Request): Promise<Response> {
  const known = await caches.match(request, { ignoreVary: true });
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) void keep(buildCache, request.url, response.clone());
  return response;
}

/**
 * Fetches from the network to get the newest document. If that fails or takes too long, serves the document cached with
 * this build.
 */
async function serveAppPage(event: FetchEvent, url: URL): Promise<Response> {
  const saved = async () => {
    const cache = await caches.open(buildCache);
    return cache.match(documentKey(url.pathname, await language()), { ignoreVary: true });
  };
  return fromNetwork(event, saved);
}

/**
 * Serves a public page from the network. If that fails or takes too long, serves the cached page of the same address, but
 * only for an address without a search: React cannot hydrate the document of another search.
 */
async function servePublicPage(event: FetchEvent, { pathname, search }: URL): Promise<Response> {
  // A search may hold a token, so such a page is never cached.
  const isPlain = search === "";
  const saved = async () => {
    const page = isPlain ? await (await caches.open(pageCache)).match(pathname, { ignoreVary: true }) : undefined;
    // The start page leads a logged-in user to the dashboard, with or without a network.
    return page ?? (pathname === "/" || pathname === "/home" ? Response.redirect("/dashboard") : undefined);
  };
  const response = await fromNetwork(event, saved).catch(orOffline);
  const isKept = isPlain && isPublic(pathname) && response.ok && !response.redirected;
  if (isKept) void keep(pageCache, pathname, response.clone());
  return response;
}

/** Answers with the offline page in the reader's language, or with the browser's error if that page is not cached. */
async function orOffline(error: unknown): Promise<Response> {
  const cache = await caches.open(buildCache);
  const page = await cache.match(documentKey(offlinePage, await language()), { ignoreVary: true });
  if (!page) throw error;
  return new Response(page.body, { status: 503, headers: page.headers });
}

/** Pages with the same content for everyone. */
function isPublic(path: string): boolean {
  return /^\/(?:home|privacy-policy|terms-and-conditions|support-us|blog(?:\/.*)?)?$/.test(path);
}

/** @param saved reads the copy for use without a network; called only if needed */
async function fromNetwork(event: FetchEvent, saved: () => Promise<Response | undefined>): Promise<Response> {
  const asking = ask(event);
  const isLate = Symbol("late");
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof isLate>((resolve) => {
    timer = setTimeout(() => resolve(isLate), networkTimeoutMs);
  });
  try {
    const first = await Promise.race([asking, late]);
    if (first !== isLate && first.status < 500) return first;
    return (await saved()) ?? (await asking);
  } catch (error) {
    const page = await saved();
    if (page) return page;
    throw error;
  } finally {
    clearTimeout(timer);
    // The page already has the cached copy, so a late network error is ignored.
    asking.catch(() => {});
  }
}

async function ask(event: FetchEvent): Promise<Response> {
  // The navigation preload that the browser started while this worker was starting.
  const preloaded: Response | undefined = await event.preloadResponse;
  return preloaded ?? fetch(event.request);
}

/** Caches a copy. If storage is full, only the copy is lost. */
async function keep(name: string, address: string, response: Response): Promise<void> {
  try {
    if (!isKeeping) return;
    await (await caches.open(name)).put(address, response);
  } catch {
    // The page has received the response itself.
  }
}

async function isOfThisBuild(response: Response): Promise<boolean> {
  const html = await response.clone().text();
  return Array.from(html.matchAll(/\/assets\/[^"\s]+\.(?:js|css)/g)).every(([file]) => files.has(file));
}

function documentKey(page: string, language: string): string {
  return `${page}?lang=${language}`;
}

async function keepLanguage(language: string): Promise<void> {
  if (languages.includes(language)) await keep(pageCache, languageKey, new Response(language));
}

async function language(): Promise<string> {
  const told = await (await caches.open(pageCache)).match(languageKey);
  return (await told?.text()) ?? languages.find((language) => navigator.language.startsWith(language)) ?? "en";
}
