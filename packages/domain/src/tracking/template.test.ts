import { expect, it } from "vitest";
import { habitLimit, isHueAllowed } from "../account/plan.ts";
import { codesOf } from "../testing-codes.ts";
import { habitCreateInput } from "./habit.ts";
import { type HabitIdea, habitIdeas, habitTemplates } from "./template.ts";

const bodyOf = ({ id, schedule, end, hasOwnWord, ...habit }: HabitIdea) => ({
  ...{ hue: 0, ...habit, title: id },
  ...{
    schedule: schedule?.("2026-11-28") ?? null,
    end: end?.("2026-11-28") ?? null,
    unit_label: hasOwnWord ? "page, pages" : null,
  },
});

it("a new user can create all three templates", () => {
  expect(habitTemplates).toHaveLength(3);
  for (const template of habitTemplates) {
    expect(codesOf(habitCreateInput, bodyOf(template))).toEqual({});
    expect(isHueAllowed("free", template.hue)).toBe(true);
  }
  for (const type of ["good", "bad"] as const) {
    const ofType = habitTemplates.filter((template) => template.type === type);
    expect(ofType.length).toBeGreaterThan(0);
    expect(ofType.length).toBeLessThanOrEqual(habitLimit("free", type));
  }
  for (const member of ["id", "hue"] as const) {
    expect(new Set(habitTemplates.map((template) => template[member])).size).toBe(3);
  }
});

it("each idea of a habit can be created as it is", () => {
  for (const idea of habitIdeas) expect(codesOf(habitCreateInput, bodyOf(idea)), idea.id).toEqual({});
  expect(new Set(habitIdeas.map(({ id }) => id)).size).toBe(habitIdeas.length);
});

it("the ideas show an end by a number of days, one by a total, and a log", () => {
  const ends = habitIdeas.flatMap(({ end }) => (end ? Object.keys(end("2026-11-28")) : []));
  expect(new Set(ends)).toEqual(new Set(["days", "total", "from"]));
  expect(habitIdeas.some(({ keeps_log }) => keeps_log)).toBe(true);
});

it("the ideas show own units, parts of the day, and each family of schedules", () => {
  const kinds = habitIdeas.flatMap(({ schedule }) => (schedule ? Object.keys(schedule("2026-11-28")) : []));
  expect(new Set(kinds)).toEqual(new Set(["times_per_week", "target_per", "every_days", "from"]));
  expect(habitIdeas.some(({ hasOwnWord }) => hasOwnWord)).toBe(true);
  expect(new Set(habitIdeas.map(({ time_of_day }) => time_of_day))).toEqual(new Set([null, "morning", "evening"]));
});
