import { reminders } from "@daymark/db/schema/reminder";
import { users } from "@daymark/db/schema/user";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { fieldsOf, habitInput, keyOf, missingHabit, type TestUser } from "../testing.ts";
import { createReminderApi } from "./testing.ts";

const api = await createReminderApi();
afterAll(api.drop);

let owner: TestUser;
let habitId: number;
beforeEach(async () => {
  owner = await api.createReader();
  habitId = (await owner.caller.habit.create(habitInput)).id;
});

const create = (given: object = {}) => owner.caller.reminder.create({ habit_id: habitId, time: "21:00", ...given });

test("a reminder comes every day by push by default", async () => {
  const made = await create();
  expect(made).toEqual({
    id: expect.any(Number),
    habit_id: habitId,
    time: "21:00",
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    by_push: true,
    by_mail: false,
    target_ids: [],
    next_at: "2026-11-21T19:00:00.000Z",
  });
  expect(await owner.caller.reminder.list({})).toEqual({ results: [made], next: null });
});

test("reminders are listed by habit and time of day, or only those of one habit", async () => {
  const other = await owner.caller.habit.create({ ...habitInput, title: "Read" });
  await owner.caller.reminder.create({ habit_id: other.id, time: "07:30" });
  for (const time of ["21:00", "09:05", "00:00"]) await create({ time });
  const listed = async (given: object) =>
    (await owner.caller.reminder.list(given)).results.map(({ habit_id, time }) => `${habit_id} ${time}`);
  const own = ["00:00", "09:05", "21:00"].map((time) => `${habitId} ${time}`);
  expect(await listed({})).toEqual([...own, `${other.id} 07:30`]);
  expect(await listed({ habit_id: habitId })).toEqual(own);
});

test("an update changes only the given members and recomputes the next time", async () => {
  const { id } = await create({ weekdays: [7, 6], by_mail: true });
  const update = (given: object) => owner.caller.reminder.update({ id, ...given });
  expect(await update({ time: "08:00" })).toMatchObject({
    time: "08:00",
    weekdays: [6, 7],
    by_push: true,
    by_mail: true,
    next_at: "2026-11-22T06:00:00.000Z",
  });
  expect(await update({ weekdays: [1] })).toMatchObject({ time: "08:00", next_at: "2026-11-23T06:00:00.000Z" });
  expect(await update({ by_push: false })).toMatchObject({ by_push: false, by_mail: true });
  expect(await update({})).toMatchObject({ time: "08:00", weekdays: [1], by_push: false, by_mail: true });
});

test("a change of channel does not postpone a reminder that is due now", async () => {
  const { id } = await create();
  const late = owner.callerWith({ now: Date.parse("2026-11-21T19:00:30Z") });
  expect(await late.reminder.update({ id, by_mail: true })).toMatchObject({ next_at: "2026-11-21T19:00:00.000Z" });
});

test("a reminder without a channel is refused, also on update", async () => {
  const refused = { by_push: ["reminder_way_missing"] };
  expect(await fieldsOf(create({ by_push: false }))).toEqual(refused);
  const { id } = await create();
  expect(await fieldsOf(owner.caller.reminder.update({ id, by_push: false }))).toEqual(refused);
});

test("a habit has each time once and at most five reminders, even after parallel calls", async () => {
  expect(await fieldsOf(create())).toBe("accepted");
  expect(await fieldsOf(create())).toEqual({ time: ["reminder_time_taken"] });
  const { id } = await create({ time: "20:00" });
  expect(await fieldsOf(owner.caller.reminder.update({ id, time: "21:00" }))).toEqual({
    time: ["reminder_time_taken"],
  });
  const times = Array.from({ length: 20 }, (_, minute) => `10:${10 + minute}`);
  const outcomes = await Promise.all(times.map((time) => fieldsOf(create({ time }))));
  expect(outcomes.filter((outcome) => outcome === "accepted")).toHaveLength(3);
  expect(outcomes.filter((outcome) => outcome !== "accepted")).toEqual(
    Array(17).fill({ time: ["reminders_too_many"] }),
  );
  expect((await owner.caller.reminder.list({})).results).toHaveLength(5);
});

test("a deleted reminder is not found, nor are those of a deleted habit", async () => {
  const { id } = await create();
  expect(await owner.caller.reminder.delete({ id })).toEqual({ detail: "reminder_deleted" });
  expect(await keyOf(owner.caller.reminder.delete({ id }))).toBe("reminder_not_found");
  const { id: other } = await create();
  await owner.caller.habit.delete({ id: habitId });
  expect((await owner.caller.reminder.list({})).results).toEqual([]);
  expect(await keyOf(owner.caller.reminder.update({ id: other, time: "10:00" }))).toBe("reminder_not_found");
  await expect(create()).rejects.toMatchObject(missingHabit);
});

