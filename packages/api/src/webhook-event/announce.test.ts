import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { habitInput, noon, type TestUser } from "../testing.ts";
import { createWebhookApi } from "../webhook/testing.ts";

const api = await createWebhookApi();
afterAll(api.drop);
const { clock } = api;

/** A Saturday. */
const today = "2026-11-21";
let user: TestUser;
beforeEach(async () => {
  clock.now = noon;
  await api.forgetWebhooks();
  user = await api.logIn(await api.createUser());
});

const isOf = { habit: expect.objectContaining({ title: "Run" }) };

test("a change succeeds although the webhook it would be told to is deleted at the same time", async () => {
  const { id } = await user.caller.habit.create(habitInput);
  await api.takeMessages();
  const isWaiting = async () =>
    (await api.sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
      .length > 0;
  const { set } = await api.sql.begin(async (sql) => {
    await sql`delete from webhooks where user_id = ${user.user.id}`;
    const set = user.caller.progress.set({ id, day: today, value: 3 });
    set.catch(() => {});
    await vi.waitUntil(isWaiting, { timeout: 20_000 });
    return { set };
  });
  expect(await set).toMatchObject({ value: 3 });
  expect(await api.takeTypes()).toEqual([]);
});

test("a call that records many days sends events of the first 100, without the history of goals", async () => {
  const { id } = await user.caller.habit.create(habitInput);
  await api.takeMessages();
  const days = Array.from({ length: 101 }, (_, index) => fromDayNumber(toDayNumber("2026-01-01") + index));
  await user.caller.progress.setMany({ entries: days.map((day) => ({ habit_id: id, day, value: 1 })) });
  const told = await api.takeMessages();
  expect(told.map(({ data }) => data.day)).toEqual(days.slice(0, 100));
  for (const { data } of told) {
    expect(data.habit).toMatchObject({ id, target: 10 });
    expect(data.habit).not.toHaveProperty("targets");
    expect(data.habit).not.toHaveProperty("past_schedules");
  }
});

test("a change that fails is not told", async () => {
  const { id } = await user.caller.habit.create(habitInput);
  await api.takeMessages();
  await expect(user.caller.progress.delete({ id, day: today })).rejects.toThrow();
  await expect(
    user.caller.progress.set({ id, day: today, value: 1, expected: { value: 7 } as never }),
  ).rejects.toThrow();
  await expect(
    user.caller.progress.setMany({
      entries: [
        { habit_id: id, day: today, value: 1 },
        { habit_id: 999_999, day: today, value: 1 },
      ],
    }),
  ).rejects.toThrow();
  expect(await api.takeTypes()).toEqual([]);
});

test("a webhook gets only the events and habits that were chosen, and nothing while it is off", async () => {
  const owner = await api.createUser();
  const one = await owner.caller.habit.create(habitInput);
  const two = await owner.caller.habit.create({ ...habitInput, title: "Read" });
  const made = await api.addWebhook(owner, { events: ["day.recorded"], habit_ids: [one.id] });
  const { caller } = await api.refresh(owner);
  await caller.progress.set({ id: one.id, day: today, value: 1 });
  await caller.progress.set({ id: two.id, day: today, value: 1 });
  await caller.habit.update({ id: one.id, title: "Run" });
  expect(await api.takeMessages()).toMatchObject([{ type: "day.recorded", data: isOf }]);
  await caller.webhook.update({ id: made.id, enabled: false });
  await caller.progress.set({ id: one.id, day: today, value: 2 });
  expect(await api.takeTypes()).toEqual([]);
});

test("another user's changes are not told", async () => {
  const stranger = await api.createUser();
  await stranger.caller.habit.create(habitInput);
  expect(await api.takeTypes()).toEqual([]);
});
