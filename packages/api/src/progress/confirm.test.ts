import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApi, fieldsOf, habitInput, keyOf, noon, type TestApi } from "../testing.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.drop());

const november = { from: "2026-11-01", to: "2026-11-30" };

/** A user with a bad habit that began on Tuesday 10 November; now it is Saturday the 21st. */
async function begin(input: { weekdays?: number[] } = {}) {
  const user = await api.createUser();
  const then = user.callerWith({ now: noon - 11 * 24 * 3600_000 });
  const { id } = await then.habit.create({ ...habitInput, type: "bad", ...input });
  const days = async () =>
    (await user.caller.progress.listOfHabit({ id, ...november })).results
      .filter((entry) => entry.confirmed)
      .map((entry) => Number(entry.day.slice(8)));
  return { ...user, id, days };
}

test("all assumed days from the habit's first day to today are confirmed, and no others", async () => {
  const { caller, id, days } = await begin();
  await caller.progress.set({ id, day: "2026-11-12", value: 3 });
  await caller.progress.set({ id, day: "2026-11-13", skipped: true });
  await caller.progress.set({ id, day: "2026-11-14", note: "at home" });
  await caller.progress.set({ id, day: "2026-11-15", confirmed: true });
  const { results } = await caller.progress.confirm({ id, ...november });
  expect(results.map((entry) => Number(entry.day.slice(8)))).toEqual([10, 11, 14, 16, 17, 18, 19, 20, 21]);
  expect(results[2]).toEqual({
    habit_id: id,
    day: "2026-11-14",
    value: null,
    unit: "minutes",
    skipped: false,
    note: "at home",
    confirmed: true,
  });
  expect(await days()).toEqual([10, 11, 14, 15, 16, 17, 18, 19, 20, 21]);
  // Days that are confirmed already are not returned again.
  expect(await caller.progress.confirm({ id, ...november })).toEqual({ results: [] });
  expect((await caller.habit.get({ id })).first_day).toBe("2026-11-10");
});

test("days off are not assumed and therefore not confirmed", async () => {
  const { caller, id, days } = await begin({ weekdays: [1, 2, 3, 4, 5] });
  await caller.progress.confirm({ id, ...november });
  expect(await days()).toEqual([10, 11, 12, 13, 16, 17, 18, 19, 20]);
});

test("only days of the given range are confirmed, up to the caller's today", async () => {
  const { caller, callerWith, id, days } = await begin();
  await caller.progress.confirm({ id, from: "2026-11-18", to: "2026-11-19" });
  expect(await days()).toEqual([18, 19]);
  await callerWith({ timezone: "Pacific/Kiritimati" }).progress.confirm({ id, from: "2026-11-21", to: "2026-11-25" });
  expect(await days()).toEqual([18, 19, 21, 22]);
  expect(await caller.progress.confirm({ id, from: "2026-10-01", to: "2026-10-31" })).toEqual({ results: [] });
  expect(await fieldsOf(caller.progress.confirm({ id, from: "2026-11-02", to: "2026-11-01" }))).toEqual({
    to: ["range_reversed"],
  });
});

test("a good habit cannot be confirmed, and another user's habit looks missing", async () => {
  const { caller, id } = await begin();
  const good = await caller.habit.create(habitInput);
  expect(await fieldsOf(caller.progress.confirm({ id: good.id, ...november }))).toEqual({ id: ["confirmed_bad_only"] });
  const stranger = await api.createUser();
  expect(await keyOf(stranger.caller.progress.confirm({ id, ...november }))).toBe("habit_not_found");
  await caller.habit.delete({ id });
  expect(await keyOf(caller.progress.confirm({ id, ...november }))).toBe("habit_not_found");
});
