import { groupNameLengthMax } from "../base/bounds.ts";
import { unitKinds } from "../base/unit.ts";
import type { DashboardSettings, HabitFilter } from "./dashboard.ts";
import { habitTypes, timesOfFilter } from "./habit-type.ts";

// The dashboard's settings. This file is separate from the schemas: every page of the dashboard reads its preferences
// before it renders.

/** The third is on the paid plan: a heat map of a year for each habit. */
export const layouts = ["horizontal", "vertical", "year"] as const;

export const densities = ["comfortable", "compact"] as const;

/** ISO weekdays with which a week may begin. If absent, the language decides. */
export const weekStarts = [1, 6, 7] as const;

export const habitSorts = ["position", "title", "streak", "success_rate", "created"] as const;

/** Characters. */
export const filterTextLengthMax = 80;
export const foldedGroupsMax = 50;

type Check = (value: unknown) => boolean;

const oneOf =
  (values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const isFlag: Check = (value) => typeof value === "boolean";
const isHue: Check = (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 359;
const isText =
  (lengthMax: number): Check =>
  (value) =>
    typeof value === "string" && [...value].length <= lengthMax && !value.includes("\u0000") && value.isWellFormed();
const isGroupName = isText(groupNameLengthMax);

const filterChecks: { readonly [Member in keyof HabitFilter]-?: Check } = {
  type: oneOf(habitTypes),
  unit_kind: oneOf(Object.keys(unitKinds)),
  time_of_day: oneOf(timesOfFilter),
  hue: isHue,
  archived: isFlag,
  text: isText(filterTextLengthMax),
  at_risk: isFlag,
};

/** The members that dashboard.ts has schemas for, each with a check of its value. The schemas check the same. */
export const preferenceChecks: { readonly [Member in keyof DashboardSettings]-?: Check } = {
  layout: oneOf(layouts),
  filter: (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    return Object.entries(value).every(
      ([name, member]) =>
        Object.hasOwn(filterChecks, name) && (member === undefined || filterChecks[name as keyof HabitFilter](member)),
    );
  },
  sort: oneOf(habitSorts),
  density: oneOf(densities),
  week_start: oneOf(weekStarts),
  month_total: isFlag,
  folded_groups: (value) => Array.isArray(value) && value.length <= foldedGroupsMax && value.every(isGroupName),
};
