import { amountMax } from "@daymark/domain/base/bounds";
import { toDayNumber } from "@daymark/domain/base/day";
import { convertUnit, quickSteps } from "@daymark/domain/base/unit";
import { targetOn } from "@daymark/domain/rules/result";
import type { Habit } from "@daymark/domain/tracking/habit";
import { rulesOf } from "../habit/rules.ts";
import { type DayState, hasAmount } from "./day-state.ts";

/** What one gesture makes of a day. The note stays; null where the gesture says nothing about such a day. */
type Gesture = DayState | null;

const nothing = { value: null, skipped: false, confirmed: false } as const;

export function withSkip(state: DayState, skipped: boolean): Gesture {
  return { ...state, ...nothing, skipped };
}

/** One quick step more or less; what falls to 0 or below is nothing. */
export function stepped(habit: Habit, state: DayState, by: 1 | -1): Gesture {
  return withAdded(habit, state, by * quickSteps(habit.unit)[0]);
}

/**
 * More, or less, of the habit's unit. What was entered in a finer one stays in that where it would not come out even.
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

/** The goal in force on that day; a limit is nothing to reach for. */
export function atGoal(habit: Habit, day: string, state: DayState): Gesture {
  if (habit.type === "bad") return null;
  const value = Math.min(targetOn(rulesOf(habit).targets, toDayNumber(day)), amountMax);
  return { ...state, ...nothing, unit: habit.unit, value };
}

/** What another day holds, but its note; null where that is nothing. */
export function sameAs(state: DayState, other: DayState): Gesture {
  const { value, unit, skipped, confirmed } = other;
  return hasAmount(other) ? { ...state, value, unit, skipped, confirmed } : null;
}

/** That there was nothing, or that this was not said: of a bad habit's day without a value, up to today. */
export function withConfirmation(
  habit: Habit,
  { day, today }: { day: string; today: string },
  state: DayState,
  confirmed: boolean,
): Gesture {
  return canConfirm(habit, { day, today }, state) ? { ...state, confirmed } : null;
}

/** True for a day of which it can be said that there was nothing. */
export function canConfirm(habit: Habit, { day, today }: { day: string; today: string }, state: DayState): boolean {
  return habit.type === "bad" && day <= today && state.value === null && !state.skipped;
}
