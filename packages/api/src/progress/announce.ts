import type { CallingUser } from "@daymark/auth/session/caller";
import type { Database } from "@daymark/db/connection/client";
import { withinTransaction } from "@daymark/db/connection/within-transaction";
import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import type { Entry } from "@daymark/domain/tracking/progress";
import { recordedDaysMax } from "@daymark/domain/webhook/webhook";
import { listHabits } from "../habit/list.ts";
import { type Context, callersToday } from "../procedure/context.ts";
import { inTurnOfUser } from "../procedure/user-queue.ts";
import { announce } from "../webhook-event/announce.ts";
import { enqueueFindReached, reachedDaysBack } from "../webhook-event/found-later.ts";

/** A day that was recorded or deleted. */
export interface Recorded {
  habit_id: number;
  day: string;
  /** Null if nothing is recorded on it any more. */
  entry: Entry | null;
}

/**
 * Records days and enqueues their events in one transaction, if the user has a webhook. A user without one pays nothing
 * for it.
 *
 * @param work uses the database of the call that it gets
 * @param recordedBy the days that it changed
 */
export function announcingDays<
  Call extends Pick<Context, "db" | "confirmCaller" | "now" | "timezone"> & { user: CallingUser },
  Result,
>(
  call: Call,
  work: (call: Call) => Promise<Result>,
  recordedBy: (result: Result) => readonly Recorded[],
): Promise<Result> {
  if (!call.user.has_webhooks) return work(call);
  return inTurnOfUser(call, () =>
    withinTransaction(call.db, async (db) => {
      const result = await work({ ...call, db });
      await announceDays(db, { userId: call.user.id, today: callersToday(call), now: call.now }, recordedBy(result));
      return result;
    }),
  );
}

/** The days of entries as a call answers with them. */
export function recordedOf(entries: readonly Entry[]): Recorded[] {
  return entries.map((entry) => ({
    habit_id: entry.habit_id,
    day: entry.day,
    entry: entry.value || entry.skipped || entry.confirmed || entry.note !== null ? entry : null,
  }));
}

/**
 * Enqueues the events of recorded days in the transaction of the change. The caller has found that the user has a webhook.
 *
 * @param whose.today `YYYY-MM-DD`, the user's
 */
export async function announceDays(
  db: Database,
  { userId, today, now }: { userId: number; today: string; now: () => number },
  recorded: readonly Recorded[],
): Promise<void> {
  const [first] = recorded;
  if (!first) return;
  const byHabit = Map.groupBy(recorded, ({ habit_id }) => habit_id);
  const filter = byHabit.size === 1 ? { id: first.habit_id } : {};
  const habits = new Map((await listHabits(db.$client, userId, today, filter)).map((habit) => [habit.id, habit]));
  const events = recorded.slice(0, recordedDaysMax).flatMap(({ habit_id, day, entry }) => {
    const habit = habits.get(habit_id);
    return habit ? [{ type: "day.recorded" as const, habitId: habit_id, data: { habit, day, entry } }] : [];
  });
  await announce(db, userId, events, now());
  const from = fromDayNumber(toDayNumber(today) - reachedDaysBack);
  for (const [habit_id, ofHabit] of byHabit) {
    // A day of long ago may bring a total to its end on a recent one.
    const isFinished = (habits.get(habit_id)?.ended_on ?? "") >= from;
    if (isFinished || ofHabit.some(({ day }) => day >= from && day <= today)) {
      await enqueueFindReached(db, { user_id: userId, habit_id, today });
    }
  }
}
