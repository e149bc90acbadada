import type { Database } from "@daymark/db/connection/client";
import type { Run } from "@daymark/domain/rules/streak";
import type { WebhookEvent } from "@daymark/domain/webhook/webhook-event";
import type { Reader } from "../procedure/long-reads.ts";
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

/**
 * Jobs take no turn among the reads of their user, whose calls must not hold the places of all jobs. The worker runs few
 * jobs at once.
 */
export function readerOf(longWorkDb: Database, userId: number): Reader {
  const client = { address: "127.0.0.1", userAgent: "" };
  return { services: { longWorkDb }, client, user: { id: userId }, hasOwnTurn: true };
}
