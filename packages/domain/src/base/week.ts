import { weekdayOf } from "./day.ts";

/** A goal of so many times a week is at most this: each of its days. */
export const weekDays = 7;

/** What a week of a weekly goal came to: nothing asked, met, still to be met, or missed. */
export const weekResults = ["neutral", "met", "open", "missed"] as const;
export type WeekResult = (typeof weekResults)[number];

/** An ISO 8601 week of a weekly goal in numbers. */
export interface WeekTally {
  /** Days that can be done: those that count and are not skipped. */
  available: number;
  /** Days done, up to today. */
  achieved: number;
  /** Available days that are not over and not done: today and later ones. */
  left: number;
}

/** The Monday (a day number) of the ISO 8601 week that a day lies in. */
export function mondayOf(day: number): number {
  return day - weekdayOf(day) + 1;
}

/** The first day (a day number) of the week that a day lies in, where a week begins with this ISO weekday. */
export function firstOfWeek(day: number, weekStart: number): number {
  return day - ((weekdayOf(day) - weekStart + weekDays) % weekDays);
}

/** How many days a week asks for: the goal, or as many as there are. */
export function requiredDays(timesPerWeek: number, available: number): number {
  return Math.min(timesPerWeek, available);
}

/** Whether a week's goal is met, can still be met, cannot, or is none because no day of the week is available. */
export function weekResult(timesPerWeek: number, { available, achieved, left }: WeekTally): WeekResult {
  const required = requiredDays(timesPerWeek, available);
  if (required === 0) return "neutral";
  if (achieved >= required) return "met";
  return achieved + left < required ? "missed" : "open";
}
