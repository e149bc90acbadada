/**
 * The service worker: the pages of a logged-in person open without a network, from the files of one build. It knows
 * nothing private: documents are those of a guest, and what the API answers never passes through here.
 *
 * What concerns web push stands in a file of its own beside this one.
 */

import "./push.ts";

declare const self: ServiceWorkerGlobalScope;
/** Set by worker.config.ts: the addresses of the built files, and a name that is another for each other set of them. */
declare const BUILD: { readonly version: string; readonly files: readonly string[] };

/** What a page may tell the worker. */
type Message =
  /** The person reads this language now. */
  | { kind: "language"; language: string }
  /** Is the page that was loaded with this script of the worker's own build? Answered over the port. */
  | { kind: "is-yours"; script: string }
  /** The person, or nobody's work, wants the new version now. */
  | { kind: "take-over" }
  /** Somebody is logged in: have everything here, should the browser or a log-out have dropped it. */
  | { kind: "fill" }
  /** Nobody is logged in any more: what is kept goes, and nothing more is kept. */
  | { kind: "forget" };

/** Pages that are drawn in the browser alone: their documents are the same for everyone. */
const appPages = ["/dashboard", "/settings", "/settings/security"];
const languages = ["en", "uk"];
const prefix = "daymark-";
const { version, files: fileList } = BUILD;
const buildCache = prefix + version;
/** Public pages as they were last read, and the language; outlives a build. */
const pageCache = `${prefix}pages`;
const languageKey = "/language";
/** A network that has not answered by then is treated as none, where there is something to show. */
const patienceMs = 3000;
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
 * Takes in the whole build, or nothing: documents first, and only those that ask for files of this very build. While a
 * new version is being rolled out they may be another's; then this worker is not installed, and the next one is.
 */
async function fill(): Promise<void> {
  const cache = await caches.open(buildCache);
  await Promise.all(
    appPages.flatMap((page) =>
      languages.map(async (language) => {
        const address = documentKey(page, language);
        // Without cookies: the answer to an address with a language would set one, and this is nobody's choice.
        const response = await fetch(address, { cache: "no-store", credentials: "omit" });
        if (!response.ok || !(await isOfThisBuild(response))) throw new Error(`${address} is not of this build`);
        await cache.put(address, response);
      }),
    ),
  );
  // Each file's name holds a hash of its content: what the browser has already is as good as fetched.
  await cache.addAll([...fileList]);
}

/** What cannot be had now, because a newer build is being served, the next worker brings. */
async function refill(): Promise<void> {
  isKeeping = true;
  const cache = await caches.open(buildCache);
  const last = fileList.at(-1);
  // The files come after the documents, so with the last of each all is there.
  if (last && (await cache.match(last, { ignoreVary: true }))) return;
  await fill().catch(() => {});
}

async function forget(): Promise<void> {
  isKeeping = false;
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/**
 * The build before this one stays: pages that were opened with it still fetch its dialogs, which the server has no more.
 */
async function begin(): Promise<void> {
  const others = (await caches.keys()).filter(
    (name) => name.startsWith(prefix) && name !== buildCache && name !== pageCache,
  );
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** A file under a name with a hash never changes: any build's copy will do. */
async function serveFile(request: Request): Promise<Response> {
  const known = await caches.match(request, { ignoreVary: true });
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) void keep(buildCache, request.url, response.clone());
  return response;
}

/** From the network, so that it is the newest; where that fails or takes too long, as it was when this build came. */
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
    // The start leads a logged-in person to the dashboard, with or without a network.
    return page ?? (pathname === "/" || pathname === "/home" ? Response.redirect("/dashboard") : undefined);
  };
  const response = await fromNetwork(event, saved);
  const isKept = isPlain && isPublic(pathname) && response.ok && !response.redirected;
  if (isKept) void keep(pageCache, pathname, response.clone());
  return response;
}

/** Pages that say the same to everyone. */
function isPublic(path: string): boolean {
  return /^\/(?:home|privacy-policy|terms-and-conditions|support-us|blog(?:\/.*)?)?$/.test(path);
}

/** @param saved what there is without a network; asked for only when it is needed */
async function fromNetwork(event: FetchEvent, saved: () => Promise<Response | undefined>): Promise<Response> {
  const asking = ask(event);
  const isLate = Symbol("late");
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof isLate>((resolve) => {
    timer = setTimeout(() => resolve(isLate), patienceMs);
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
    // Nobody waits for it any more, and it may yet fail.
    asking.catch(() => {});
  }
}

async function ask(event: FetchEvent): Promise<Response> {
  // Begun by the browser while this worker was still starting.
  const preloaded: Response | undefined = await event.preloadResponse;
  return preloaded ?? fetch(event.request);
}

/** Keeps a copy; where there is no room for it nothing is lost but that. */
async function keep(name: string, address: string, response: Response): Promise<void> {
  try {
    if (!isKeeping) return;
    await (await caches.open(name)).put(address, response);
  } catch {
    // Its reader has the answer itself.
  }
}

async function isOfThisBuild(response: Response): Promise<boolean> {
  const html = await response.clone().text();
  return Array.from(html.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)).every(([, file = ""]) => files.has(file));
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
