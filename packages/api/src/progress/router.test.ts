import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApi, habitInput, keyOf, missingHabit, type TestApi } from "../testing.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.drop());

const november = { from: "2026-11-01", to: "2026-11-30" };

describe("lists of progress", () => {
  test("contain the active habits' entries of the range, with both ends, sorted by habit and day", async () => {
    const { caller } = await api.createUser();
    const { id: run } = await caller.habit.create(habitInput);
    const { id: sweets } = await caller.habit.create({ ...habitInput, type: "bad", unit: "grams" });
    const { id: archived } = await caller.habit.create(habitInput);
    for (const day of ["2026-10-31", "2026-11-30", "2026-11-01", "2026-12-01"]) {
      for (const id of [sweets, run, archived]) await caller.progress.set({ id, day, value: id === run ? 7 : 9 });
    }
    await caller.progress.set({ id: run, day: "2026-11-15", skipped: true, note: "ill" });
    await caller.progress.set({ id: run, day: "2026-11-16", note: "better" });
    await caller.habit.update({ id: archived, archived: true });
    const ofRun = [
      { habit_id: run, day: "2026-11-01", value: 7, unit: "minutes", skipped: false, note: null, confirmed: false },
      { habit_id: run, day: "2026-11-15", value: null, unit: "minutes", skipped: true, note: "ill", confirmed: false },
      {
        habit_id: run,
        day: "2026-11-16",
        value: null,
        unit: "minutes",
        skipped: false,
        note: "better",
        confirmed: false,
      },
      { habit_id: run, day: "2026-11-30", value: 7, unit: "minutes", skipped: false, note: null, confirmed: false },
    ];
    const of = (id: number, unit: string) =>
      ["2026-11-01", "2026-11-30"].map((day) => ({
        habit_id: id,
        day,
        value: 9,
        unit,
        skipped: false,
        note: null,
        confirmed: false,
      }));
    expect(await caller.progress.list(november)).toEqual({ results: [...ofRun, ...of(sweets, "grams")] });
    expect(await caller.progress.listOfHabit({ id: run, ...november })).toEqual({ results: ofRun });
    expect(await caller.progress.listOfHabit({ id: archived, ...november })).toEqual({
      results: of(archived, "minutes"),
    });
  });

  test("are empty if nothing is recorded", async () => {
    const { caller } = await api.createUser();
    expect(await caller.progress.list(november)).toEqual({ results: [] });
    const { id } = await caller.habit.create(habitInput);
    expect(await caller.progress.listOfHabit({ id, ...november })).toEqual({ results: [] });
  });

  test("span at most 366 days, from earlier to later, within the century", async () => {
    const { caller } = await api.createUser();
    const { id } = await caller.habit.create(habitInput);
    const allowed = [
      { from: "2024-01-01", to: "2024-12-31" },
      { from: "2001-01-01", to: "2001-01-01" },
      { from: "2100-01-01", to: "2100-12-31" },
    ];
    for (const days of allowed) {
      expect(await caller.progress.list(days)).toEqual({ results: [] });
      expect(await caller.progress.listOfHabit({ id, ...days })).toEqual({ results: [] });
    }
    const refused = [
      { from: "2024-01-01", to: "2025-01-01" },
      { from: "2026-11-02", to: "2026-11-01" },
      { from: "2000-12-31", to: "2001-01-01" },
      { from: "2100-12-31", to: "2101-01-01" },
    ];
    for (const days of refused) {
      await expect(caller.progress.list(days)).rejects.toMatchObject({ code: "BAD_REQUEST" });
      await expect(caller.progress.listOfHabit({ id, ...days })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    }
  });
});

describe("deleting progress", () => {
  test("deletes the day's whole entry, and a second deletion finds none", async () => {
    const { caller } = await api.createUser();
    const { id } = await caller.habit.create(habitInput);
    const at = { id, day: "2026-11-20" };
    for (const input of [{ value: 5, note: "long" }, { skipped: true }, { note: "only words" }]) {
      await caller.progress.set({ ...at, ...input });
      expect(await caller.progress.delete(at)).toEqual({ detail: "habit_progress_deleted" });
      expect(await caller.progress.listOfHabit({ id, ...november })).toEqual({ results: [] });
      await expect(caller.progress.delete(at)).rejects.toMatchObject({ key: "habit_progress_not_found" });
    }
  });

  test("distinguishes a day without progress from a missing habit", async () => {
    const { caller } = await api.createUser();
    await expect(caller.progress.delete({ id: Number.MAX_SAFE_INTEGER, day: "2026-11-20" })).rejects.toMatchObject(
      missingHabit,
    );
  });
});

describe("the list of a long time", () => {
  const year = { from: "2026-01-01", to: "2026-12-31" };

  /** A user with more habits than a plan has, each with an entry on each day of the year. */
  async function createUserWithYear(habits: number, note: string | null) {
    const { user, caller } = await api.createUser();
    await api.sql`
      insert into habits (user_id, title, type, unit, hue, position, created_on)
      select ${user.id}, 'Habit ' || n, 'good', 'minutes', 0, n, '2026-01-01' from generate_series(1, ${habits}::int) n`;
    await api.sql`
      insert into progress (user_id, habit_id, day, value, unit, note)
      select user_id, id, date '2026-01-01' + n, 1 + n, 'minutes', ${note} from habits, generate_series(0, 364) n
      where user_id = ${user.id}`;
    return caller;
  }

  test("contains each entry of many habits once, by habit and day", async () => {
    const { results } = await (await createUserWithYear(20, null)).progress.list(year);
    expect(results).toHaveLength(20 * 365);
    const places = results.map(({ habit_id, day }) => [habit_id, day] as const);
    expect(places).toEqual(places.toSorted(([a, day], [b, other]) => a - b || (day < other ? -1 : 1)));
    expect(new Set(places.map(String)).size).toBe(20 * 365);
  });

  test("is refused if it would fill the memory of the server, and shorter times are not", async () => {
    const caller = await createUserWithYear(50, "🧘".repeat(500));
    expect(await keyOf(caller.progress.list(year))).toBe("payload_too_large");
    expect((await caller.progress.list({ ...year, to: "2026-06-30" })).results).toHaveLength(50 * 181);
  });
});
