import type { Database } from "@daymark/db/connection/client";
import { toDayNumber } from "@daymark/domain/base/day";
import { remainingUntilEnd } from "@daymark/domain/rules/end";
import { computeStatistics } from "@daymark/domain/rules/statistics";
import type { Run } from "@daymark/domain/rules/streak";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { WebhookEvent } from "@daymark/domain/webhook/webhook-event";
import type { History, Reader } from "../habit/statistics/history.ts";
import type { Announced } from "../webhook-event/announce.ts";

/** What the end of a day tells. */
export const dayEndEvents: readonly WebhookEvent[] = ["streak.broken", "streak.reached", "habit.finished"];
/** What the evening of a day tells. */
export const eveningEvents: readonly WebhookEvent[] = ["habit.at_risk"];

/** @param data `length` is the milestone */
export function reached(habitId: number, data: Extract<Announced, { type: "streak.reached" }>["data"]): Announced {
  const key = `streak.reached ${habitId} ${data.from} ${data.length}`;
  return { type: "streak.reached", habitId, key, data };
}

/**
 * The event of a habit that has ended; null unless it ended within some days. An end is told once, by its key.
 *
 * @param days.after the day before the first of them, a day number
 * @param days.until the last of them, a day number
 * @param today day number of the user's today, of which the statistics are
 */
export function finished(
  { habit: rules, entries }: Pick<History, "habit" | "entries">,
  habit: Habit,
  days: { after: number; until: number },
  today: number,
): Announced | null {
  if (habit.ended_on === null) return null;
  const endedOn = toDayNumber(habit.ended_on);
  if (endedOn <= days.after || endedOn > days.until) return null;
  const remaining = remainingUntilEnd(habit.end, entries, habit.unit, today);
  const statistics = { habit_id: habit.id, ...computeStatistics(rules, entries, today), remaining };
  const key = `habit.finished ${habit.id} ${JSON.stringify(habit.end)}`;
  return { type: "habit.finished", habitId: habit.id, key, data: { habit, statistics } };
}

/** The members of a streak that a message has. */
export function streakOf({ length, streak_unit, from, to }: Run) {
  return { length, streak_unit, from, to };
}

/** Jobs take their turns among the reads of whole histories as one client does. */
export function readerOf(longWorkDb: Database, userId: number): Reader {
  return { services: { longWorkDb }, client: { address: "127.0.0.1", userAgent: "" }, user: { id: userId } };
}
