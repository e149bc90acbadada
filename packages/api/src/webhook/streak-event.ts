import type { Database } from "@daymark/db/connection/client";
import type { Run } from "@daymark/domain/rules/streak";
import type { WebhookEvent } from "@daymark/domain/webhook/webhook-event";
import type { Reader } from "../habit/statistics/history.ts";
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

/** The members of a streak that a message has. */
export function streakOf({ length, streak_unit, from, to }: Run) {
  return { length, streak_unit, from, to };
}

/** Jobs take their turns among the reads of whole histories as one client does. */
export function readerOf(longWorkDb: Database, userId: number): Reader {
  return { services: { longWorkDb }, client: { address: "127.0.0.1", userAgent: "" }, user: { id: userId } };
}
