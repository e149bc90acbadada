/**
 * Push messages, and the page that opens when the user clicks one. Each message brings its text, because the worker has
 * no translations.
 */

import { isOwnPath } from "../lib/own-path.ts";

declare const self: ServiceWorkerGlobalScope;

/** `PushNotice` of the domain, which a classic script cannot import. */
interface Notice {
  title: string;
  body: string;
  lang: string;
  tag: string;
  path: string;
  done?: Done;
}

/** `PushDone` of the domain. */
interface Done {
  path: string;
  label: string;
  recorded: string;
  met: string;
  used: string;
  gone: string;
  refused: string;
  waiting: string;
  offline: string;
}

/** What a press on "Done" needs: kept in the notification, and in a cache while there is no network. */
type Press = Pick<Notice, "title" | "lang" | "tag" | "path"> & { done: Done };

/** Browsers require a visible notification for each message. This one is shown for a message that cannot be read. */
const unreadable: Notice = { title: "Daymark", body: "", lang: "en", tag: "daymark", path: "/dashboard" };

self.addEventListener("push", (event) => {
  event.waitUntil(show(read(event.data)));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { data, title, lang, tag } = event.notification;
  const done = doneOf(data);
  const work =
    event.action === "done" && done ? press({ title, lang, tag, path: pathOf(data), done }) : open(pathOf(data));
  event.waitUntil(work);
});

// Background Sync: Chromium has it, and its types are in no library of TypeScript.
self.addEventListener("sync", (event) => {
  const { tag, waitUntil } = event as Event & { tag: string; waitUntil: (work: Promise<unknown>) => void };
  if (tag === syncTag) waitUntil.call(event, sendWaiting());
});

function read(data: PushMessageData | null): Notice {
  try {
    const notice: unknown = data?.json();
    return isNotice(notice) ? notice : unreadable;
  } catch {
    return unreadable;
  }
}

function isNotice(notice: unknown): notice is Notice {
  if (typeof notice !== "object" || notice === null) return false;
  return ["title", "body", "lang", "tag", "path"].every((name) => typeof Reflect.get(notice, name) === "string");
}

async function show({ title, body, lang, tag, path, done }: Notice): Promise<void> {
  const button = isDone(done) ? { actions: [{ action: "done", title: done.label }] } : {};
  const data = isDone(done) ? { path, done } : { path };
  // A notification that replaces another one still alerts the user.
  const options = { body, lang, tag, renotify: true, icon: "/icon-192.png", data, ...button };
  await self.registration.showNotification(title, options);
}

const donePath = /^\/api\/reminders\/done\/[\w-]{1,64}\/$/;

/** Allows only that one call, regardless of the message. */
function isDone(done: unknown): done is Done {
  if (typeof done !== "object" || done === null) return false;
  const names = ["path", "label", "recorded", "met", "used", "gone", "refused", "waiting", "offline"];
  return names.every((name) => typeof Reflect.get(done, name) === "string") && donePath.test(Reflect.get(done, "path"));
}

function doneOf(data: unknown): Done | null {
  const done: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "done") : null;
  return isDone(done) ? done : null;
}

/** A log-out deletes it with the other caches of this prefix. */
export const waitingCache = "daymark-done";
const syncTag = "done";

/** Sends a press, and says what it did in place of the notification. Without a network the browser sends it later. */
async function press(given: Press): Promise<void> {
  try {
    await say(given, await send(given));
  } catch {
    const isKept = await keepWaiting(given).catch(() => false);
    await say(given, isKept ? given.done.waiting : given.done.offline);
    if (!isKept) await open(given.path);
  }
}

/** @throws TypeError without a network; Error if the server cannot answer now */
async function send({ done }: Press): Promise<string> {
  const response = await fetch(done.path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
    credentials: "omit",
    referrerPolicy: "no-referrer",
  });
  if (response.status >= 500 || response.status === 429) throw new Error("the server is busy");
  if (!response.ok) return done.refused;
  const { outcome } = (await response.json()) as { outcome: unknown };
  return outcome === "recorded" || outcome === "met" || outcome === "used" || outcome === "gone"
    ? done[outcome]
    : done.refused;
}

/** The short message takes the place of the reminder, without a sound. */
async function say({ title, lang, tag, path }: Press, body: string): Promise<void> {
  await self.registration.showNotification(title, {
    body,
    lang,
    tag,
    silent: true,
    icon: "/icon-192.png",
    data: { path },
  });
}

/** @returns false if this browser cannot send it later */
async function keepWaiting(given: Press): Promise<boolean> {
  const { sync } = self.registration as { sync?: { register(tag: string): Promise<void> } };
  if (!sync) return false;
  const cache = await caches.open(waitingCache);
  await cache.put(given.done.path, new Response(JSON.stringify(given)));
  await sync.register(syncTag);
  return true;
}

/** @throws what {@link send} throws, so that the browser tries again later */
async function sendWaiting(): Promise<void> {
  const cache = await caches.open(waitingCache);
  for (const request of await cache.keys()) {
    const given = (await (await cache.match(request))?.json()) as Press | undefined;
    if (given) await say(given, await send(given));
    await cache.delete(request);
  }
}

/** Allows only paths of this site, regardless of the message. */
function pathOf(data: unknown): string {
  const path: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "path") : null;
  return typeof path === "string" && isOwnPath(path) ? path : unreadable.path;
}

/**
 * Focuses a tab that already shows the page, so that text typed in other tabs is not lost. Otherwise opens a new one.
 */
async function open(path: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === path);
  if (page) await page.focus();
  else await self.clients.openWindow(path);
}
