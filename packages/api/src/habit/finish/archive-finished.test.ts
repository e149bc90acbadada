import { users } from "@daymark/db/schema/user";
import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import type { HabitEnd } from "@daymark/domain/tracking/schedule";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { habitInput, type TestUser } from "../../testing.ts";
import { createWebhookApi } from "../../webhook/testing.ts";
import { archiveFinished } from "./archive-finished.ts";

const api = await createWebhookApi();
afterAll(api.drop);

const first = "2026-11-21";
const published: number[] = [];
const live = { publish: (userId: number) => void published.push(userId) };
const deps = { db: api.db, live, now: () => api.clock.now };

beforeEach(() => {
  published.length = 0;
  api.clock.now = Date.parse(`${first}T12:00:00Z`);
});

/** Runs the job of each night on two nodes at once, up to the night so many days after the first one. */
async function runUntil(days: number): Promise<void> {
  const last = Date.parse(`${dayAfter(days)}T02:40:00Z`);
  for (let now = api.clock.now; now < last; ) {
    now = Math.min(last, now + 86_400_000);
    api.clock.now = now;
    await Promise.all([archiveFinished(deps), archiveFinished(deps)]);
  }
}

function dayAfter(days: number): string {
  return fromDayNumber(toDayNumber(first) + days);
}

async function createHabit(end: HabitEnd | null, timezone = "UTC"): Promise<{ user: TestUser; id: number }> {
  const owner = await api.createUser();
  await api.db.update(users).set({ timezone }).where(eq(users.id, owner.user.id));
  const user = await api.refresh(owner);
  const { id } = await user.caller.habit.create({ ...habitInput, unit: "repetitions", end });
  return { user, id };
}

async function isArchived({ user, id }: { user: TestUser; id: number }): Promise<boolean> {
  return (await user.caller.habit.get({ id })).archived;
}

test("a habit that ended is archived after seven days on which its owner changed nothing, and once", async () => {
  const habit = await createHabit({ until: first });
  const goesOn = await createHabit(null);
  await api.addWebhook(habit.user);
  await runUntil(7);
  expect(await isArchived(habit)).toBe(false);
  await runUntil(8);
  expect(await isArchived(habit)).toBe(true);
  expect(await isArchived(goesOn)).toBe(false);
  expect(published).toEqual([habit.user.user.id]);
  const archived = (await api.takeMessages()).filter(({ type }) => type === "habit.archived");
  expect(archived).toMatchObject([{ data: { habit: { id: habit.id, archived: true, ended_on: first } } }]);
});

test("the days are those of the owner's time zone", async () => {
  // At 02:40 UTC it is the evening before in Honolulu, so that the night of the eighth day comes a day later.
  const [kyiv, honolulu] = [
    await createHabit({ until: first }, "Europe/Kyiv"),
    await createHabit({ until: first }, "Pacific/Honolulu"),
  ];
  await runUntil(8);
  expect([await isArchived(kyiv), await isArchived(honolulu)]).toEqual([true, false]);
  await runUntil(9);
  expect(await isArchived(honolulu)).toBe(true);
});

test("a habit that its owner makes active again has seven more days", async () => {
  const habit = await createHabit({ until: first });
  await runUntil(8);
  await habit.user.caller.habit.update({ id: habit.id, archived: false });
  await runUntil(15);
  expect(await isArchived(habit)).toBe(false);
  await runUntil(16);
  expect(await isArchived(habit)).toBe(true);
});

test.for([
  ["goes on", { end: null }],
  ["gets a later end", { end: { until: "2027-01-01" } }],
] as const)("a habit that %s is not archived", async ([, change]) => {
  const habit = await createHabit({ until: first });
  await runUntil(5);
  await habit.user.caller.habit.update({ id: habit.id, ...change });
  await runUntil(20);
  expect(await isArchived(habit)).toBe(false);
});

test("each change by the owner, and a restore from the trash, gives the habit seven days more", async () => {
  const [renamed, restored] = [await createHabit({ until: first }), await createHabit({ until: first })];
  await runUntil(6);
  await renamed.user.caller.habit.update({ id: renamed.id, title: "Another" });
  await restored.user.caller.habit.delete({ id: restored.id });
  await runUntil(10);
  await restored.user.caller.habit.restore({ id: restored.id });
  expect([await isArchived(renamed), await isArchived(restored)]).toEqual([false, false]);
  await runUntil(14);
  expect([await isArchived(renamed), await isArchived(restored)]).toEqual([true, false]);
  await runUntil(18);
  expect(await isArchived(restored)).toBe(true);
});

