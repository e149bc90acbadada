import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApi, habitInput, type TestApi } from "../testing.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.drop());

/** A good habit of target 10, begun on 1 November 2026. */
async function begin() {
  const user = await api.createUser();
  const on = (day: string, timezone = "UTC") =>
    user.callerWith({ timezone, now: Date.parse(`${day}T12:00:00Z`) }).habit;
  const { id } = await on("2026-11-01").create({ ...habitInput, target: 10 });
  return { user, id, on };
}

describe("a target", () => {
  test("applies from the day it is set, and earlier days keep theirs", async () => {
    const { user, id, on } = await begin();
    for (const day of ["2026-10-31", "2026-11-04", "2026-11-05"])
      await user.caller.progress.set({ id, day, value: 10 });
    const changed = await on("2026-11-05").update({ id, target: 20 });
    expect(changed).toMatchObject({
      target: 20,
      targets: [
        { from: "2026-11-01", target: 10 },
        { from: "2026-11-05", target: 20 },
      ],
    });
    expect(await on("2026-11-06").statistics({ id })).toMatchObject({ successful_days: 2, counted_days: 6 });
    expect(await on("2026-11-06").get({ id })).toEqual(changed);
  });

  test("replaces one set earlier on the same day", async () => {
    const { id, on } = await begin();
    await on("2026-11-05").update({ id, target: 20 });
    expect(await on("2026-11-05").update({ id, target: 30 })).toMatchObject({
      target: 30,
      targets: [
        { from: "2026-11-01", target: 10 },
        { from: "2026-11-05", target: 30 },
      ],
    });
  });

  test("set on the day of creation does not change earlier days", async () => {
    const user = await api.createUser();
    const today = user.callerWith({ timezone: "UTC", now: Date.parse("2026-11-05T12:00:00Z") });
    const { id } = await today.habit.create({ ...habitInput, target: 5 });
    for (const day of ["2026-11-01", "2026-11-02", "2026-11-03", "2026-11-04", "2026-11-05"])
      await today.progress.set({ id, day, value: 5 });
    await today.habit.update({ id, target: 8 });
    expect(await today.habit.statistics({ id })).toMatchObject({ current_streak: 4, successful_days: 4 });
    expect((await today.habit.get({ id })).targets).toEqual([
      { from: "2026-11-04", target: 5 },
      { from: "2026-11-05", target: 8 },
    ]);
    expect((await today.habit.streak({ id })).days[0]).toMatchObject({ day: "2026-11-05", target: 8 });
    expect((await today.habit.streak({ id })).days.slice(1).map(({ target }) => target)).toEqual([5, 5, 5, 5]);
    await today.habit.update({ id, target: 6 });
    expect(await today.habit.statistics({ id })).toMatchObject({ current_streak: 4 });
    // The same number as at creation: the history is unchanged.
    await today.habit.update({ id, target: 5 });
    expect(await today.habit.statistics({ id })).toMatchObject({ current_streak: 5 });
    await today.habit.update({ id, target: 8, target_effective: "always" });
    expect(await today.habit.statistics({ id })).toMatchObject({ current_streak: 0 });
  });

  test("set on the day of a change for always keeps that number for earlier days", async () => {
    const { id, on } = await begin();
    await on("2026-11-01").update({ id, target: 20, target_effective: "always" });
    expect(await on("2026-11-01").update({ id, target: 30 })).toMatchObject({
      target: 30,
      targets: [
        { from: "2026-10-31", target: 20 },
        { from: "2026-11-01", target: 30 },
      ],
    });
  });

  test("set after travelling west of the day of creation does not change earlier days", async () => {
    const user = await api.createUser();
    const at = (timezone: string) => user.callerWith({ timezone, now: Date.parse("2026-11-05T12:00:00Z") });
    const { id } = await at("Pacific/Kiritimati").habit.create({ ...habitInput, target: 5 });
    await at("UTC").progress.set({ id, day: "2026-11-04", value: 5 });
    expect(await at("UTC").habit.update({ id, target: 8 })).toMatchObject({
      target: 8,
      targets: [
        { from: "2026-11-04", target: 5 },
        { from: "2026-11-05", target: 8 },
      ],
    });
    expect(await at("UTC").habit.statistics({ id })).toMatchObject({ current_streak: 1 });
  });

  test("set after midnight, before the user's day starts, belongs to the previous day", async () => {
    const user = await api.createUser({ day_start_hour: 4, timezone: "UTC" });
    const at = (time: string) => user.callerWith({ now: Date.parse(`${time}:00Z`) });
    const { id } = await at("2026-11-05T12:00").habit.create({ ...habitInput, target: 5 });
    expect((await at("2026-11-06T03:59").habit.update({ id, target: 8 })).targets).toEqual([
      { from: "2026-11-04", target: 5 },
      { from: "2026-11-05", target: 8 },
    ]);
    expect((await at("2026-11-06T04:00").habit.update({ id, target: 9 })).targets).toEqual([
      { from: "2026-11-04", target: 5 },
      { from: "2026-11-05", target: 8 },
      { from: "2026-11-06", target: 9 },
    ]);
  });

  test("with the same number adds nothing to the history", async () => {
    const { id, on } = await begin();
    const before = await on("2026-11-05").get({ id });
    expect(await on("2026-11-05").update({ id, target: 10 })).toEqual(before);
    await on("2026-11-06").update({ id, target: 20 });
    expect(await on("2026-11-06").update({ id, target: 10 })).toEqual(before);
  });

  test("set for always replaces the history, even with the same number", async () => {
    const { user, id, on } = await begin();
    await user.caller.progress.set({ id, day: "2026-11-02", value: 15 });
    await on("2026-11-05").update({ id, target: 20 });
    expect(await on("2026-11-06").statistics({ id })).toMatchObject({ successful_days: 1 });
    expect(await on("2026-11-06").update({ id, target: 20, target_effective: "always" })).toMatchObject({
      target: 20,
      targets: [{ from: "2026-11-01", target: 20 }],
    });
    expect(await on("2026-11-06").statistics({ id })).toMatchObject({ successful_days: 0 });
    await on("2026-11-06").update({ id, target: 15, target_effective: "always" });
    expect(await on("2026-11-06").statistics({ id })).toMatchObject({ successful_days: 1 });
    expect(await on("2026-11-06").update({ id, target: 25, target_effective: "from_today" })).toMatchObject({
      targets: [
        { from: "2026-11-01", target: 15 },
        { from: "2026-11-06", target: 25 },
      ],
    });
  });

  test("is the one of the caller's today", async () => {
    const { id, on } = await begin();
    await on("2026-11-05", "Pacific/Kiritimati").update({ id, target: 20 });
    expect((await on("2026-11-05").get({ id })).target).toBe(10);
    expect((await on("2026-11-06").get({ id })).target).toBe(20);
    const { results } = await on("2026-11-05").list({});
    expect(results.map((habit) => habit.target)).toEqual([10]);
  });

  test("set after travelling west replaces the one set for the day ahead", async () => {
    const { id, on } = await begin();
    await on("2026-11-05", "Pacific/Kiritimati").update({ id, target: 20 });
    expect(await on("2026-11-05").update({ id, target: 30 })).toMatchObject({
      target: 30,
      targets: [
        { from: "2026-11-01", target: 10 },
        { from: "2026-11-05", target: 30 },
      ],
    });
  });

  test("keeps its number when the unit changes, unless a new number is given", async () => {
    const { id, on } = await begin();
    expect(await on("2026-11-05").update({ id, unit: "hours" })).toMatchObject({ target: 10, unit: "hours" });
    expect(await on("2026-11-05").update({ id, unit: "seconds", target: 600 })).toMatchObject({
      target: 600,
      unit: "seconds",
    });
  });
});
