import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";

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

describe("a press on “Done”", () => {
  const done = {
    ...{ path: "/api/reminders/done/abc-DEF_1/", label: "Зроблено", recorded: "Записано", met: "Уже зроблено" },
    ...{ used: "Уже натиснуто", gone: "Немає звички", refused: "Не діє", waiting: "Чекає", offline: "Без мережі" },
  };
  const fetched = vi.fn(async (_path: string, _options: object) => Response.json({ outcome: "recorded" }));
  const kept = new Map<string, string>();
  const register = vi.fn(async (_tag: string) => {});
  const cache = {
    put: async (path: string, response: Response) => void kept.set(path, await response.text()),
    keys: async () => [...kept.keys()],
    match: async (path: string) => new Response(kept.get(path)),
    delete: async (path: string) => kept.delete(path),
  };
  const given = { title: "Йога", lang: "uk-UA", tag: "habit-7", close: () => {}, data: { path: "/dashboard", done } };
  const pressDone = (notification: object = given) => dispatch("notificationclick", { action: "done", notification });
  const said = () => showNotification.mock.calls.map(([title, options]) => [title, Reflect.get(options, "body")]);
  const goOffline = () => fetched.mockRejectedValueOnce(new TypeError("no network"));

  beforeEach(() => {
    kept.clear();
    fetched.mockClear();
    register.mockClear();
    vi.stubGlobal("fetch", fetched);
    vi.stubGlobal("caches", { open: async () => cache });
    Object.assign(self, { registration: { showNotification, sync: { register } } });
  });

  test("is offered by a notification that brings a token, and by no other", async () => {
    await push(JSON.stringify({ ...notice, done }));
    await push(JSON.stringify({ ...notice, done: { ...done, path: "https://evil.example/" } }));
    const options = showNotification.mock.calls.map((call) => call[1]);
    expect(options[0]).toMatchObject({ actions: [{ action: "done", title: "Зроблено" }], data: { done } });
    expect(options[1]).not.toHaveProperty("actions");
  });

  test("sends one POST and says what it did in place of the notification", async () => {
    await pressDone();
    expect(fetched).toHaveBeenCalledExactlyOnceWith(done.path, expect.objectContaining({ method: "POST" }));
    expect(said()).toEqual([["Йога", "Записано"]]);
    expect(showNotification.mock.calls[0]?.[1]).toMatchObject({ tag: "habit-7", silent: true });
    expect(openWindow).not.toHaveBeenCalled();
  });

  test.each([
    ["used", 200, "Уже натиснуто"],
    ["met", 200, "Уже зроблено"],
    ["?", 200, "Не діє"],
    ["?", 400, "Не діє"],
  ])("says that nothing changed after %s with status %i", async (outcome, status, sentence) => {
    fetched.mockResolvedValueOnce(Response.json({ outcome }, { status }));
    await pressDone();
    expect(said()).toEqual([["Йога", sentence]]);
  });

  test("without a network waits, says so, and is sent once the browser has one", async () => {
    goOffline();
    await pressDone();
    expect(said()).toEqual([["Йога", "Чекає"]]);
    expect(register).toHaveBeenCalledExactlyOnceWith("done");
    await dispatch("sync", { tag: "done" });
    expect(said().at(-1)).toEqual(["Йога", "Записано"]);
    expect([fetched.mock.calls.length, kept.size]).toEqual([2, 0]);
  });

  test("without a network opens the app in a browser that cannot send it later", async () => {
    Object.assign(self, { registration: { showNotification } });
    goOffline();
    await pressDone();
    expect(said()).toEqual([["Йога", "Без мережі"]]);
    expect(openWindow).toHaveBeenCalledExactlyOnceWith("/dashboard");
  });

  test("beside the button opens the page", async () => {
    await dispatch("notificationclick", { action: "", notification: given });
    expect(fetched).not.toHaveBeenCalled();
    expect(openWindow).toHaveBeenCalledExactlyOnceWith("/dashboard");
  });
});
