import { amountMax } from "@daymark/domain/base/bounds";
import type { Unit } from "@daymark/domain/base/unit";

const secondsOf = { seconds: 1, minutes: 60, hours: 3600 } as const;
type TimeUnit = keyof typeof secondsOf;

/** No activity lasts longer than this: the user forgot the timer. */
export const forgottenAfterSeconds = 12 * 3600;

/** A shorter time may be a mistake. The page asks whether it counts, and then counts this much. */
export const countedSecondsMin = 60;

export function isTimeUnit(unit: Unit): unit is TimeUnit {
  return unit in secondsOf;
}

/** Whole seconds since an instant; not negative if the clock was set back. */
export function elapsedSeconds(startedAt: number, now: number): number {
  return Math.max(0, Math.floor((now - startedAt) / 1000));
}

/** "0:42", "12:07", "1:02:03" */
export function clockFace(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/**
 * A day's amount plus some seconds, in the finest unit that can hold it: seconds up to 10,000 (2 h 46 min), then
 * minutes, then hours; whole, rounded, at least 1. Whole minutes are minutes, unless the day counts seconds.
 */
export function withSeconds(
  recorded: { value: number | null; unit: Unit },
  seconds: number,
): { value: number; unit: TimeUnit } {
  const before = recorded.value !== null && isTimeUnit(recorded.unit) ? recorded.value * secondsOf[recorded.unit] : 0;
  const total = before + seconds;
  const isWholeMinutes = recorded.unit !== "seconds" && total > 0 && total % secondsOf.minutes === 0;
  const units = isWholeMinutes ? (["minutes", "hours"] as const) : (["seconds", "minutes", "hours"] as const);
  const unit = units.find((each) => total / secondsOf[each] <= amountMax) ?? "hours";
  return { value: Math.min(amountMax, Math.max(1, Math.round(total / secondsOf[unit]))), unit };
}
