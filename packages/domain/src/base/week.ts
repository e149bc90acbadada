import { weekdayOf } from "./day.ts";

/** The highest goal per week: every day of it. */
export const weekDays = 7;

/** The result of a week of a weekly goal: nothing required, met, still open, or missed. */
export const weekResults = ["neutral", "met", "open", "missed"] as const;
export type WeekResult = (typeof weekResults)[number];

/** An ISO 8601 week of a weekly goal in numbers. */
export interface WeekTally {
  /** Days that the user can do: scheduled and not skipped. */
  available: number;
  /** Days done, up to today. */
  achieved: number;
  /** Available days, from today on, that are not done. */
  left: number;
}

/** The Monday (a day number) of the ISO 8601 week of a day. */
export function mondayOf(day: number): number {
  return day - weekdayOf(day) + 1;
}

/** The first day (a day number) of the week of a day, if weeks begin with this ISO weekday. */
export function firstOfWeek(day: number, weekStart: number): number {
  return day - ((weekdayOf(day) - weekStart + weekDays) % weekDays);
}

/** How many days a week requires: the goal, or all available days if they are fewer. */
export function requiredDays(timesPerWeek: number, available: number): number {
  return Math.min(timesPerWeek, available);
}

/** Whether a week's goal is met, still possible or missed, or neutral because no day of the week is available. */
export function weekResult(timesPerWeek: number, { available, achieved, left }: WeekTally): WeekResult {
  const required = requiredDays(timesPerWeek, available);
  if (required === 0) return "neutral";
  if (achieved >= required) return "met";
  return achieved + left < required ? "missed" : "open";
}
