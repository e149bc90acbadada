import type { Page } from "playwright-core";
import { enableTwoFactor } from "../stage/authenticator.ts";
import { openDashboard } from "../stage/calendar.ts";
import { logOut } from "../stage/log-out.ts";
import { linkIn, waitForMailWith } from "../stage/mail.ts";
import { untilIdle } from "../stage/requests.ts";
import { expect, messageOf, test } from "../stage/stage.ts";
import type { User } from "../stage/user.ts";

const secret = "Told nobody yet";

async function logIn(page: Page, user: User) {
  const form = page.locator("main form");
  await form.getByLabel("Username").fill(user.username);
  await form.getByLabel("Password", { exact: true }).fill(user.password);
  await form.getByRole("button", { name: "Log in", exact: true }).click();
}

function openLogIn(page: Page) {
  return page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Log in" }).click();
}

/** All text that this page shows, including the values of its fields. */
function shownIn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")];
    return [document.body.textContent, ...fields.map(({ value }) => value)].join("\n");
  });
}

/** All content of this page's IndexedDB databases. */
function seenIn(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const read = (name: string) =>
      new Promise<unknown>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const stores = [...opening.result.objectStoreNames];
          const all = stores.map(
            (store) =>
              new Promise((give) => {
                const asking = opening.result.transaction(store).objectStore(store).getAll();
                asking.onsuccess = () => give(asking.result);
              }),
          );
          void Promise.all(all).then((values) => {
            opening.result.close();
            resolve(values);
          });
        };
      });
    const databases = await indexedDB.databases();
    return JSON.stringify(await Promise.all(databases.map(({ name }) => read(name ?? ""))));
  });
}

test("a response that arrives after a log-out is not shown to a guest or to the next user", async ({ stage }) => {
  const [user, next] = [await stage.createUser(), await stage.createUser()];
  await user.createHabit({ title: "Walk" });
  await user.call("POST", "/notes/", { text: secret });
  await next.createHabit({ title: "Sleep" });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\/trpc\/[^?]*note\.update/, async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  const answered = page.waitForResponse(/\/trpc\/[^?]*note\.update/);
  await page.getByRole("button", { name: "Pin", exact: true }).click();
  await logOut(stage, page, user);
  letGo();
  await (await answered).finished();
  await untilIdle(page);
  expect(await shownIn(page)).not.toContain(secret);
  // The server does not answer these calls, so the page shows what it has cached.
  await page.route(/\/trpc\/[^?]*note\.list/, () => {});
  await openLogIn(page);
  await logIn(page, next);
  await expect.poll(() => new URL(page.url()).pathname).toBe("/dashboard");
  await messageOf(page, "You have successfully logged in!").waitFor();
  expect(await shownIn(page)).not.toContain(secret);
  expect(await seenIn(page)).not.toContain(secret);
});

test("a message with a habit's title disappears with its user's session, even if it arrives later", async ({
  stage,
}) => {
  const user = await stage.createUser();
  const habits = {
    Therapy: await user.createHabit({ title: "Therapy" }),
    Recovery: await user.createHabit({ title: "Recovery" }),
  };
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  const remove = async (title: keyof typeof habits) => {
    await page.locator(`[data-habit-header="${habits[title].id}"]`).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  };
  await remove("Therapy");
  const message = messageOf(page, /Therapy|Recovery/);
  await message.waitFor();
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let isDelivered = false;
  await page.route(/\/trpc\/[^?]*habit\.delete/, async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
    isDelivered = true;
  });
  await remove("Recovery");
  // A window without focus does not close its messages by itself.
  await page.evaluate(() => dispatchEvent(new Event("blur")));
  await logOut(stage, page, user);
  await expect.poll(() => message.count()).toBe(0);
  letGo();
  await expect.poll(() => isDelivered).toBe(true);
  await untilIdle(page);
  expect(await message.count()).toBe(0);
});

test("a reset link is forgotten after its page is left, but not by a reload", async ({ stage }) => {
  const user = await stage.createUser();
  await user.call("POST", "/send-reset-password/", { email: user.email });
  const mail = await waitForMailWith(stage.mailDirectory, user.email, "/reset-password");
  const link = new URL(linkIn(mail, "/reset-password"));
  const page = await stage.visit();
  await page.goto(`${link.pathname}${link.search}`);
  const field = page.getByLabel("New password", { exact: true });
  await field.waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe("");
  await page.reload();
  await field.waitFor();
  await page.goto("/support-us");
  await page.goBack();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("linkToken"))).toBeNull();
  expect(await field.count()).toBe(0);
});

/** What a page in this tab can read of the tab's storage, and the page's fields. */
function readableIn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll("input")].map(({ value }) => value);
    return JSON.stringify([{ ...sessionStorage }, history.state, fields]);
  });
}

