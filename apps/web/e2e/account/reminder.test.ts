import { createHmac, hkdfSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { accessibilityFaults } from "../stage/axe.ts";
import { openDashboard } from "../stage/calendar.ts";
import { fakePush, readPush, untilWorkerReady } from "../stage/push.ts";
import { createVerifiedUser, dialogOf, openSettings, section } from "../stage/settings.ts";
import { expect, press, type Stage, test } from "../stage/stage.ts";
import { type Habit, logIn, type User } from "../stage/user.ts";
import { type Words, wordsOf } from "../stage/words.ts";

interface Reminder {
  id: number;
  time: string;
  weekdays: number[];
  by_push: boolean;
  by_mail: boolean;
}

const remindersOf = async (user: User) =>
  (await user.call<{ results: Reminder[] }>("GET", "/reminders/")).results.map(({ id: _, ...rest }) => rest);
const browsersOf = async (user: User) =>
  (await user.call<{ results: { is_current: boolean }[] }>("GET", "/push/subscriptions/")).results;
const mailsOf = async (user: User) =>
  (await user.call<{ reminder_mails: boolean }>("GET", "/settings/")).reminder_mails;

async function openReminders(page: Page, habit: Habit, words: Words): Promise<Locator> {
  await page.getByRole("button", { name: habit.title }).first().click();
  await press(page.getByRole("menuitem", { name: words("Reminders") }));
  const dialog = dialogOf(page);
  await dialog.getByRole("button", { name: words("Add a reminder") }).waitFor();
  return dialog;
}

test.for(["en", "uk"] as const)(
  "a user sets, changes and deletes reminders in a habit's menu, %s",
  async (language, { stage }) => {
    const words = wordsOf(language);
    const user = await createVerifiedUser(stage);
    const habit = await user.createHabit({ title: "Yoga" });
    const page = await stage.visit({ as: user, language, withServiceWorker: true });
    await fakePush(page, { answer: "granted" });
    await openDashboard(page);
    const dialog = await openReminders(page, habit, words);

    await dialog.getByRole("button", { name: words("Add a reminder") }).click();
    const time = dialog.getByLabel(words("Time"), { exact: true });
    await expect.poll(() => time.inputValue()).toBe("20:00");
    // A new reminder's time field has the focus.
    await expect.poll(() => time.evaluate((input) => input === document.activeElement)).toBe(true);
    const everyDay = [1, 2, 3, 4, 5, 6, 7];
    const first = { habit_id: habit.id, time: "20:00", weekdays: everyDay, by_push: true, by_mail: false };
    expect(await remindersOf(user)).toMatchObject([first]);

    await time.fill("07:45");
    await time.press("Enter");
    await expect.poll(() => remindersOf(user)).toMatchObject([{ ...first, time: "07:45" }]);
    const sunday = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" }).format(Date.UTC(2001, 0, 7));
    await dialog.getByRole("checkbox", { name: sunday }).uncheck();
    await expect.poll(() => remindersOf(user)).toMatchObject([{ time: "07:45", weekdays: [1, 2, 3, 4, 5, 6] }]);
    await dialog.getByRole("checkbox", { name: words("By email") }).check();
    await expect.poll(() => remindersOf(user)).toMatchObject([{ by_push: true, by_mail: true }]);
    await dialog.getByRole("checkbox", { name: words("By notification") }).uncheck();
    await expect.poll(() => remindersOf(user)).toMatchObject([{ by_push: false, by_mail: true }]);

    // The form refuses a reminder without any channel beside the channels, and keeps the last one.
    stage.expectError(/400/);
    await dialog.getByRole("checkbox", { name: words("By email") }).click();
    await dialog.getByText(words("Choose at least one channel.")).waitFor();
    await expect.poll(() => dialog.getByRole("checkbox", { name: words("By email") }).isChecked()).toBe(true);

    await dialog.getByRole("button", { name: words("Add a reminder") }).click();
    await expect
      .poll(() =>
        dialog
          .getByRole("group")
          .filter({ has: page.locator('[type="time"]') })
          .count(),
      )
      .toBe(2);
    await dialog.getByRole("listitem").nth(1).getByRole("button").first().click();
    await expect.poll(() => remindersOf(user)).toHaveLength(1);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await readPush(page)).toEqual({ asked: 0, endpoint: null });
  },
);

