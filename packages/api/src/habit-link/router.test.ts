import { revokeAccess } from "@daymark/auth/session/revoke";
import { habitLinks } from "@daymark/db/schema/connection/habit-link";
import { users } from "@daymark/db/schema/user";
import { toDayNumber } from "@daymark/domain/base/day";
import { habitLinksMax, type TapAction } from "@daymark/domain/tracking/habit-link";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { toProblem } from "../base/error.ts";
import { readInTurn } from "../procedure/long-reads.ts";
import { createTestApi, habitInput, keyOf, noon, type TestUser } from "../testing.ts";

const api = await createTestApi({ max: 20, publicUrl: "https://habits.example" });
const { db, clock, guest } = api;
afterAll(api.drop);
beforeEach(() => {
  clock.now = noon;
});

const second = 1000;
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => toProblem(error).key,
  );
const tokenOf = (url: string) => url.split("/").at(-1) ?? "";

async function createTap(user: TestUser, purpose: TapAction, values: Partial<typeof habitInput> = {}) {
  const habit = await user.caller.habit.create({ ...habitInput, ...values });
  const { id, url } = await user.caller.habitLink.create({ purpose, habit_id: habit.id });
  return { habit, linkId: id, token: tokenOf(url) };
}

async function entriesOf({ caller }: TestUser, id: number) {
  const range = { from: "2026-11-01", to: "2026-12-31" };
  return (await caller.progress.listOfHabit({ id, ...range })).results.map(({ day, value }) => [day, value]);
}

const today = new Date(noon).toISOString().slice(0, 10);

test("a link is shown once, stored as a hash, and identified by its last characters", async () => {
  const user = await api.createUser();
  const habit = await user.caller.habit.create({ ...habitInput, title: "Run" });
  const { url, ...told } = await user.caller.habitLink.create({ purpose: "add", habit_id: habit.id });
  expect(url).toMatch(/^https:\/\/habits\.example\/tap\/[\w-]{43}$/);
  expect(told).toEqual({
    id: expect.any(Number),
    purpose: "add",
    habit_id: habit.id,
    title: "Run",
    shows_title: true,
    link_end: tokenOf(url).slice(-4),
    last_used_at: null,
    created_at: new Date(noon).toISOString(),
  });
  expect(await user.caller.habitLink.list({})).toEqual({ results: [told], next: null });
  expect(JSON.stringify(await db.select().from(habitLinks))).not.toContain(tokenOf(url));
});

