import type { Page } from "playwright-core";
import { openDashboard } from "./calendar.ts";
import { logOut } from "./log-out.ts";
import { linkIn, waitForMailWith } from "./mail.ts";
import { untilIdle } from "./requests.ts";
import { expect, messageOf, test } from "./stage.ts";
import type { User } from "./user.ts";

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

/** All that this page shows, also what fields have. */
function shownIn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")];
    return [document.body.textContent, ...fields.map(({ value }) => value)].join("\n");
  });
}

/** All that this page's databases have. */
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

test("an answer that comes after a log-out is shown neither to a guest nor to the next person", async ({ stage }) => {
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
  // Nobody answers, so that the page shows what it has kept.
  await page.route(/\/trpc\/[^?]*note\.list/, () => {});
  await openLogIn(page);
  await logIn(page, next);
  await expect.poll(() => new URL(page.url()).pathname).toBe("/dashboard");
  await messageOf(page, "You have successfully logged in!").waitFor();
  expect(await shownIn(page)).not.toContain(secret);
  expect(await seenIn(page)).not.toContain(secret);
});

test("a message with the title of a habit goes with the session of its person, also one that comes later", async ({
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
  // A window without focus keeps its messages.
  await page.evaluate(() => dispatchEvent(new Event("blur")));
  await logOut(stage, page, user);
  await expect.poll(() => message.count()).toBe(0);
  letGo();
  await expect.poll(() => isDelivered).toBe(true);
  await untilIdle(page);
  expect(await message.count()).toBe(0);
});

test("a link that sets a new password is forgotten once its page was left, and not by a reload", async ({ stage }) => {
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
