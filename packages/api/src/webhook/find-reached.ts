import type { Database } from "@daymark/db/connection/client";
import { toDayNumber } from "@daymark/domain/base/day";
import { listHabits } from "../habit/list.ts";
import { readHistory } from "../habit/statistics/history.ts";
import { type Announced, announce } from "../webhook-event/announce.ts";
import { type FindReachedJob, reachedDaysBack } from "../webhook-event/found-later.ts";
import { finished } from "./finished-event.ts";
import { reached, readerOf, streakOf } from "./streak-event.ts";
import { reachedByDays } from "./streaks.ts";

/**
 * Enqueues the events of goals and streaks that the user's records of the last days have reached, and the event of a
 * habit that ended within these days. Each is enqueued once, also if a day is recorded again.
 */
export async function findReached(
  { db, longWorkDb, now }: { db: Database; longWorkDb: Database; now: () => number },
  { user_id, habit_id, today }: FindReachedJob,
): Promise<void> {
  // The habit first: a record between the two reads would end it without being in its statistics.
  const [habit] = await listHabits(db.$client, user_id, today, { id: habit_id });
  const history = await readHistory(readerOf(longWorkDb, user_id), habit_id);
  if (!history || !habit) return;
  const todayNumber = toDayNumber(today);
  const events: Announced[] = [];
  const range = { from: todayNumber - reachedDaysBack, today: todayNumber };
  for await (const { met, run } of reachedByDays(history, range)) {
    if (met) {
      const key = `goal.met ${habit_id} ${met.from}`;
      events.push({ type: "goal.met", habitId: habit_id, key, data: { habit, ...met } });
    }
    if (run) events.push(reached(habit_id, { habit, ...streakOf(run) }));
  }
  const told = finished(history, habit, { after: range.from - 1, until: todayNumber }, todayNumber);
  if (told) events.push(told);
  await announce(db, user_id, events, now());
}
