import { amountMax } from "@daymark/domain/base/bounds";
import { formsOf } from "@daymark/domain/text/word-forms";
import type { Habit } from "@daymark/domain/tracking/habit";
import { type DayFault, daysIn, isDayFault, type TypedDay } from "./typed-day.ts";

/** One way to read a typed text as an entry of a habit. */
export interface QuickEntry {
  /** The rest of the text: letters of the habit's title. */
  text: string;
  /** `YYYY-MM-DD`. */
  day: string;
  /** In the habit's unit; undefined for the goal of that day. */
  value?: number;
  /** True if the value is added to the value of the day. */
  isAdded?: boolean;
}

export type EntryFault = DayFault | "amount" | "several_amounts" | "several_days";

/** A text that may name a habit, and why it cannot be recorded. */
export interface FaultyEntry {
  text: string;
  fault: EntryFault;
}

export type Reading = QuickEntry | FaultyEntry;

/** "5" and "+5", and amounts that cannot be recorded: "1.5", "-2", "1e3". */
const numeric = /^[+-]?\d+(?:[.,]\d+)?(?:e\d+)?$/;
const whole = /^(\+?)(\d+)$/;

/**
 * The ways to read a typed text as an entry, in either language: "read 20 yesterday", "біг +5 вчора", "run fri", "walk
 * 3 8 May". Without a day it is today, without an amount the goal. A title may contain a number or the name of a day
 * too, so the caller takes the readings whose text fits a habit.
 *
 * @param today `YYYY-MM-DD`
 */
export function readQuickEntry(typed: string, today: string): Reading[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const days = daysIn(words, today);
  return [...days.flatMap((day) => datedReadings(words, day, today)), ...undatedReadings(words, today)];
}

export function isFaulty(reading: Reading): reading is FaultyEntry {
  return "fault" in reading;
}

/**
 * The letters of a reading that name a habit: without the habit's own word for its amounts, which may stand beside a
 * number, as in "read 20 pages".
 */
export function textFor(reading: Reading, { unit_label: word }: Pick<Habit, "unit_label">): string {
  if (!word || (!isFaulty(reading) && reading.value === undefined)) return reading.text;
  const forms = formsOf(word.toLowerCase()).toSorted((a, b) => b.length - a.length);
  const rest = forms.reduce((text, form) => text.replace(` ${form} `, " "), ` ${reading.text} `);
  return rest.trim();
}

function datedReadings(words: readonly string[], { start, end, day, isDecimal }: TypedDay, today: string): Reading[] {
  const rest = [...words.slice(0, start), ...words.slice(end)];
  const text = textOf(rest);
  const hasAmount = rest.some((word) => numeric.test(word));
  // "12.05" alone is an amount, although not a whole one.
  if (isDecimal && !hasAmount) return [];
  if (isDayFault(day)) return [{ text, fault: day }];
  const [other] = daysIn(rest, today).filter((found) => !found.isDecimal);
  const readings: Reading[] = other
    ? [{ text: textOf([...rest.slice(0, other.start), ...rest.slice(other.end)]), fault: "several_days" }]
    : [];
  if (hasAmount) return [withAmount(rest, day), ...readings];
  // For the goal of today there is a command.
  return text === "" || day === today ? readings : [{ text, day }, ...readings];
}

function undatedReadings(words: readonly string[], today: string): Reading[] {
  return words.some((word) => numeric.test(word)) ? [withAmount(words, today)] : [];
}

/** @param words with one number at least */
function withAmount(words: readonly string[], day: string): Reading {
  const text = textOf(words);
  const [amount = "", ...more] = words.filter((word) => numeric.test(word));
  if (more.length > 0) return { text, fault: "several_amounts" };
  const [, sign, digits] = whole.exec(amount) ?? [];
  const value = Number(digits);
  if (!(value >= 1 && value <= amountMax)) return { text, fault: "amount" };
  return { text, day, value, isAdded: sign === "+" };
}

function textOf(words: readonly string[]): string {
  return words.filter((word) => !numeric.test(word)).join(" ");
}