describe("a tap", () => {
  test("adds 1 to today, and a look at the link adds nothing", async () => {
    const user = await api.createUser();
    const { habit, token } = await createTap(user, "add");
    expect(await guest.habitLink.tapTarget({ token })).toMatchObject({ state: "ready", title: habit.title });
    expect(await entriesOf(user, habit.id)).toEqual([]);
    expect(await guest.habitLink.tap({ token })).toMatchObject({ day: today, value: 1, changed: true, can_undo: true });
    expect(await entriesOf(user, habit.id)).toEqual([[today, 1]]);
  });

  test("twice within three seconds, or with the same key on the same day, is one tap", async () => {
    const user = await api.createUser();
    const { habit, token } = await createTap(user, "add");
    await guest.habitLink.tap({ token, key: "one" });
    clock.now += 2 * second;
    expect(await guest.habitLink.tap({ token, key: "two" })).toMatchObject({
      value: 1,
      changed: false,
      can_undo: true,
    });
    clock.now += 60 * second;
    expect(await guest.habitLink.tap({ token, key: "one" })).toMatchObject({ value: 1, changed: false });
    expect(await guest.habitLink.tap({ token, key: "two" })).toMatchObject({ value: 2, changed: true });
    expect(await entriesOf(user, habit.id)).toEqual([[today, 2]]);
  });

  test("with the same key on the next day is another tap", async () => {
    const user = await api.createUser();
    const { habit, token } = await createTap(user, "add");
    await guest.habitLink.tap({ token, key: "morning" });
    clock.now += 23 * 3600 * second;
    const next = await guest.habitLink.tap({ token, key: "morning" });
    expect(next).toMatchObject({ value: 1, changed: true });
    expect(next.day > today).toBe(true);
    expect((await entriesOf(user, habit.id)).length).toBe(2);
  });

  test("that is repeated too late for an undo says so", async () => {
    const user = await api.createUser();
    const { token } = await createTap(user, "add");
    await guest.habitLink.tap({ token, key: "one" });
    clock.now += 15 * 60 * second;
    expect(await guest.habitLink.tap({ token, key: "one" })).toMatchObject({ changed: false, can_undo: true });
    clock.now += 1;
    expect(await guest.habitLink.tap({ token, key: "one" })).toMatchObject({ changed: false, can_undo: false });
    expect(await keyOf(guest.habitLink.undoTap({ token }))).toBe("conflict");
  });

  test("that means done records of a week's goal what the week still misses, and nothing once it is met", async () => {
    clock.now = Date.parse("2026-11-20T12:00:00Z");
    const user = await api.createUser();
    const goal = { unit: "minutes", target: 300, schedule: { target_per: "week" } } as const;
    const { habit, token } = await createTap(user, "done", goal);
    // The habit is older than this week, whose Monday is 16 November.
    const recorded = [
      ["2026-11-09", 10],
      ["2026-11-16", 120],
      ["2026-11-18", 150],
    ] as const;
    for (const [day, value] of recorded) await user.caller.progress.set({ id: habit.id, day, value });
    expect(await guest.habitLink.tap({ token })).toMatchObject({ day: "2026-11-20", value: 30, changed: true });
    clock.now += 24 * 3600 * second;
    expect(await guest.habitLink.tap({ token })).toMatchObject({ day: "2026-11-21", changed: false });
    expect((await entriesOf(user, habit.id)).map(([day]) => day)).not.toContain("2026-11-21");
  });

  test("ten times at once is one tap", async () => {
    const user = await api.createUser();
    const { habit, token } = await createTap(user, "add");
    const taps = await Promise.all(Array.from({ length: 10 }, () => guest.habitLink.tap({ token })));
    expect(taps.filter(({ changed }) => changed)).toHaveLength(1);
    expect(await entriesOf(user, habit.id)).toEqual([[today, 1]]);
  });

  test("that marks the day as done meets the goal, and changes nothing once it is met", async () => {
    const user = await api.createUser();
    const { habit, token } = await createTap(user, "done");
    await user.caller.progress.set({ id: habit.id, day: today, value: 3, note: "slow" });
    expect(await guest.habitLink.tap({ token })).toMatchObject({ value: habit.target, changed: true });
    clock.now += 60 * second;
    expect(await guest.habitLink.tap({ token })).toMatchObject({ changed: false, can_undo: false });
    await user.caller.progress.set({ id: habit.id, day: today, value: habit.target + 5 });
    expect(await guest.habitLink.tap({ token })).toMatchObject({ value: habit.target + 5, changed: false });
  });

  test("that marks the day of a bad habit as done confirms it, and keeps an amount", async () => {
    const user = await api.createUser();
    const { habit, token } = await createTap(user, "done", { type: "bad" });
    expect(await guest.habitLink.tap({ token })).toMatchObject({ value: null, changed: true });
    await user.caller.progress.set({ id: habit.id, day: today, value: 2 });
    clock.now += 60 * second;
    expect(await guest.habitLink.tap({ token })).toMatchObject({ value: 2, changed: false });
  });

  test("records the owner's today, by their time zone and start of the day", async () => {
    clock.now = Date.parse("2026-11-20T23:30:00Z");
    const user = await api.createUser();
    await db.update(users).set({ timezone: "Europe/Kyiv", day_start_hour: 3 }).where(eq(users.id, user.user.id));
    const { token } = await createTap(user, "add");
    expect(await guest.habitLink.tap({ token })).toMatchObject({ day: "2026-11-20" });
    clock.now = Date.parse("2026-11-21T01:30:00Z");
    expect(await guest.habitLink.tap({ token })).toMatchObject({ day: "2026-11-21" });
  });

  test("can be undone once, with the note and amount of before, but not after another change", async () => {
    const user = await api.createUser();
    const { habit, token } = await createTap(user, "add");
    await user.caller.progress.set({ id: habit.id, day: today, value: 3, note: "slow" });
    await guest.habitLink.tap({ token });
    expect(await guest.habitLink.undoTap({ token })).toMatchObject({ value: 3, can_undo: false });
    expect(await refusal(guest.habitLink.undoTap({ token }))).toBe("conflict");
    await guest.habitLink.tap({ token });
    await user.caller.progress.set({ id: habit.id, day: today, value: 9 });
    expect(await refusal(guest.habitLink.undoTap({ token }))).toBe("conflict");
    expect(await entriesOf(user, habit.id)).toEqual([[today, 9]]);
  });

  test("on a habit that keeps a log is undone by its own entry, also if another entry of the day is later", async () => {
    const user = await api.createUser();
    const { habit, token } = await createTap(user, "add", { keeps_log: true });
    const { id } = habit;
    await user.caller.dayLog.create({ id, at: `${today}T12:10:00Z`, value: 2 });
    await guest.habitLink.tap({ token });
    clock.now += second;
    expect(await guest.habitLink.undoTap({ token })).toMatchObject({ value: 2 });
    const { results } = await user.caller.dayLog.list({ id, date: today });
    expect(results).toMatchObject([{ at: `${today}T12:10:00.000Z`, value: 2 }]);
  });

  test("on an empty day can be undone to an empty day, within fifteen minutes", async () => {
    const user = await api.createUser();
    const { habit, token } = await createTap(user, "done");
    await guest.habitLink.tap({ token });
    clock.now += 14 * 60 * second;
    await guest.habitLink.undoTap({ token });
    expect(await entriesOf(user, habit.id)).toEqual([]);
    await guest.habitLink.tap({ token });
    clock.now += 16 * 60 * second;
    expect(await refusal(guest.habitLink.undoTap({ token }))).toBe("conflict");
  });

  test("on an archived or deleted habit records nothing, and says why", async () => {
    const user = await api.createUser();
    const { habit, token } = await createTap(user, "add");
    const why = async () => {
      const { state } = await guest.habitLink.tapTarget({ token });
      const problem = await guest.habitLink.tap({ token }).catch(toProblem);
      return [state, problem];
    };
    await user.caller.habit.update({ id: habit.id, archived: true });
    expect(await why()).toMatchObject(["archived", { key: "habit_not_found", values: { tap: "archived" } }]);
    await user.caller.habit.delete({ id: habit.id });
    expect(await why()).toMatchObject(["deleted", { key: "habit_not_found", values: { tap: "deleted" } }]);
    await user.caller.habit.restore({ id: habit.id });
    expect(await entriesOf(user, habit.id)).toEqual([]);
  });
});

