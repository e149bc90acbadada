import { habitOf } from "@daymark/domain/testing-habits";
import type { Habit } from "@daymark/domain/tracking/habit";
import { describe, expect, test } from "vitest";
import { refreshFigures } from "./change/refresh-figures.ts";
import { blockingHabit, blocksOf, groupsOf, idsAfterGroupMove, idsAfterMove, inOrder, moved } from "./habit-list.ts";

const habit = (id: number, type: "good" | "bad", position: number) =>
  habitOf({ id, title: `Habit ${id}`, type, position });
const bad = habit(1, "bad", 0);
const [first, second, third] = [habit(5, "good", 0), habit(3, "good", 1), habit(4, "good", 2)] as const;
const habits = [bad, third, first, second];
const ids = (list: readonly Habit[] | undefined) => list?.map(({ id }) => id);

describe("the order of habits", () => {
  test("has good habits first, and each type by position", () => {
    expect(ids(inOrder(habits))).toEqual([5, 3, 4, 1]);
  });

  test("lets a habit move within its type, but not beyond its ends", () => {
    expect(idsAfterMove(habits, second, -1)).toEqual([3, 5, 4]);
    expect(idsAfterMove(habits, second, 1)).toEqual([5, 4, 3]);
    expect(idsAfterMove(habits, first, -1)).toBeUndefined();
    expect(idsAfterMove(habits, third, 1)).toBeUndefined();
    expect(idsAfterMove(habits, bad, 1)).toBeUndefined();
  });

  test("is renumbered when set, and the other type does not change", () => {
    const after = moved(habits, "good", [4, 5, 3]);
    expect(ids(after)).toEqual([4, 5, 3, 1]);
    expect(after.map(({ position }) => position)).toEqual([0, 1, 2, 0]);
    expect(after.at(-1)).toBe(bad);
  });
});

describe("the order of groups", () => {
  const grouped = (id: number, position: number, group_name: string | null) => ({
    ...habit(id, "good", position),
    group_name,
  });
  // In display order: 1, then Morning with 2 and 4, then 3, then Body with 5.
  const list = [
    grouped(1, 0, null),
    grouped(2, 1, "Morning"),
    grouped(3, 2, null),
    grouped(4, 3, "Morning"),
    grouped(5, 4, "Body"),
  ];
  const at = (id: number) => list.find((other) => other.id === id) as Habit;

  test("places a group at its first habit", () => {
    expect(blocksOf(list, "good").map(({ group, habits }) => [group, ids(habits)])).toEqual([
      [null, [1]],
      ["Morning", [2, 4]],
      [null, [3]],
      ["Body", [5]],
    ]);
    expect(groupsOf(list)).toEqual(["Morning", "Body"]);
  });

  test("lets a habit move within its group, and one outside pass a whole group", () => {
    expect(idsAfterMove(list, at(4), -1)).toEqual([1, 4, 2, 3, 5]);
    expect(idsAfterMove(list, at(2), -1)).toBeUndefined();
    expect(idsAfterMove(list, at(4), 1)).toBeUndefined();
    expect(idsAfterMove(list, at(3), -1)).toEqual([1, 3, 2, 4, 5]);
    expect(idsAfterMove(list, at(1), 1)).toEqual([2, 4, 1, 3, 5]);
  });

  test("lets a group move as a whole within its type", () => {
    expect(idsAfterGroupMove(list, { name: "Morning", type: "good", time: null }, -1)).toEqual([2, 4, 1, 3, 5]);
    expect(idsAfterGroupMove(list, { name: "Morning", type: "good", time: null }, 1)).toEqual([1, 3, 2, 4, 5]);
    expect(idsAfterGroupMove(list, { name: "Body", type: "good", time: null }, 1)).toBeUndefined();
    expect(idsAfterGroupMove(list, { name: "Morning", type: "bad", time: null }, 1)).toBeUndefined();
  });
});

