import type { Habit } from "@daymark/domain/habit";
import { describe, expect, test } from "vitest";
import { habitChanges, wayBack } from "./habit-changes.ts";

const habit: Habit = {
  id: 1,
  title: "Read",
  description: "",
  type: "good",
  target: 20,
  targets: [{ from: "2026-11-01", target: 20 }],
  unit: "minutes",
  hue: 225,
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  schedule: null,
  group_name: "Morning",
  position: 0,
  archived: false,
  first_day: "2026-11-01",
  created_at: "2026-11-01T08:00:00.000Z",
};
const same = {
  title: "Read",
  type: "good" as const,
  target: 20,
  unit: "minutes" as const,
  hue: 225,
  description: "",
  weekdays: [7, 6, 5, 4, 3, 2, 1],
  schedule: null,
  group_name: " Morning ",
};

describe("a changed habit", () => {
  test("sends what differs and nothing else", () => {
    expect(habitChanges(habit, same, "from_today")).toEqual({ id: 1 });
    expect(habitChanges(habit, { ...same, schedule: { times_per_week: 3 }, group_name: "" }, "from_today")).toEqual({
      id: 1,
      schedule: { times_per_week: 3 },
      group_name: null,
    });
    expect(habitChanges(habit, { ...same, target: 30 }, "always")).toEqual({
      id: 1,
      target: 30,
      target_effective: "always",
    });
  });

  test("has a way back as long as nothing of the past is dropped", () => {
    const changes = habitChanges(habit, { ...same, unit: "hours", title: "Write" }, "from_today");
    expect(wayBack(habit, changes)).toEqual({ id: 1, unit: "minutes", title: "Read" });
    expect(wayBack(habit, { id: 1, target: 30, target_effective: "always" })).toBeNull();
    expect(wayBack(habit, { id: 1 })).toBeNull();
  });
});
