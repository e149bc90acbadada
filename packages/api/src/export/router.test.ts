import { buffer } from "node:stream/consumers";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { createLimits } from "@daymark/auth/limits/rate-limit";
import { createApiKey } from "@daymark/auth/session/api-key";
import { withinTransaction } from "@daymark/db/connection/within-transaction";
import { apiKeys } from "@daymark/db/schema/connection/api-key";
import { sessions } from "@daymark/db/schema/session";
import { countWaiting, isDistributed } from "@daymark/db/testing";
import type { Export } from "@daymark/domain/account/export";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { importFile } from "../import/testing.ts";
import { createTestApi, habitInput, keyOf, noon, type TestUser } from "../testing.ts";
import { pageRowsMax, pagesOf } from "./pages.ts";
import { readExport } from "./read.ts";
import { exportJson } from "./testing.ts";

const api = await createTestApi({ max: 20 });
const { db, sql, clock } = api;
afterAll(api.drop);
beforeEach(() => {
  clock.now = noon;
});

const day = 24 * 3600_000;

/** Habits with a history: changed goals and units, skips, notes, days before the first, order, an archived one. */
async function createHistory(user: TestUser): Promise<void> {
  const then = noon - 40 * day;
  const at = (days: number) => user.callerWith({ now: then + days * day });
  const iso = (days: number) => new Date(then + days * day).toISOString().slice(0, 10);
  const { habit, progress, note } = at(0);
  const run = await habit.create({ ...habitInput, description: "Надворі, «повільно»", weekdays: [1, 2, 3, 5, 6, 7] });
  const drink = await habit.create({ ...habitInput, title: "Coffee", type: "bad", target: 2, unit: "cups", hue: 90 });
  const old = await habit.create({ ...habitInput, title: "Old", unit: "repetitions" });
  for (let offset = -3; offset < 40; offset += 1) {
    if (offset % 7 === 5) await progress.set({ id: run.id, day: iso(offset), skipped: true });
    else if (offset % 4 !== 3) await progress.set({ id: run.id, day: iso(offset), value: 8 + (offset & 7) });
    if (offset % 3 === 0)
      await progress.set({ id: drink.id, day: iso(offset), value: 1 + (offset & 3), note: "two\nlines" });
  }
  await progress.set({ id: run.id, day: iso(41), note: "Only words" });
  await progress.set({ id: old.id, day: iso(1), value: 1 });
  await at(10).habit.update({ id: run.id, target: 12 });
  await at(20).habit.update({ id: run.id, target: 1, unit: "hours" });
  await at(25).progress.set({ id: run.id, day: iso(25), value: 2 });
  await at(30).habit.update({ id: drink.id, target: 3, target_effective: "always" });
  const walk = await at(31).habit.create({ ...habitInput, title: "Walk" });
  await at(32).habit.update({ id: old.id, archived: true });
  await at(33).habit.setOrder({ type: "good", ids: [walk.id, run.id] });
  await note.create({ text: "First" });
  await note.create({ text: "=Second", pinned: true });
}

/** Everything that the screens show of a user's habits, progress and notes, without what an import changes. */
async function shownTo({ caller }: TestUser) {
  const lists = [await caller.habit.list({}), await caller.habit.list({ archived: true })];
  const all = lists.flatMap(({ results }) => results);
  return {
    habits: all.map(({ id: _, ...habit }) => habit),
    statistics: await Promise.all(
      all.map(async ({ id }) => {
        const { habit_id: _, ...statistics } = await caller.habit.statistics({ id });
        return statistics;
      }),
    ),
    entries: await Promise.all(
      all.map(async ({ id }) => {
        const { results } = await caller.progress.listOfHabit({ id, from: "2026-01-01", to: "2026-12-31" });
        return results.map(({ habit_id: _, ...entry }) => entry);
      }),
    ),
    notes: (await caller.note.list({})).results.map(({ id: _, ...note }) => note),
  };
}

test("importing the file restores the same habits, progress, notes and statistics", async () => {
  const [user, other] = [await api.createUser(), await api.createUser()];
  await createHistory(user);
  await importFile(other.caller, await exportJson(user.caller));
  const shown = await shownTo(user);
  expect(shown.statistics).toHaveLength(4);
  expect(await shownTo(other)).toEqual(shown);
});

test("exporting the imported data gives the same file, except for ids", async () => {
  const [user, other] = [await api.createUser(), await api.createUser()];
  await createHistory(user);
  const file = await exportJson(user.caller);
  await importFile(other.caller, file);
  const again = await exportJson(other.caller);
  const ids = new Map(file.habits.map(({ id }, index) => [again.habits[index]?.id, id]));
  const original = (id: number) => ids.get(id) ?? 0;
  expect(again.habits.map((habit) => ({ ...habit, id: original(habit.id) }))).toEqual(file.habits);
  expect(again.progress.map((entry) => ({ ...entry, habit_id: original(entry.habit_id) }))).toEqual(
    expect.arrayContaining(file.progress),
  );
  expect(again.progress).toHaveLength(file.progress.length);
});

test("the file names its format, its owner and its time", async () => {
  const { user, caller } = await api.createUser({ timezone: "Europe/Kyiv", day_start_hour: 4, language: "uk" });
  const json = await caller.export.get({});
  expect(json).toMatchObject({
    file_name: "daymark-2026-11-21.json",
    content_type: "application/json; charset=utf-8",
  });
  await buffer(json.content as NodeReadableStream);
  expect(await exportJson(caller)).toMatchObject({
    format: "daymark",
    version: 1,
    exported_at: new Date(noon).toISOString(),
    account: { username: user.username, email: user.email, timezone: "Europe/Kyiv", day_start_hour: 4, language: "uk" },
    habits: [],
    notes: [],
    progress: [],
    log: [],
  });
  expect(await caller.export.get({ format: "csv" })).toMatchObject({
    file_name: "daymark-2026-11-21.zip",
    content_type: "application/zip",
  });
});