describe("the sections of a day", () => {
  const timed = (
    id: number,
    position: number,
    time_of_day: Habit["time_of_day"],
    group_name: string | null = null,
  ) => ({
    ...habit(id, "good", position),
    time_of_day,
    group_name,
  });
  // In display order: 2 and 4 in the morning, then 1 in the evening, then 3 and 5 at any time.
  const list = [
    timed(1, 0, "evening"),
    timed(2, 1, "morning"),
    timed(3, 2, null, "Body"),
    timed(4, 3, "morning", "Body"),
    timed(5, 4, null),
  ];
  const at = (id: number) => list.find((other) => other.id === id) as Habit;

  test("follow the day, any time comes last, and each keeps the manual order", () => {
    expect(ids(inOrder(list))).toEqual([2, 4, 1, 3, 5]);
    expect(blocksOf(list, "good").map(({ time, group, habits }) => [time, group, ids(habits)])).toEqual([
      ["morning", null, [2]],
      ["morning", "Body", [4]],
      ["evening", null, [1]],
      [null, "Body", [3]],
      [null, null, [5]],
    ]);
  });

  test("bound the moves of their habits, and an order has all habits of the type", () => {
    expect(idsAfterMove(list, at(2), 1)).toEqual([4, 2, 1, 3, 5]);
    expect(idsAfterMove(list, at(2), -1)).toBeUndefined();
    expect(idsAfterMove(list, at(1), -1)).toBeUndefined();
    expect(idsAfterMove(list, at(1), 1)).toBeUndefined();
    expect(idsAfterMove(list, at(5), -1)).toEqual([2, 4, 1, 5, 3]);
  });

  test("bound the moves of the part of a group that is in them", () => {
    const body = { name: "Body", type: "good" } as const;
    expect(idsAfterGroupMove(list, { ...body, time: "morning" }, -1)).toEqual([4, 2, 1, 3, 5]);
    expect(idsAfterGroupMove(list, { ...body, time: "morning" }, 1)).toBeUndefined();
    expect(idsAfterGroupMove(list, { ...body, time: null }, 1)).toEqual([2, 4, 1, 5, 3]);
    expect(idsAfterGroupMove(list, { ...body, time: "evening" }, 1)).toBeUndefined();
  });

  test("are shown in the order that the user set, regardless of the server's positions", () => {
    const after = moved(list, "good", [4, 2, 1, 3, 5]);
    expect(ids(after)).toEqual([4, 2, 1, 3, 5]);
  });
});

describe("the deleted habit that fills a plan", () => {
  const deleted = (id: number, seconds_left: number) => ({
    id,
    title: `Habit ${id}`,
    type: "good" as const,
    seconds_left,
  });
  const room = (used: number) => ({ used, limit: 3 });

  test.each([
    ["none while the plan has room for another habit", 1, [deleted(1, 20)], undefined],
    ["the only one if it fills the last place", 2, [deleted(1, 20)], 1],
    ["none once it no longer counts", 2, [deleted(1, 0)], undefined],
    ["of two that fill the plan the one that expires first", 1, [deleted(1, 20), deleted(2, 5)], 2],
    ["none if one of two has expired and the plan has room again", 1, [deleted(1, 20), deleted(2, 0)], undefined],
    ["of two that must both expire the later one", 2, [deleted(1, 20), deleted(2, 5)], 1],
    ["none if existing habits fill the plan", 3, [deleted(1, 20)], undefined],
  ])("is %s", (_, used, list, expected) => {
    expect(blockingHabit(room(used), list)?.id).toBe(expected);
  });
});

test.for([
  ["an active habit with a total", false, { total: 12 }, true],
  ["an archived habit with a total", true, { total: 12 }, true],
  ["a habit with another end", false, { days: 3 }, false],
] as const)("the lists are fetched again after a record if there is %s: %s", async ([, archived, end, isFetched]) => {
  const invalidated: string[] = [];
  const results = [habitOf({ archived, end: { ...end, from: "2026-11-01" } })];
  const query = (_: object, name: string) => ({
    getData: (input: { archived: boolean }) => ({ results: input.archived === archived ? results : [] }),
    invalidate: async () => void invalidated.push(name),
  });
  await refreshFigures({ habit: new Proxy({}, { get: query }) } as Parameters<typeof refreshFigures>[0]);
  expect(invalidated.includes("list")).toBe(isFetched);
});
