/** Push messages, and what a press on them opens. Their words come with them: the worker speaks no language. */

declare const self: ServiceWorkerGlobalScope;

/** `PushNotice` of the domain, which a classic script cannot import. */
interface Notice {
  title: string;
  body: string;
  lang: string;
  tag: string;
  path: string;
}

/** Browsers want something shown for each message; of one that cannot be read there is no more to say. */
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
  // A notice that takes another's place is news all the same.
  const options = { body, lang, tag, renotify: true, icon: "/icon-192.png", data: { path } };
  await self.registration.showNotification(title, options);
}

/** A path of ours alone, whatever a message says. */
function pathOf(data: unknown): string {
  const path: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "path") : null;
  return typeof path === "string" && /^\/(?![/\\])/.test(path) ? path : unreadable.path;
}

/** Shows a page that is open there already, so that nothing typed elsewhere is lost; else opens one. */
async function open(path: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === path);
  if (page) await page.focus();
  else await self.clients.openWindow(path);
}

export {};
