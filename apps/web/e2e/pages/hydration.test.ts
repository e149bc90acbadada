import type { Page } from "playwright-core";
import { expect, messageOf, type Stage, test } from "../stage/stage.ts";
import type { User } from "../stage/user.ts";

const pathOf = (page: Page) => new URL(page.url()).pathname;
const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang);

/** Changes the shared storage as another tab does, and dispatches the event of that change. */
function changeElsewhere(page: Page, changes: Record<string, string | null>): Promise<void> {
  return page.evaluate((changed) => {
    for (const [key, value] of Object.entries(changed)) {
      const oldValue = localStorage.getItem(key);
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
      dispatchEvent(new StorageEvent("storage", { key, oldValue, newValue: value, storageArea: localStorage }));
    }
  }, changes);
}

test("a page applies another tab's language and theme only once it is hydrated", async ({ stage }) => {
  const page = await stage.visit({ language: "en", theme: "dark" });
  const script = Promise.withResolvers<void>();
  // Without the script of its route, React hydrates no part of the document.
  await page.route(/\/assets\/privacy-policy-[\w-]+\.js$/, async (route) => {
    await script.promise;
    await route.continue();
  });
  let underWay = 0;
  page.on("request", () => (underWay += 1));
  page.on("requestfinished", () => (underWay -= 1));
  const entry = page.waitForResponse(/\/assets\/entry-client-[\w-]+\.js$/);
  await page.goto("/privacy-policy", { waitUntil: "commit" });
  const { url } = await entry.then((response) => ({ url: response.url() }));
  // Importing the entry again resolves once it has run, so it handles storage events by now.
  await page.evaluate(`import(${JSON.stringify(url)})`);
  await changeElsewhere(page, { language: "uk", themeIsSystem: "false", theme: "light" });
  // If the page had requested the catalog of the other language, it would have arrived by now.
  await expect.poll(() => underWay).toBe(1);
  expect(await languageOf(page)).toBe("en");
  // React logs hydration errors, which fail the test.
  script.resolve();
  await expect.poll(() => languageOf(page)).toBe("uk");
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe("light");
});

/**
 * Lets React hydrate the frame of the page, and holds all later work until the page calls `resumeReact`. React's
 * scheduler starts each piece of work by a message of a MessageChannel.
 */
function holdReact() {
  const { postMessage } = MessagePort.prototype;
  const held: (() => void)[] = [];
  let isHeld = false;
  MessagePort.prototype.postMessage = function (this: MessagePort, ...message: Parameters<typeof postMessage>) {
    if (isHeld) held.push(() => postMessage.apply(this, message));
    else postMessage.apply(this, message);
  } as typeof postMessage;
  // The navbar calls matchMedia in an effect, so the frame is hydrated by then.
  const { matchMedia } = window;
  window.matchMedia = (query) => {
    if (query === "(min-width: 768px)") isHeld = true;
    return matchMedia.call(window, query);
  };
  Object.assign(window, {
    isReactHeld: () => isHeld,
    resumeReact: () => {
      window.matchMedia = matchMedia;
      isHeld = false;
      for (const send of held.splice(0)) send();
    },
  });
}

interface HeldWindow {
  isReactHeld(): boolean;
  resumeReact(): void;
}

const reactIsHeld = (page: Page) =>
  expect.poll(() => page.evaluate(() => (window as unknown as HeldWindow).isReactHeld())).toBe(true);
const resumeReact = (page: Page) => page.evaluate(() => (window as unknown as HeldWindow).resumeReact());

let reader: Promise<User> | undefined;

/** The user of all tests in this file. Each test logs out only its own browser. */
function readerOf(stage: Stage): Promise<User> {
  reader ??= stage.createUser();
  return reader;
}

test.for([
  ["/privacy-policy", "/privacy-policy"],
  ["/login", "/login"],
  ["/login/2fa", "/login"],
  ["/dashboard", "/login"],
] as const)(
  "%s, hydrated while another tab logs out, redirects the guest to %s without an error",
  async ([path, guestPath], { stage }) => {
    const page = await stage.visit({ as: await readerOf(stage) });
    await page.addInitScript(holdReact);
    await page.goto(path, { waitUntil: "commit" });
    await reactIsHeld(page);
    await changeElsewhere(page, { refreshToken: null });
    await resumeReact(page);
    await expect.poll(() => page.locator("main").isVisible()).toBe(true);
    await expect.poll(() => pathOf(page)).toBe(guestPath);
    await page.locator("main h1").waitFor();
  },
);

test.for(["/login", "/login/2fa", "/signup"])(
  "a user who opens %s is redirected after hydration",
  async (path, { stage }) => {
    const page = await stage.visit({ as: await readerOf(stage) });
    await page.addInitScript(holdReact);
    await page.goto(path, { waitUntil: "commit" });
    await reactIsHeld(page);
    await resumeReact(page);
    await expect.poll(() => pathOf(page)).toBe("/dashboard");
    await messageOf(page, "Please log out to access this page.").waitFor();
  },
);

test.for(["/dashboard", "/settings", "/settings/general", "/login/2fa"])(
  "a guest who opens %s is redirected after hydration",
  async (path, { stage }) => {
    const page = await stage.visit();
    await page.addInitScript(holdReact);
    await page.goto(path, { waitUntil: "load" });
    await reactIsHeld(page);
    await resumeReact(page);
    await expect.poll(() => pathOf(page)).toBe("/login");
  },
);

/** The document that the server renders, without the time of rendering, which differs between nodes. */
async function readRendered(page: Page, path: string): Promise<string> {
  return (await (await page.request.get(path)).text()).replaceAll(/\bu:\d{13}\b/g, "u:0");
}

test.for([
  ["/login", "Create an account"],
  ["/signup", "Log in"],
] as const)(
  "%s is one cached page for every return URL, which only the browser reads after hydration",
  async ([path, other], { stage }) => {
    const page = await stage.visit({ language: "en" });
    const rendered = (query: string) => readRendered(page, path + query);
    expect(await rendered("?next=%2Fdashboard")).toBe(await rendered(""));
    const link = page.locator("main").getByRole("link", { name: other, exact: true });
    await page.goto(`${path}?next=%2Fdashboard`);
    await expect.poll(() => link.getAttribute("href")).toMatch(/\?next=%2Fdashboard$/);
    await page.goto(`${path}?next=%2F%2Felsewhere.example`);
    await page.locator("html:not([data-launching])").waitFor();
    expect(await link.getAttribute("href")).not.toContain("elsewhere");
  },
);

test.for(["/verify-email", "/reset-password", "/not-me", "/unsubscribe"])(
  "%s is one cached page for every mailed link, and contains no token",
  async (path, { stage }) => {
    const page = await stage.visit({ language: "en" });
    const rendered = (query: string) => readRendered(page, path + query);
    // The server refuses the invalid token.
    stage.expectError(/status of 400/);
    const token = "a-token-of-a-mail";
    expect(await rendered(`?token=${token}`)).toBe(await rendered(""));
    await page.goto(`${path}?token=${token}`);
    // The page reads the token, removes it from the URL, and keeps it through a reload until the user leaves the page.
    await expect.poll(() => page.url()).not.toContain(token);
    const stored = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
    await expect.poll(stored).toContain(token);
    await page.reload();
    await page.locator("html:not([data-launching])").waitFor();
    expect(await stored()).toContain(token);
    expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain(token);
    await page.getByRole("banner").getByRole("link", { name: "Log in" }).click();
    await page.waitForURL("**/login");
    await expect.poll(stored).not.toContain(token);
  },
);
