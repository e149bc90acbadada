/**
 * Push messages, and the page that opens when the user clicks one. Each message brings its text, because the worker has
 * no translations.
 */

declare const self: ServiceWorkerGlobalScope;

/** `PushNotice` of the domain, which a classic script cannot import. */
interface Notice {
  title: string;
  body: string;
  lang: string;
  tag: string;
  path: string;
}

/** Browsers require a visible notification for each message. This one is shown for a message that cannot be read. */
const unreadable: Notice = { title: "Daymark", body: "", lang: "en", tag: "daymark", path: "/dashboard" };

self.addEventListener("push", (event) => {
  event.waitUntil(show(read(event.data)));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(pathOf(event.notification.data)));
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

async function show({ title, body, lang, tag, path }: Notice): Promise<void> {
  // A notification that replaces another one still alerts the user.
  const options = { body, lang, tag, renotify: true, icon: "/icon-192.png", data: { path } };
  await self.registration.showNotification(title, options);
}

/** Allows only paths of this site, whatever the message contains. */
function pathOf(data: unknown): string {
  const path: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "path") : null;
  return typeof path === "string" && /^\/(?![/\\])/.test(path) ? path : unreadable.path;
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

export {};
