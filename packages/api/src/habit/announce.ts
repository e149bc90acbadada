import type { CallingUser } from "@daymark/auth/session/caller";
import type { Database } from "@daymark/db/connection/client";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { WebhookEvent } from "@daymark/domain/webhook/webhook-event";
import type { Context } from "../procedure/context.ts";
import { announce } from "../webhook-event/announce.ts";

/** The events whose data is the habit alone. */
type HabitEvent = Extract<
  WebhookEvent,
  "habit.created" | "habit.updated" | "habit.archived" | "habit.unarchived" | "habit.deleted" | "habit.restored"
>;

/** What an announcement needs of a call. */
export type Announcing = Pick<Context, "now"> & { user: CallingUser };

/** Enqueues an event of some habits in the transaction of their change, if the user has a webhook. */
export async function announceHabits(
  db: Database,
  { user, now }: Pick<Context, "now"> & { user: Pick<CallingUser, "id" | "has_webhooks"> },
  type: HabitEvent,
  habits: readonly Habit[],
): Promise<void> {
  if (!user.has_webhooks) return;
  const events = habits.map((habit) => ({ type, habitId: habit.id, data: { habit } }));
  await announce(db, user.id, events, now());
}
