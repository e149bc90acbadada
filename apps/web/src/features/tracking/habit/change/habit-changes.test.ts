import { habitOf } from "@daymark/domain/testing-habits";
import { habitMembers } from "@daymark/domain/tracking/habit-content";
import { describe, expect, test } from "vitest";
import { habitChanges, wayBack } from "./habit-changes.ts";

const habit = habitOf({ target: 20, group_name: "Morning" });

describe("a changed habit", () => {
  test("sends only the members that differ", () => {
    expect(habitChanges(habit, { ...habit, weekdays: [7, 6, 5, 4, 3, 2, 1] }, "from_today")).toEqual({ id: 1 });
    const edited = { ...habit, schedule: { times_per_week: 3 }, weekdays: [1, 2], group_name: null };
    expect(habitChanges(habit, edited, "from_today")).toEqual({
      id: 1,
      schedule: { times_per_week: 3 },
      weekdays: [1, 2],
      group_name: null,
      schedule_effective: "from_today",
    });
    expect(habitChanges(habit, { ...habit, target: 30 }, "always")).toEqual({
      id: 1,
      target: 30,
      target_effective: "always",
    });
  });

  test.each(habitMembers)("sends an edit of its %s", (member) => {
    expect(habitChanges(habit, { ...habit, [member]: "edited" }, "from_today")).toMatchObject({ [member]: "edited" });
  });

  test("can be undone if it drops nothing of the past", () => {
    const changes = habitChanges(habit, { ...habit, unit: "hours", title: "Write" }, "from_today");
    expect(wayBack(habit, changes)).toEqual({ id: 1, unit: "minutes", title: "Read" });
    expect(wayBack(habit, { id: 1, target: 30, target_effective: "always" })).toBeNull();
    expect(wayBack(habit, { id: 1 })).toBeNull();
  });

  test("of the schedule is undone as it was made, unless it dropped an earlier schedule", () => {
    const edited = { ...habit, schedule: { times_per_week: 3 } };
    const undone = { id: 1, schedule: null };
    for (const effect of ["from_today", "always"] as const) {
      const changes = habitChanges(habit, edited, effect);
      expect(wayBack(habit, changes)).toEqual({ ...undone, schedule_effective: effect });
    }
    const changed = { ...habit, past_schedules: [{ until: "2026-11-10", weekdays: [1], schedule: null }] };
    expect(
      wayBack(changed, habitChanges(changed, { ...changed, schedule: { times_per_week: 3 } }, "always")),
    ).toBeNull();
  });
});
