import { amountMax } from "@daymark/domain/base/bounds";
import { toDayNumber } from "@daymark/domain/base/day";
import { convertUnit, quickSteps } from "@daymark/domain/base/unit";
import { targetOn } from "@daymark/domain/rules/result";
import type { Habit } from "@daymark/domain/tracking/habit";
import { rulesOf } from "../habit/rules.ts";
import { type DayState, differingParts, hasAmount } from "./day-state.ts";

/** The new state of a day after a quick edit. The note stays; null if the edit does not apply to the day. */
type Gesture = DayState | null;

const nothing = { value: null, skipped: false, confirmed: false } as const;

export function withSkip(state: DayState, skipped: boolean): Gesture {
  return { ...state, ...nothing, skipped };
}

/** Add one quick step or less; a result of 0 or below clears the amount. */
export function stepped(habit: Habit, state: DayState, by: 1 | -1): Gesture {
  return withAdded(habit, state, by * quickSteps(habit.unit)[0]);
}

/**
 * Adds an amount in the habit's unit, or subtracts it. An amount entered in a finer unit stays in that unit if it would
 * not convert to a whole number.
 *
 * @param amount whole, in the habit's unit
 */
export function withAdded(habit: Habit, state: DayState, amount: number): DayState {
  const held = state.value === null ? 0 : convertUnit(state.value, state.unit, habit.unit);
  const kept = (state.value ?? 0) + convertUnit(amount, habit.unit, state.unit);
  const isKept = !Number.isInteger(held) && Number.isInteger(kept) && kept <= amountMax;
  const [sum, unit] = isKept ? [kept, state.unit] : [Math.round(held + amount), habit.unit];
  return { ...state, ...nothing, unit, value: sum > 0 ? Math.min(amountMax, sum) : null };
}

/** The goal of that day; neither a limit nor the goal of a whole period is one. */
export function atGoal(habit: Habit, day: string, state: DayState): Gesture {
  if (habit.type === "bad" || habit.schedule?.target_per) return null;
  const value = Math.min(targetOn(rulesOf(habit).targets, toDayNumber(day)), amountMax);
  return { ...state, ...nothing, unit: habit.unit, value };
}

/**
 * The state that one press gives a day, of a finger or of Space: the goal, or of a bad habit that there was nothing.
 * Null if the press opens the entry instead, because the day has an amount or a skip already, or has not come yet.
 */
export function recordedByPress(habit: Habit, days: { day: string; today: string }, state: DayState): Gesture {
  if (hasAmount(state) || days.day > days.today) return null;
  return atGoal(habit, days.day, state) ?? withConfirmation(habit, days, state, true);
}

/** True for a good habit's day that is not at its goal, and a bad habit's day of which nothing is recorded. */
export function isUnrecorded(habit: Habit, days: { day: string; today: string }, state: DayState): boolean {
  if (habit.type === "bad") return canConfirm(habit, days, state) && !state.confirmed;
  const goal = atGoal(habit, days.day, state);
  return !state.skipped && goal !== null && differingParts(state, goal).length > 0;
}

/** The state of another day without its note; null if that day is blank. */
export function sameAs(state: DayState, other: DayState): Gesture {
  const { value, unit, skipped, confirmed } = other;
  return hasAmount(other) ? { ...state, value, unit, skipped, confirmed } : null;
}

/** Confirms that there was nothing, or takes that back: for a bad habit's day without a value, up to today. */
export function withConfirmation(
  habit: Habit,
  { day, today }: { day: string; today: string },
  state: DayState,
  confirmed: boolean,
): Gesture {
  return canConfirm(habit, { day, today }, state) ? { ...state, confirmed } : null;
}

/** True for a day on which the user can confirm that there was nothing. */
export function canConfirm(habit: Habit, { day, today }: { day: string; today: string }, state: DayState): boolean {
  return habit.type === "bad" && day <= today && state.value === null && !state.skipped;
}