test("the file contains no other user's data and nothing deleted", async () => {
  const [user, other] = [await api.createUser(), await api.createUser()];
  await createHistory(other);
  const { id } = await user.caller.habit.create(habitInput);
  await user.caller.progress.set({ id, day: "2026-11-21", value: 3 });
  await user.caller.habit.delete({ id });
  const file = await exportJson(user.caller);
  expect(file).toMatchObject({ habits: [], progress: [], notes: [] });
  expect(JSON.stringify(file)).not.toContain(other.user.username);
});

test("the file lists reminders by habit and time of day, without the next time and without deleted habits", async () => {
  const { caller } = await api.createUser();
  const [kept, gone] = [await caller.habit.create(habitInput), await caller.habit.create(habitInput)];
  for (const { id } of [kept, gone]) {
    for (const time of ["21:00", "07:05"]) await caller.reminder.create({ habit_id: id, time, by_mail: true });
  }
  await caller.habit.delete({ id: gone.id });
  const common = { id: expect.any(Number), habit_id: kept.id, by_push: true, by_mail: true, target_ids: [] };
  expect((await exportJson(caller)).reminders).toEqual(
    ["07:05", "21:00"].map((time) => ({
      ...common,
      time,
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      created_at: expect.any(String),
    })),
  );
});

test("an API key exports what it may read, and nothing of the account", async () => {
  const user = await api.createUser();
  await createHistory(user);
  const { key, ...kept } = createApiKey();
  await db.insert(apiKeys).values({ user_id: user.user.id, name: "Backup", scopes: ["read"], ...kept });
  const script = await api.callerOfKey(key);
  const [own, keys] = [await exportJson(user.caller), await exportJson(script)];
  const { format, version, exported_at, habits, notes, vacations, progress, log } = own;
  const { feature_requests, comments, comment_reactions, reactions, followed, reports } = own;
  const community = { feature_requests, comments, comment_reactions, reactions, followed, reports };
  expect(keys).toEqual({ format, version, exported_at, habits, notes, vacations, progress, log, ...community });
  expect(JSON.stringify(keys)).not.toContain(user.user.email);
});

test.skipIf(isDistributed)("the file is a snapshot of one moment and ignores later writes", async () => {
  const user = await api.createUser();
  const { id } = await user.caller.habit.create(habitInput);
  await user.caller.progress.set({ id, day: "2026-11-20", value: 1 });
  let exporting: Promise<Export> | undefined;
  // The export stops at the table of entries until this is committed.
  await sql.begin(async (tx) => {
    await tx`lock table progress in access exclusive mode`;
    exporting = exportJson(user.caller);
    await expect.poll(() => countWaiting(sql)).toBeGreaterThan(0);
    await tx`update notes set text = 'Changed' where user_id = ${user.user.id}`;
    await tx`insert into notes (user_id, text) values (${user.user.id}, 'Too late')`;
    await tx`insert into progress (user_id, habit_id, day, value, unit)
      values (${user.user.id}, ${id}, '2026-11-21', 1, 'minutes')`;
  });
  const file = await exporting;
  expect(file?.notes).toEqual([]);
  expect(file?.progress.map((entry) => entry.day)).toEqual(["2026-11-20"]);
});

test("ten years of six habits take as many statements as one day, read one page at a time", async () => {
  const user = await api.createUser({ plan: "paid" });
  const counted = await api.countStatements();
  const call = user.callerWith({ db: counted.db });
  const statementsOf = async () => {
    counted.statements.length = 0;
    const file = await exportJson(call);
    return { file, statements: counted.statements.length };
  };
  for (let index = 0; index < 6; index += 1) await user.caller.habit.create({ ...habitInput, title: `Habit ${index}` });
  const few = await statementsOf();
  await sql`
    insert into progress (user_id, habit_id, day, value, unit, note)
    select user_id, id, day, 5, unit, 'A word on this day' from habits,
      generate_series(date '2016-11-25', date '2026-11-21', '1 day') as day where user_id = ${user.user.id}`;
  const many = await statementsOf();
  expect(many.file.progress).toHaveLength(6 * 3649);
  expect(many.statements).toBe(few.statements);

  const asked = { userId: user.user.id, today: "2026-11-21", now: new Date(noon), hasAccount: true };
  const pages: number[] = [];
  await withinTransaction(db, async (db) => {
    const parts = await readExport(db, asked);
    for await (const page of pagesOf(parts.progress)) pages.push(page.length);
  });
  expect(Math.max(...pages)).toBe(pageRowsMax);
});

test("a user can export 20 files an hour", async () => {
  const limited = await createTestApi({ limits: createLimits });
  try {
    const [user, other] = [await limited.createUser(), await limited.createUser()];
    for (let count = 0; count < 20; count += 1) await exportJson(user.caller);
    expect(await keyOf(user.caller.export.get({}))).toBe("too_many_requests");
    await exportJson(other.caller);
  } finally {
    await limited.drop();
  }
});

test("a user who is deleted meanwhile gets session_terminated", async () => {
  const user = await api.createUser();
  await db.delete(sessions).where(eq(sessions.userId, user.user.id));
  await sql`delete from users where id = ${user.user.id}`;
  expect(await keyOf(user.caller.export.get({}))).toBe("session_terminated");
});