test("a total that past days reach waits seven days for its owner, and one that is taken back is not archived", async () => {
  const [read, corrected] = [
    await createHabit({ total: 12, from: "2026-10-01" }),
    await createHabit({ total: 12, from: "2026-10-01" }),
  ];
  await runUntil(1);
  for (const { user, id } of [read, corrected]) await user.caller.progress.set({ id, day: "2026-10-05", value: 12 });
  await runUntil(7);
  await corrected.user.caller.progress.set({ id: corrected.id, day: "2026-10-05", value: 11 });
  expect([await isArchived(read), await isArchived(corrected)]).toEqual([false, false]);
  await runUntil(9);
  expect([await isArchived(read), await isArchived(corrected)]).toEqual([true, false]);
  await corrected.user.caller.progress.set({ id: corrected.id, day: "2026-10-05", value: 12 });
  await runUntil(16);
  expect(await isArchived(corrected)).toBe(false);
  await runUntil(17);
  expect(await isArchived(corrected)).toBe(true);
});

test("a total that is taken back and reached again on a later day, with no run between, has seven more days", async () => {
  const habit = await createHabit({ total: 12, from: "2026-10-01" });
  await habit.user.caller.progress.set({ id: habit.id, day: "2026-10-05", value: 12 });
  await runUntil(5);
  await habit.user.caller.progress.set({ id: habit.id, day: "2026-10-05", value: 11 });
  await habit.user.caller.progress.set({ id: habit.id, day: dayAfter(5), value: 1 });
  await runUntil(12);
  expect(await isArchived(habit)).toBe(false);
  await runUntil(13);
  expect(await isArchived(habit)).toBe(true);
});

test("a total that a day to come reaches is not reached before that day", async () => {
  const habit = await createHabit({ total: 12, from: first });
  await habit.user.caller.progress.set({ id: habit.id, day: dayAfter(20), value: 12 });
  await runUntil(26);
  expect(await isArchived(habit)).toBe(false);
  await runUntil(27);
  expect(await isArchived(habit)).toBe(true);
});

test("the seven days begin anew for an owner whose account was deactivated meanwhile", async () => {
  const habit = await createHabit({ until: first });
  const setActive = (is_active: boolean) =>
    api.db.update(users).set({ is_active }).where(eq(users.id, habit.user.user.id));
  await runUntil(3);
  await setActive(false);
  await runUntil(10);
  await setActive(true);
  await runUntil(17);
  expect(await isArchived(habit)).toBe(false);
  await runUntil(18);
  expect(await isArchived(habit)).toBe(true);
});

test("a value on a day to come does not keep a habit from the archive", async () => {
  const habit = await createHabit({ until: first });
  await habit.user.caller.progress.set({ id: habit.id, day: dayAfter(60), value: 1 });
  await runUntil(8);
  expect(await isArchived(habit)).toBe(true);
});

test("a habit that its owner still records is not archived", async () => {
  const habit = await createHabit({ total: 12, from: first });
  await habit.user.caller.progress.set({ id: habit.id, day: first, value: 12 });
  await runUntil(6);
  await habit.user.caller.progress.set({ id: habit.id, day: dayAfter(6), value: 1 });
  await runUntil(10);
  expect(await isArchived(habit)).toBe(false);
  await runUntil(20);
  expect(await isArchived(habit)).toBe(true);
});

test("an archived habit goes to the end of the archived ones, and what fails for one user keeps no other from it", async () => {
  const broken = await createHabit({ until: first });
  const habit = await createHabit({ until: first });
  const { id } = await habit.user.caller.habit.create({ ...habitInput, title: "Old" });
  await habit.user.caller.habit.update({ id, archived: true });
  await runUntil(7);
  await api.db.update(users).set({ timezone: "Nowhere/None" }).where(eq(users.id, broken.user.user.id));
  api.clock.now = Date.parse(`${dayAfter(8)}T02:40:00Z`);
  await expect(archiveFinished(deps)).rejects.toThrow("could not be archived: 1");
  const { results } = await habit.user.caller.habit.list({ archived: true });
  expect(results.map((each) => each.id)).toEqual([id, habit.id]);
  await api.db.update(users).set({ timezone: "UTC" }).where(eq(users.id, broken.user.user.id));
  await archiveFinished(deps);
  expect(await isArchived(broken)).toBe(true);
});