test("an address typed for a log-in is forgotten when a user logs in, but not by a reload", async ({ stage }) => {
  const [user, next] = [await stage.createUser(), await stage.createUser()];
  const page = await stage.visit({ language: "en" });
  await page.goto("/login");
  await page.locator("main form button[type=submit]:enabled").waitFor();
  await page.locator("input[name=username]").fill(user.email);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  const field = page.locator("input[name=email]");
  await expect.poll(() => field.inputValue()).toBe(user.email);
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe(user.email);
  const switchLanguage = async (to: "English" | "Українська") => {
    await page
      .getByRole("navigation")
      .getByLabel(/^(Language|Мова)$/)
      .click();
    await page.getByRole("link", { name: to }).click();
  };
  await switchLanguage("Українська");
  await page.getByRole("heading", { name: "Скидання пароля" }).waitFor();
  expect(await field.inputValue()).toBe(user.email);
  await switchLanguage("English");
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await page.getByRole("heading", { name: "Log in to Daymark" }).waitFor();
  await logIn(page, next);
  await expect.poll(() => new URL(page.url()).pathname).toBe("/dashboard");
  await logOut(stage, page, next);
  // Skips the log-in page and the dashboard.
  await page.evaluate(() => history.go(-3));
  await page.waitForURL("**/reset-password");
  await field.waitFor();
  expect(await readableIn(page)).not.toContain(user.email);
});

test("a user name returned to the log-in form is forgotten when another user logs in", async ({ stage }) => {
  stage.expectError(/status of 401/);
  const [user, next] = [await stage.createUser(), await stage.createUser()];
  await enableTwoFactor(user);
  const page = await stage.visit();
  await page.goto("/login");
  await page.locator("main form button[type=submit]:enabled").waitFor();
  await logIn(page, user);
  await page.getByRole("link", { name: "Start over" }).click();
  const field = page.locator("input[name=username]");
  await expect.poll(() => field.inputValue()).toBe(user.username);
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe(user.username);
  await logIn(page, next);
  await expect.poll(() => new URL(page.url()).pathname).toBe("/dashboard");
  await logOut(stage, page, next);
  // Skips the dashboard.
  await page.evaluate(() => history.go(-2));
  await page.waitForURL("**/login");
  await field.waitFor();
  expect(await readableIn(page)).not.toContain(user.username);
});

test("one user's data is removed after another user has logged in over their session", async ({ stage }) => {
  stage.expectError(/status of 401/);
  const [user, next] = [await stage.createUser(), await stage.createUser()];
  await user.createHabit({ title: secret });
  const page = await stage.visit();
  await page.goto("/login");
  await page.locator("main form button[type=submit]:enabled").waitFor();
  // A popup shares the process with its opener, so the second tab learns of the session at once.
  const [other] = await Promise.all([page.waitForEvent("popup"), page.evaluate(() => void open("/login"))]);
  await other.locator("main form button[type=submit]:enabled").waitFor();
  await logIn(page, user);
  await expect.poll(() => seenIn(page)).toContain(secret);
  await other.getByText(user.username).first().waitFor();
  // The next user logs in in a tab that still shows the previous user's name.
  await logIn(other, next);
  await other.getByText(next.username).first().waitFor();
  await expect.poll(() => seenIn(other)).not.toContain(secret);
});

/** Dispatches the event of a page that enters the back/forward cache, because Playwright's browser caches no pages. */
function enterBackForwardCache(page: Page): Promise<void> {
  return page.evaluate(() => void dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
}

/**
 * Dispatches the event of a page that returns from the back/forward cache.
 *
 * @param refresh token of the session that the browser has by then
 * @returns whether the page is visible at once, and its text when it is visible
 */
function returnFromBackForwardCache(page: Page, refresh: string | null) {
  return page.evaluate(async (token) => {
    if (token === null) localStorage.removeItem("refreshToken");
    else localStorage.setItem("refreshToken", token);
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    const isSeen = () => getComputedStyle(document.body).opacity === "1";
    const isSeenAtOnce = isSeen();
    while (!isSeen()) await new Promise(requestAnimationFrame);
    return { isSeenAtOnce, text: document.body.textContent };
  }, refresh);
}

test("a page from the back/forward cache shows nothing until its session is confirmed", async ({ stage }) => {
  stage.expectError(/status of 401/);
  const user = await stage.createUser();
  await user.createHabit({ title: secret });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await page.getByText(secret).first().waitFor();
  const isSeen = () => page.evaluate(() => getComputedStyle(document.body).opacity === "1");
  await enterBackForwardCache(page);
  expect(await isSeen()).toBe(false);
  const refresh = await page.evaluate(() => localStorage.getItem("refreshToken"));
  expect((await returnFromBackForwardCache(page, refresh)).text).toContain(secret);

  await enterBackForwardCache(page);
  const { isSeenAtOnce, text } = await returnFromBackForwardCache(page, null);
  expect([isSeenAtOnce, text.includes(secret)]).toEqual([false, false]);
});

test("a page restored from the back/forward cache does not show its user to another user who has logged in", async ({
  stage,
}) => {
  stage.expectError(/status of 401/);
  const [user, next] = [await stage.createUser(), await stage.createUser()];
  await user.createHabit({ title: secret });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await page.getByText(secret).first().waitFor();
  await enterBackForwardCache(page);
  const loaded = page.waitForEvent("load");
  // The page loads a new document, which destroys the context of the pending check.
  const seen = returnFromBackForwardCache(page, next.refresh).catch(() => null);
  await loaded;
  expect(await seen).toBeNull();
  await page.getByText(next.username).first().waitFor();
});
