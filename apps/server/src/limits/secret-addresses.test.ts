import { hashPassword } from "@daymark/auth/password/password";
import { countWaiting } from "@daymark/db/testing";
import { afterAll, expect, test } from "vitest";
import { createTestHost } from "../testing.ts";

const host = await createTestHost();
afterAll(host.drop);
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
