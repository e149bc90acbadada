import type { Statistics } from "@daymark/domain/rules/statistics";
import { habitOf } from "@daymark/domain/testing-habits";
import type { Habit } from "@daymark/domain/tracking/habit";
import { describe, expect, test } from "vitest";
import { isShown, sectionsOf, sortHabits, unfolded } from "./shown-habits.ts";

const habit = (id: number, change: Partial<Habit> = {}) =>
  habitOf({ id, title: `Habit ${id}`, position: id, created_at: `2026-11-0${id}T08:00:00.000Z`, ...change });
const figures = (...all: [number, Partial<Statistics>][]) =>
  new Map(all.map(([id, figure]) => [id, { habit_id: id, ...figure } as Statistics]));
const ids = (habits: readonly Habit[]) => habits.map(({ id }) => id);
const none = figures();

describe("a view", () => {
  test("finds text in title and description, in any case and script", () => {
    const water = habit(1, { title: "Пити воду", description: "Eight cups" });
    expect(isShown(water, { q: "ВОДУ" }, none)).toBe(true);
    expect(isShown(water, { q: " cups " }, none)).toBe(true);
    expect(isShown(water, { q: "tea" }, none)).toBe(false);
  });

  test("shows habits that match all of its parts", () => {
    const run = habit(1, { unit: "kilometers", hue: 90 });
    expect(isShown(run, { type: "good", unit_kind: "distance", hue: 90 }, none)).toBe(true);
    expect(isShown(run, { type: "bad" }, none)).toBe(false);
    expect(isShown(run, { unit_kind: "time" }, none)).toBe(false);
    expect(isShown(run, { hue: 0 }, none)).toBe(false);
  });

  test("of habits at risk shows those known to be at risk", () => {
    const known = figures([1, { at_risk: true }], [2, { at_risk: false }]);
    expect([1, 2, 3].filter((id) => isShown(habit(id), { at_risk: true }, known))).toEqual([1]);
  });
});

describe("the order of shown habits", () => {
  const bad = habit(1, { type: "bad", title: "A" });
  const habits = [bad, habit(4, { title: "Яблуко" }), habit(2, { title: "Їжа" }), habit(3, { title: "їжак" })];

  test("by hand is by position, with good habits first", () => {
    expect(ids(sortHabits(habits, "position", none, "uk-UA"))).toEqual([2, 3, 4, 1]);
  });

  test("by title follows the alphabet of the language", () => {
    expect(ids(sortHabits(habits, "title", none, "uk-UA"))).toEqual([2, 3, 4, 1]);
  });

  test("by figures puts the best first, and habits without a figure last", () => {
    const known = figures(
      [2, { current_streak: 1, success_rate: null }],
      [3, { current_streak: 5, success_rate: 0.5 }],
      [4, { current_streak: 1, success_rate: 0.9 }],
    );
    expect(ids(sortHabits(habits, "streak", known, "en-US"))).toEqual([3, 2, 4, 1]);
    expect(ids(sortHabits(habits, "success_rate", known, "en-US"))).toEqual([4, 3, 2, 1]);
  });

  test("by age puts the newest first", () => {
    expect(ids(sortHabits(habits, "created", none, "en-US"))).toEqual([4, 3, 2, 1]);
    // Habits of one import have the same creation time.
    const imported = [3, 1, 2].map((id) => habit(id, { created_at: "2026-11-01T08:00:00.000Z" }));
    expect(ids(sortHabits(imported, "created", none, "en-US"))).toEqual([1, 2, 3]);
  });
});

describe("groups", () => {
  const inGroup = (id: number, group_name: string | null, type: "good" | "bad" = "good") =>
    habit(id, { group_name, type });
  const habits = [
    inGroup(1, null),
    inGroup(2, "Morning"),
    inGroup(3, null),
    inGroup(4, "Morning"),
    inGroup(5, "Body", "bad"),
  ];

  test("are placed at their first habit", () => {
    const sections = sectionsOf(habits, []);
    expect(sections.map(({ type, blocks }) => [type, blocks.map((block) => [block.group, ids(block.habits)])])).toEqual(
      [
        [
          "good",
          [
            [null, [1]],
            ["Morning", [2, 4]],
            [null, [3]],
          ],
        ],
        ["bad", [["Body", [5]]]],
      ],
    );
    expect(ids(unfolded(sections))).toEqual([1, 2, 4, 3, 5]);
  });

  test("that are folded keep their position and hide their habits", () => {
    const sections = sectionsOf(habits, ["Morning", "Gone"]);
    expect(ids(unfolded(sections))).toEqual([1, 3, 5]);
    expect(sections[0]?.blocks[1]).toMatchObject({ group: "Morning", isFolded: true });
  });
});

describe("sections", () => {
  const timed = (id: number, time_of_day: Habit["time_of_day"], members: Partial<Habit> = {}) =>
    habit(id, { time_of_day, ...members });
  const shape = (habits: readonly Habit[]) =>
    sectionsOf(habits, ["Body"]).map(({ type, time, blocks }) => [
      type,
      time,
      blocks.map((block) => [block.group, ids(block.habits)]),
    ]);

  test("are one for each type as long as no habit of it has a part of the day", () => {
    expect(shape([timed(1, null), timed(2, null, { type: "bad" })])).toEqual([
      ["good", undefined, [[null, [1]]]],
      ["bad", undefined, [[null, [2]]]],
    ]);
  });

  test("follow the day in a type that has parts of the day, also if the habits have another order", () => {
    const habits = [
      timed(1, null),
      timed(2, "evening"),
      timed(3, "morning", { group_name: "Body" }),
      timed(4, "evening", { group_name: "Body" }),
      timed(5, null, { type: "bad" }),
    ];
    expect(shape(habits)).toEqual([
      ["good", "morning", [["Body", [3]]]],
      [
        "good",
        "evening",
        [
          [null, [2]],
          ["Body", [4]],
        ],
      ],
      ["good", null, [[null, [1]]]],
      ["bad", undefined, [[null, [5]]]],
    ]);
    // A folded group is folded in each section.
    expect(ids(unfolded(sectionsOf(habits, ["Body"])))).toEqual([2, 1, 5]);
  });

  test("can be filtered, also to the habits without a part of the day", () => {
    const habits = [timed(1, null), timed(2, "evening")];
    const shownOf = (time_of_day: "evening" | "any" | "morning") =>
      ids(habits.filter((each) => isShown(each, { time_of_day }, none)));
    expect([shownOf("evening"), shownOf("any"), shownOf("morning")]).toEqual([[2], [1], []]);
  });
});