test("the page asks for notification permission only on a press, and the browser then shows notifications", async ({
  stage,
}) => {
  const words = wordsOf("en");
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Yoga" });
  const page = await stage.visit({ as: user, withServiceWorker: true });
  await fakePush(page, { answer: "granted" });
  await openDashboard(page);
  const dialog = await openReminders(page, habit, words);
  await dialog.getByRole("button", { name: "Add a reminder" }).click();
  const turnOn = dialog.getByRole("button", { name: "Turn on notifications" });
  await turnOn.waitFor();
  await untilWorkerReady(page);
  expect(await readPush(page)).toEqual({ asked: 0, endpoint: null });
  await turnOn.click();
  await dialog.getByText("This browser shows your reminders, even while Daymark is closed.").waitFor();
  expect(await readPush(page)).toMatchObject({ asked: 1, endpoint: expect.stringContaining("mozilla.com") });
  expect(await browsersOf(user)).toMatchObject([{ is_current: true }]);
  await dialog.getByRole("button", { name: "Send a test notification" }).click();
  await dialog.getByText("Sent. It should appear in a few seconds.").waitFor();
});

test("a user who denies notifications is told how to allow them, and a new reminder comes by mail", async ({
  stage,
}) => {
  const words = wordsOf("en");
  const user = await createVerifiedUser(stage);
  const habit = await user.createHabit({ title: "Yoga" });
  await user.call("POST", "/reminders/", { habit_id: habit.id, time: "06:15" });
  const page = await stage.visit({ as: user, withServiceWorker: true });
  await fakePush(page, { answer: "denied" });
  await openDashboard(page);
  const dialog = await openReminders(page, habit, words);
  await dialog.getByRole("button", { name: "Turn on notifications" }).click();
  await dialog.getByText(/^Notifications from Daymark are blocked/).waitFor();
  expect(await browsersOf(user)).toEqual([]);
  await dialog.getByRole("button", { name: "Add a reminder" }).click();
  await expect.poll(() => remindersOf(user)).toMatchObject([{ time: "06:15" }, { by_push: false, by_mail: true }]);
});

test("a log-out removes the browser's subscription, and only the same user's next log-in restores it", async ({
  stage,
}) => {
  const user = await stage.createUser();
  const page = await stage.visit({ as: user, withServiceWorker: true });
  await fakePush(page, { answer: "granted" });
  await openSettings(page, "/settings");
  await untilWorkerReady(page);
  await section(page, "Reminders").getByRole("button", { name: "Turn on" }).click();
  await section(page, "Reminders").getByRole("button", { name: "Turn off" }).waitFor();
  const other = await logIn(stage.url, user);
  expect(await browsersOf(other)).toHaveLength(1);

  await page.getByRole("banner").getByText(user.username).first().click();
  await page.getByRole("banner").getByRole("button", { name: "Log out" }).click();
  await dialogOf(page).getByRole("button", { name: "Log out" }).click();
  await expect.poll(async () => (await readPush(page)).endpoint).toBeNull();
  await expect.poll(() => browsersOf(other)).toEqual([]);

  const stranger = await stage.createUser();
  await logInHere(page, stranger);
  await openSettings(page, "/settings");
  await section(page, "Reminders").getByRole("button", { name: "Turn on" }).waitFor();
  expect((await readPush(page)).endpoint).toBeNull();
  expect(await browsersOf(stranger)).toEqual([]);

  await logInHere(page, user);
  await untilWorkerReady(page);
  await expect.poll(() => browsersOf(other)).toHaveLength(1);
  expect(await readPush(page)).toMatchObject({ asked: 1, endpoint: expect.any(String) });
});