describe("a link ends", () => {
  test("at once when it is revoked", async () => {
    const user = await api.createUser();
    const { linkId, token } = await createTap(user, "add");
    await user.caller.habitLink.delete({ id: linkId });
    expect(await refusal(guest.habitLink.tap({ token }))).toBe("habit_link_not_found");
  });

  test("with the API keys, when all access to the account is revoked", async () => {
    const user = await api.createUser();
    const { token } = await createTap(user, "add");
    await db.transaction((tx) => revokeAccess(tx, user.user.id, { apiKeys: true }));
    expect(await refusal(guest.habitLink.tapTarget({ token }))).toBeNull();
    await db.transaction((tx) => revokeAccess(tx, user.user.id));
    expect(await refusal(guest.habitLink.tapTarget({ token }))).toBe("habit_link_not_found");
  });

  test("when its account may no longer log in", async () => {
    const user = await api.createUser();
    const { token } = await createTap(user, "add");
    await db.update(users).set({ is_active: false }).where(eq(users.id, user.user.id));
    expect(await refusal(guest.habitLink.tapTarget({ token }))).toBe("habit_link_not_found");
  });
});

test("another user can neither see nor revoke a link, nor make one of a habit that is not theirs", async () => {
  const [owner, stranger] = [await api.createUser(), await api.createUser()];
  const { habit, linkId } = await createTap(owner, "add");
  expect((await stranger.caller.habitLink.list({})).results).toEqual([]);
  expect(await refusal(stranger.caller.habitLink.delete({ id: linkId }))).toBe("habit_link_not_found");
  const create = stranger.caller.habitLink.create({ purpose: "add", habit_id: habit.id });
  expect(await refusal(create)).toBe("habit_not_found");
});

test("an account has a bounded number of links, also under concurrency", async () => {
  const user = await api.createUser();
  const { id } = await user.caller.habit.create(habitInput);
  const create = () => refusal(user.caller.habitLink.create({ purpose: "add", habit_id: id }));
  const answers = await Promise.all(Array.from({ length: habitLinksMax + 3 }, create));
  expect(answers.filter((key) => key === "conflict")).toHaveLength(3);
});

test.each(["", "x", "a".repeat(43), "a".repeat(64)])("the address %s has no link", async (token) => {
  expect(await refusal(guest.habitLink.tap({ token }))).toBe("habit_link_not_found");
});

/** The same database, which notes the rows that its plain statements return. */
function recordRows() {
  const rows: unknown[] = [];
  const client = new Proxy(db.$client, {
    apply(sql, self, args) {
      const query = Reflect.apply(sql, self, args);
      // A part of a statement is never awaited.
      const then = query.then.bind(query);
      const thenWithRows = (onRows: (found: unknown[]) => unknown, onError: (error: unknown) => unknown) =>
        then((found: unknown[]) => {
          rows.push(...found);
          return onRows(found);
        }, onError);
      Reflect.set(query, "then", thenWithRows);
      return query;
    },
  });
  const database = new Proxy(db, {
    get: (target, name, receiver) => (name === "$client" ? client : Reflect.get(target, name, receiver)),
  });
  return { database, rows };
}

