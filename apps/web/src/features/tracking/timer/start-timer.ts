import type { Habit } from "@daymark/domain/tracking/habit";
import type { AppBrowser } from "../../../lib/app.ts";
import { pageClock } from "../clock/today.ts";
import { isTimeUnit } from "./elapsed.ts";
import { browserTimers } from "./timers.ts";

/** Ends the timer of a habit if it runs, else starts it; does nothing for a habit without a time unit. */
export function toggleTimer(browser: AppBrowser, habit: Habit) {
  const timers = browserTimers(browser);
  if (timers.read().running?.habitId === habit.id) return timers.end();
  if (!isTimeUnit(habit.unit)) return;
  timers.start({ habitId: habit.id, day: pageClock().read() });
}