test("another user's habits and reminders look missing and do not change", async () => {
  const { id } = await create();
  const stranger = await api.createReader();
  await expect(stranger.caller.reminder.create({ habit_id: habitId, time: "10:00" })).rejects.toMatchObject(
    missingHabit,
  );
  expect((await stranger.caller.reminder.list({ habit_id: habitId })).results).toEqual([]);
  expect(await keyOf(stranger.caller.reminder.update({ id, time: "10:00" }))).toBe("reminder_not_found");
  expect(await keyOf(stranger.caller.reminder.delete({ id }))).toBe("reminder_not_found");
  expect((await owner.caller.reminder.list({})).results).toMatchObject([{ id, time: "21:00" }]);
});

test("reminders follow a change of time zone or day start in the same transaction", async () => {
  const evening = await create();
  const night = await create({ time: "01:00", weekdays: [6] });
  const nexts = async () => {
    const { results } = await owner.caller.reminder.list({});
    return Object.fromEntries(results.map(({ id, next_at }) => [id, next_at]));
  };
  await owner.caller.auth.settings.update({ timezone: "America/New_York" });
  expect(await nexts()).toEqual({
    [evening.id]: "2026-11-22T02:00:00.000Z",
    [night.id]: "2026-11-28T06:00:00.000Z",
  });
  await owner.caller.auth.settings.update({ day_start_hour: 4 });
  expect((await nexts())[night.id]).toBe("2026-11-22T06:00:00.000Z");
  await owner.caller.auth.settings.update({ timezone: null });
  expect((await nexts())[evening.id]).toBe("2026-11-21T21:00:00.000Z");
});

test("a change of time zone leaves no reminder created in parallel with the old one", async () => {
  await Promise.all([
    ...["10:00", "11:00", "12:00", "13:00"].map((time) => create({ time })),
    owner.caller.auth.settings.update({ timezone: "Asia/Tokyo" }),
  ]);
  for (const { time, next_at } of (await owner.caller.reminder.list({})).results) {
    const shown = new Date(next_at).toLocaleTimeString("en-GB", { timeZone: "Asia/Tokyo", timeStyle: "short" });
    expect(shown).toBe(time);
  }
});

test("a user without a time zone gets the browser's with the first reminder, and keeps it", async () => {
  const fresh = await api.createReader({ timezone: null });
  const habit = await fresh.caller.habit.create(habitInput);
  const inTokyo = fresh.callerWith({ timezone: "Asia/Tokyo" });
  const made = await inTokyo.reminder.create({ habit_id: habit.id, time: "21:30" });
  expect(made.next_at).toBe("2026-11-21T12:30:00.000Z");
  expect((await fresh.caller.auth.settings.get({})).timezone).toBe("Asia/Tokyo");
  const inLondon = fresh.callerWith({ timezone: "Europe/London" });
  await inLondon.reminder.create({ habit_id: habit.id, time: "22:00" });
  expect((await fresh.caller.auth.settings.get({})).timezone).toBe("Asia/Tokyo");
});

test("an API key cannot read or create reminders, because they are settings", async () => {
  const { key } = await owner.caller.apiKey.create({ name: "Script", scopes: ["write"] });
  const script = await api.callerOfKey(key);
  expect(await keyOf(script.reminder.list({}))).toBe("permission_denied");
  expect(await keyOf(script.reminder.create({ habit_id: habitId, time: "21:00" }))).toBe("permission_denied");
  expect((await owner.caller.reminder.list({})).results).toEqual([]);
});

test("an unsubscribe link stops its kind of mail, for anyone who opens it, any number of times", async () => {
  const read = async () => {
    const [row] = await api.db.select().from(users).where(eq(users.id, owner.user.id));
    return [row?.reminder_mails, row?.newsletter_subscriber];
  };
  await api.db.update(users).set({ newsletter_subscriber: true }).where(eq(users.id, owner.user.id));
  const token = api.outbox.unsubscribe.create({ purpose: "reminders", userId: owner.user.id });
  for (let time = 0; time < 2; time += 1) {
    expect(await api.guest.reminder.unsubscribe({ token })).toEqual({ purpose: "reminders" });
    expect(await read()).toEqual([false, true]);
  }
  const newsletter = api.outbox.unsubscribe.create({ purpose: "newsletter", userId: owner.user.id });
  expect(await api.guest.reminder.unsubscribe({ token: newsletter })).toEqual({ purpose: "newsletter" });
  expect(await read()).toEqual([false, false]);
});

test("an invalid unsubscribe link has no effect, and one of a deleted user reveals nothing", async () => {
  const token = api.outbox.unsubscribe.create({ purpose: "reminders", userId: owner.user.id });
  for (const wrong of [`${token}x`, token.replace("reminders", "newsletter"), "", "x"]) {
    expect(await keyOf(api.guest.reminder.unsubscribe({ token: wrong }))).toBe("link_token_invalid");
  }
  expect((await owner.caller.auth.settings.get({})).reminder_mails).toBe(true);
  const gone = api.outbox.unsubscribe.create({ purpose: "reminders", userId: 999_999_999 });
  expect(await api.guest.reminder.unsubscribe({ token: gone })).toEqual({ purpose: "reminders" });
});

test("deleting a habit deletes its reminders", async () => {
  await create();
  await api.sql`delete from habits where user_id = ${owner.user.id} and id = ${habitId}`;
  expect(await api.db.$count(reminders, eq(reminders.user_id, owner.user.id))).toBe(0);
});