/** Logs in another session in the same browser. */
async function logInHere(page: Page, user: User): Promise<void> {
  const { refresh } = await logIn(new URL(page.url()).origin, user);
  await page.evaluate((token) => {
    sessionStorage.clear();
    localStorage.setItem("refreshToken", token);
    localStorage.setItem("rememberMe", "true");
    localStorage.removeItem("accessExpiry");
  }, refresh);
  await page.goto("/dashboard");
  await page.locator("main h1").waitFor();
}

test("the settings list every browser with notifications, and can end each of them and the mails", async ({
  stage,
}) => {
  const user = await stage.createUser();
  const phone = await stage.visit({ as: await logIn(stage.url, user), withServiceWorker: true });
  await fakePush(phone, { answer: "granted" });
  await openSettings(phone, "/settings");
  await untilWorkerReady(phone);
  await section(phone, "Reminders").getByRole("button", { name: "Turn on" }).click();
  await section(phone, "Reminders").getByRole("button", { name: "Turn off" }).waitFor();

  const page = await stage.visit({ as: user, withServiceWorker: true });
  await fakePush(page, { answer: "granted" });
  await openSettings(page, "/settings");
  const card = section(page, "Reminders");
  await card.getByRole("heading", { name: "Other browsers with notifications on" }).waitFor();
  await card.getByRole("button", { name: /^Turn off: / }).click();
  await card.getByRole("heading", { name: "Other browsers with notifications on" }).waitFor({ state: "detached" });
  expect(await browsersOf(user)).toEqual([]);
  const mails = card.getByRole("switch", { name: "Reminders by email" });
  await mails.click();
  await expect.poll(() => mailsOf(user)).toBe(false);
  await mails.click();
  await expect.poll(() => mailsOf(user)).toBe(true);
});

test.for(["en", "uk"] as const)(
  "an unsubscribe link works through its button, not by being opened, %s",
  async (language, { stage }) => {
    const words = wordsOf(language);
    const user = await stage.createUser();
    const page = await stage.visit({ language });
    await page.goto(`/unsubscribe?token=${unsubscribeToken(stage, user)}`);
    const button = page.getByRole("button", { name: words("Stop these emails") });
    await button.waitFor();
    expect(await mailsOf(user)).toBe(true);
    // The token is removed from the URL, so a copied URL opens nothing.
    await expect.poll(() => page.url()).toBe(`${stage.url}/unsubscribe`);
    expect(await accessibilityFaults(page)).toEqual([]);
    await button.click();
    await page.getByRole("heading", { name: words("You are unsubscribed") }).waitFor();
    expect(await mailsOf(user)).toBe(false);
  },
);

test("a truncated unsubscribe link shows that it is incomplete", async ({ stage }) => {
  const user = await stage.createUser();
  const page = await stage.visit();
  const token = unsubscribeToken(stage, user);
  stage.expectError(/400/);
  await page.goto(`/unsubscribe?token=${token.slice(0, -3)}`);
  await page.getByRole("button", { name: "Stop these emails" }).click();
  await page.getByRole("heading", { name: "This link is incomplete" }).waitFor();
  const empty = await stage.visit();
  await empty.goto("/unsubscribe");
  await empty.getByRole("heading", { name: "This link is incomplete" }).waitFor();
  expect(await mailsOf(user)).toBe(true);
});

/** Signs a token as the server does, with the secret beside its mails (packages/auth/src/crypto/unsubscribe.ts). */
function unsubscribeToken({ mailDirectory }: Stage, user: User): string {
  const secret = readFileSync(join(mailDirectory, "../secret-key"), "utf8").trim();
  const key = new Uint8Array(hkdfSync("sha256", secret, "", "daymark unsubscribe", 32));
  const claims = JSON.parse(Buffer.from(user.access.split(".")[1] ?? "", "base64url").toString()) as { sub: string };
  const said = `reminders.${claims.sub}`;
  return `${said}.${createHmac("sha256", key).update(said).digest().subarray(0, 16).toString("base64url")}`;
}