describe("a picture", () => {
  test("waits for no read of its owner", async () => {
    const user = await api.createUser();
    const token = await createPicture(user, { purpose: "year" });
    const held = Promise.withResolvers<void>();
    const reader = { user: user.user, client: { address: "127.0.0.1", userAgent: "" }, services: { longWorkDb: db } };
    const reading = readInTurn(reader, () => held.promise);
    expect(await guest.habitLink.picture({ token })).toMatchObject({ kind: "year" });
    held.resolve();
    await reading;
  });

  async function createPicture(
    user: TestUser,
    values: { purpose: "streak" | "year"; habit_id?: number; shows_title?: boolean },
  ) {
    const { url } = await user.caller.habitLink.create(values);
    expect(url).toMatch(/^https:\/\/habits\.example\/badge\/[\w-]{43}\.svg$/);
    return tokenOf(url).replace(".svg", "");
  }

  test("of a streak has its length now, and the title only if its owner shows it", async () => {
    clock.now = Date.parse("2026-11-18T12:00:00Z");
    const user = await api.createUser();
    const { id, target } = await user.caller.habit.create({ ...habitInput, title: "Run" });
    clock.now = Date.parse("2026-11-20T12:00:00Z");
    for (const day of ["2026-11-18", "2026-11-19"]) await user.caller.progress.set({ id, day, value: target });
    const [open, hidden] = [
      await createPicture(user, { purpose: "streak", habit_id: id }),
      await createPicture(user, { purpose: "streak", habit_id: id, shows_title: false }),
    ];
    const shown = { kind: "streak", streak: { length: 2, unit: "days" }, from: null, levels: [] };
    expect(await guest.habitLink.picture({ token: open })).toEqual({ ...shown, title: "Run" });
    expect(await guest.habitLink.picture({ token: hidden })).toEqual({ ...shown, title: null });
    await user.caller.habit.delete({ id });
    expect(await guest.habitLink.picture({ token: open })).toMatchObject({ title: null, streak: null });
  });

  test("of a year has the share of habits that succeeded on each day, and no days before the first", async () => {
    clock.now = Date.parse("2026-11-18T12:00:00Z");
    const user = await api.createUser();
    const one = await user.caller.habit.create({ ...habitInput, title: "Run" });
    await user.caller.habit.create({ ...habitInput, title: "Read" });
    await user.caller.progress.set({ id: one.id, day: "2026-11-18", value: one.target });
    clock.now = Date.parse("2026-11-20T12:00:00Z");
    const all = await guest.habitLink.picture({ token: await createPicture(user, { purpose: "year" }) });
    expect([all.from, all.levels.length]).toEqual(["2025-11-17", 369]);
    expect(all.levels.slice(-4)).toEqual([-1, 2, 0, -1]);
    const own = await guest.habitLink.picture({
      token: await createPicture(user, { purpose: "year", habit_id: one.id }),
    });
    expect(own.levels.slice(-4)).toEqual([-1, 4, 0, -1]);
    expect([all.title, own.title]).toEqual([null, "Run"]);
  });

  test("of a year reads no earlier days, but knows that a habit began with them", async () => {
    clock.now = Date.parse("2026-11-20T12:00:00Z");
    const user = await api.createUser();
    const { id, target } = await user.caller.habit.create({ ...habitInput, title: "Run" });
    // Read are the days of the quarter in which the picture begins, because a result may depend on all of them.
    const days = ["2015-03-01", "2025-09-30", "2025-11-17", "2026-11-19"];
    for (const day of days) await user.caller.progress.set({ id, day, value: target });
    const token = await createPicture(user, { purpose: "year", habit_id: id });
    const { database, rows } = recordRows();
    const { levels } = await api.guestWith({ db: database }).habitLink.picture({ token });
    // The day that began the habit is before the picture, so each day without a value failed.
    expect([levels.length, levels[0], levels[1], levels.at(-2)]).toEqual([369, 4, 0, 4]);
    expect(levels.slice(0, -1)).not.toContain(-1);
    const read = (rows as { entries?: { days: number[] }[] }[]).flatMap(({ entries = [] }) => entries);
    const numbers = [toDayNumber("2025-11-17"), toDayNumber("2026-11-19")];
    expect(read.flatMap(({ days: numbered }) => numbered).sort()).toEqual(numbers);
  });

  test("records nothing: its address is no link for taps, and the other way round", async () => {
    const user = await api.createUser();
    const { habit, token } = await createTap(user, "add");
    const picture = await createPicture(user, { purpose: "year", habit_id: habit.id });
    expect(await refusal(guest.habitLink.tap({ token: picture }))).toBe("habit_link_not_found");
    expect(await refusal(guest.habitLink.picture({ token }))).toBe("habit_link_not_found");
  });
});
