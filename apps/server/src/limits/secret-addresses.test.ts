import { inTurnOfUser } from "@daymark/api/procedure/user-queue";
import { createDoneToken } from "@daymark/api/reminder/done";
import { hashPassword } from "@daymark/auth/password/password";
import { pushSubscriptions } from "@daymark/db/schema/reminder";
import { sessions } from "@daymark/db/schema/session";
import { countWaiting } from "@daymark/db/testing";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { createTestHost } from "../testing.ts";

const host = await createTestHost();
afterAll(host.drop);
afterEach(() => {
  vi.useRealTimers();
});
const { app, send } = host;

/** A picture of all habits, and a calendar of them, at their secret addresses. */
async function createAddresses(token: string) {
  const picture = await send("POST", "/api/habit-links/", { token, body: { purpose: "year", habit_id: null } });
  const calendar = await send("POST", "/api/calendar-links/", { token, body: { shows: ["due", "done"] } });
  const pathOf = (url: string) => new URL(url).pathname;
  return { picture: pathOf(picture.json.url), calendar: pathOf(calendar.json.url) };
}

test("guests log in while pictures and calendars of their network wait and are read", async () => {
  const password = "Sunny-Day-42";
  const user = await host.createUser({ password_hash: await hashPassword(password) });
  await host.createHabit(user.token);
  const { picture, calendar } = await createAddresses(user.token);
  const { reading } = await host.database.sql.begin(async (locked) => {
    await locked`lock table habits in access exclusive mode`;
    const reading = [1, 2, 3].flatMap(() => [picture, calendar]).map((url) => app.inject({ url }));
    // One of the pictures, and one of the calendars.
    await expect.poll(() => countWaiting(host.database.sql)).toBe(2);
    const body = { username: user.username, password };
    expect(await send("POST", "/api/auth/token/", { body })).toMatchObject({ status: 200 });
    return { reading };
  });
  const statuses = (await Promise.all(reading)).map(({ statusCode }) => statusCode);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
});

/** A token of the button of a notification. */
async function createButton(userId: number, habitId: number): Promise<string> {
  const { db } = host.database;
  const [session] = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId));
  const subscription = { user_id: userId, session_id: session?.id ?? "", endpoint_hash: `${userId}`, sealed: "sealed" };
  const [browser] = await db.insert(pushSubscriptions).values(subscription).returning();
  const owner = { user_id: userId, subscription_id: browser?.id ?? 0, habit_id: habitId };
  const expires_at = new Date(Date.now() + 3_600_000);
  const day = new Date().toISOString().slice(0, 10);
  const token = await db.transaction((tx) => createDoneToken(tx, { ...owner, day, expires_at }));
  return token ?? "";
}

/** Secret addresses that change the days of their owner, and the answers of two requests at once. */
const changes = [
  { what: "taps", path: "tap", statuses: [200, 200] },
  // A tap is undone once.
  { what: "undos of taps", path: "undo", statuses: [200, 409] },
  { what: "buttons of notifications", path: "button", statuses: [200, 200] },
] as const;

test.each(changes)("guests log in while $what of their network wait for other writes of the owner", async (change) => {
  const password = "Sunny-Day-42";
  const user = await host.createUser({ password_hash: await hashPassword(password), reminder_done: true });
  const { id } = await host.createHabit(user.token);
  const link = await send("POST", "/api/habit-links/", { token: user.token, body: { purpose: "add", habit_id: id } });
  const tap = new URL(link.json.url).pathname;
  const paths = { tap, undo: `${tap}/undo`, button: `/api/reminders/done/${await createButton(user.id, id)}/` };
  expect((await app.inject({ method: "POST", url: tap })).statusCode).toBe(200);
  // No wait ends by its timeout.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const otherWrite = Promise.withResolvers<void>();
  const writing = inTurnOfUser({ db: host.database.db, user }, () => otherWrite.promise);
  const waiting = [1, 2].map(() => app.inject({ method: "POST", url: paths[change.path] }));
  const body = { username: user.username, password };
  expect(await send("POST", "/api/auth/token/", { body })).toMatchObject({ status: 200 });
  otherWrite.resolve();
  await writing;
  const statuses = (await Promise.all(waiting)).map(({ statusCode }) => statusCode);
  expect(statuses.sort()).toEqual(change.statuses);
});
