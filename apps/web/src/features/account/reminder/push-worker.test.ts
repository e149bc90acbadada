import { afterAll, beforeEach, expect, test, vi } from "vitest";

/** The service worker's push part, run as in a browser: its event listeners and its calls to the browser. */
const listeners = new Map<string, (event: object) => void>();
const showNotification = vi.fn(async (_title: string, _options: { data: { path: string } }) => {});
const openWindow = vi.fn(async (_path: string) => null);
const pages: { url: string; focus: () => Promise<void> }[] = [];
vi.stubGlobal("self", {
  addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
  registration: { showNotification },
  clients: { matchAll: async () => pages, openWindow },
});
// The script has other global types than the pages, so it is not imported statically.
const script = "../../../worker/push.ts";
await import(/* @vite-ignore */ script);

afterAll(() => void vi.unstubAllGlobals());

beforeEach(() => {
  pages.length = 0;
  showNotification.mockClear();
  openWindow.mockClear();
});

async function dispatch(name: string, event: object): Promise<void> {
  const waits: Promise<unknown>[] = [];
  listeners.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => waits.push(work) });
  expect(waits).toHaveLength(1);
  await Promise.all(waits);
}

const notice = { title: "Йога", body: "Сьогодні ще не зроблено.", lang: "uk-UA", tag: "habit-7", path: "/dashboard" };
const push = (text: string | null) =>
  dispatch("push", { data: text === null ? null : { json: () => JSON.parse(text) } });

test("a message is shown as sent, replaces an earlier one of the same habit, and alerts again", async () => {
  await push(JSON.stringify(notice));
  expect(showNotification).toHaveBeenCalledExactlyOnceWith("Йога", {
    body: "Сьогодні ще не зроблено.",
    lang: "uk-UA",
    tag: "habit-7",
    renotify: true,
    icon: "/icon-192.png",
    data: { path: "/dashboard" },
  });
});

test.each([null, "", "{", "null", "[]", '{"title":"x"}', JSON.stringify({ ...notice, body: 7 })])(
  "an invalid message %j still shows a notification, as browsers require",
  async (text) => {
    await push(text);
    expect(showNotification).toHaveBeenCalledOnce();
    expect(showNotification.mock.calls[0]?.[0]).toBe("Daymark");
  },
);

async function press(path: unknown) {
  const close = vi.fn();
  await dispatch("notificationclick", { notification: { close, data: { path } } });
  expect(close).toHaveBeenCalledOnce();
}

test("a press on a notification focuses an open page instead of opening a second one", async () => {
  const focus = vi.fn(async () => {});
  const elsewhere = vi.fn(async () => {});
  pages.push({ url: "https://daymark.example/settings", focus: elsewhere });
  pages.push({ url: "https://daymark.example/dashboard?month=2026-10", focus });
  await press("/dashboard");
  expect(focus).toHaveBeenCalledOnce();
  expect(elsewhere).not.toHaveBeenCalled();
  expect(openWindow).not.toHaveBeenCalled();
});

test("a press on a notification opens a page if none is open", async () => {
  pages.push({ url: "https://daymark.example/settings", focus: async () => {} });
  await press("/dashboard");
  expect(openWindow).toHaveBeenCalledExactlyOnceWith("/dashboard");
});

test.each(["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)", "", null, 7])(
  "a press on a notification with the path %j opens the dashboard",
  async (path) => {
    await press(path);
    expect(openWindow).toHaveBeenCalledExactlyOnceWith("/dashboard");
  },
);
