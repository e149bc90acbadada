import { hash, randomBytes } from "node:crypto";
import { wordPush } from "@daymark/i18n/push-words";
import { i18nFor } from "@daymark/i18n/server";
import type { Page, Worker } from "playwright-core";
import { openDashboard } from "../stage/calendar.ts";
import { inDatabase } from "../stage/database.ts";
import { daysAgo } from "../stage/day.ts";
import { expect, type Stage, test } from "../stage/stage.ts";
import type { Habit, User } from "../stage/user.ts";

interface Shown {
  title: string;
  body: string;
  lang: string;
  tag: string;
}

/**
 * Fakes the notification list in the real service worker, because a headless browser shows no notifications even if
 * they are allowed. As in the Notifications API, a notification replaces the one with the same tag.
 */
function fakeNotifications(worker: Worker): Promise<void> {
  return worker.evaluate(() => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    const tray = new Map<string, Shown>();
    Object.assign(self, { tray });
    registration.showNotification = async (title, { body = "", lang = "", tag = crypto.randomUUID() } = {}) => {
      tray.delete(tag);
      tray.set(tag, { title, body, lang, tag });
    };
  });
}

const shownIn = (worker: Worker) =>
  worker.evaluate(() => [...(self as unknown as { tray: Map<string, Shown> }).tray.values()]);

/** Delivers a message to the service worker as the browser does after decrypting it. */
async function connectPushService(page: Page, origin: string) {
  const cdp = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [known] = registrations;
      if (known) resolve(known.registrationId);
    });
  });
  await cdp.send("ServiceWorker.enable");
  const registrationId = await registration;
  return (data: string) => cdp.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
}

const expected = {
  en: {
    lang: "en-US",
    good: "Still open today.",
    bad: "How did today go? Confirm the day or record an amount.",
    several: { title: "2 habits are still open today", body: "Yoga and Sweets" },
  },
  uk: {
    lang: "uk-UA",
    good: "Сьогодні ще не зроблено.",
    bad: "Як минув день? Підтвердьте його або запишіть, що було.",
    several: { title: "На сьогодні лишилися ще 2 звички", body: "Yoga і Sweets" },
  },
} as const;

test("a push message becomes one notification for each habit, in its user's language", async ({ stage }) => {
  const user = await stage.createUser();
  await user.createHabit({ title: "Yoga" });
  const page = await stage.visit({ as: user, withServiceWorker: true });
  await openDashboard(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  const [known] = page.context().serviceWorkers();
  const worker = known ?? (await page.context().waitForEvent("serviceworker"));
  const deliver = await connectPushService(page, stage.url);
  // The message contains its text, so the language of the page does not matter.
  for (const language of ["en", "uk"] as const) {
    await fakeNotifications(worker);
    const push = (...habits: { id: number; title: string; type: "good" | "bad" }[]) =>
      deliver(JSON.stringify(wordPush(i18nFor(language), language, { kind: "reminder", habits })));
    const { lang, good, bad, several } = expected[language];
    const [yoga, sweets] = [
      { id: 7, title: "Yoga", type: "good" },
      { id: 8, title: "Sweets", type: "bad" },
    ] as const;

    await push(yoga);
    const first = { title: "Yoga", body: good, lang, tag: "habit-7" };
    await expect.poll(() => shownIn(worker)).toEqual([first]);
    await push(sweets);
    const second = { title: "Sweets", body: bad, lang, tag: "habit-8" };
    await expect.poll(() => shownIn(worker)).toEqual([first, second]);
    // The same habit with a changed title replaces its first notification and becomes the newest.
    await push({ ...yoga, title: "Yoga at home" });
    await expect.poll(() => shownIn(worker)).toEqual([second, { ...first, title: "Yoga at home" }]);
    await push(yoga, sweets);
    await expect.poll(async () => (await shownIn(worker)).at(-1)).toEqual({ ...several, lang, tag: "habits" });
    // Browsers require a notification for every push message, also for one that is not ours.
    await deliver("not ours");
    await expect.poll(async () => (await shownIn(worker)).at(-1)).toMatchObject({ title: "Daymark", body: "" });
    expect(await shownIn(worker)).toHaveLength(4);
  }
});

/** Stores the token of a reminder with a button, as the server's job does. */
async function createDoneToken(stage: Stage, user: User, habit: Habit): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const endsAt = new Date(Date.now() + 3_600_000);
  await inDatabase(stage, async (sql) => {
    const [owner] = await sql<{ id: string; session: string }[]>`
      update users u set reminder_done = true from sessions s
      where u.username = ${user.username} and s.user_id = u.id returning u.id, s.id as session`;
    const [browser] = await sql<{ id: string }[]>`
      insert into push_subscriptions (user_id, session_id, endpoint_hash, sealed)
      values (${owner?.id ?? 0}, ${owner?.session ?? ""}, ${token}, '') returning id`;
    await sql`
      insert into done_tokens (token_hash, user_id, subscription_id, habit_id, day, expires_at)
      values (${hash("sha256", token)}, ${owner?.id ?? 0}, ${browser?.id ?? 0}, ${habit.id}, ${daysAgo(0)}, ${endsAt})`;
  });
  return token;
}

test("a press on “Done” marks the day once, without a page, and a second press changes nothing", async ({ stage }) => {
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Yoga", target: 5 });
  const page = await stage.visit({ as: user, withServiceWorker: true });
  await openDashboard(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  const [known] = page.context().serviceWorkers();
  const worker = known ?? (await page.context().waitForEvent("serviceworker"));
  const deliver = await connectPushService(page, stage.url);
  await fakeNotifications(worker);
  const content = {
    kind: "reminder",
    done: await createDoneToken(stage, user, habit),
    habits: [{ id: habit.id, title: "Yoga", type: "good" }],
  } as const;
  const notice = wordPush(i18nFor("uk"), "uk", content);
  await deliver(JSON.stringify(notice));
  await expect.poll(() => shownIn(worker)).toMatchObject([{ title: "Yoga", body: "Сьогодні ще не зроблено." }]);

  const pressDone = () =>
    worker.evaluate(({ tag, path, done }) => {
      const event = new Event("notificationclick");
      const notification = { title: "Yoga", lang: "uk-UA", tag, data: { path, done }, close: () => {} };
      self.dispatchEvent(Object.assign(event, { action: "done", notification, waitUntil: () => {} }));
    }, notice);
  const value = () => user.recorded(habit, daysAgo(0));
  await pressDone();
  await expect.poll(() => shownIn(worker)).toMatchObject([{ title: "Yoga", body: "Записано" }]);
  expect(await value()).toBe(5);
  await user.record(habit, daysAgo(0), 2);
  await pressDone();
  await expect
    .poll(() => shownIn(worker))
    .toMatchObject([{ title: "Yoga", body: "Цю кнопку вже натиснуто: нічого не змінено." }]);
  expect(await value()).toBe(2);
});
