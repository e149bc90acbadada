import type { Database } from "@daymark/db/connection/client";
import { toDayNumber } from "@daymark/domain/base/day";
import { listHabits } from "../habit/list.ts";
import { readHistory } from "../habit/statistics/history.ts";
import { type Announced, announce } from "../webhook-event/announce.ts";
import type { FindReachedJob } from "../webhook-event/found-later.ts";
import { reached, readerOf, streakOf } from "./streak-event.ts";
import { goalMetBy, streakReachedBy, streakUnitOf } from "./streaks.ts";

/**
 * Enqueues the events of goals and streaks that recorded days have reached. Each is enqueued once, also if a day is
 * recorded again.
 */
export async function findReached(
  { db, longWorkDb, now }: { db: Database; longWorkDb: Database; now: () => number },
  { user_id, habit_id, days, today }: FindReachedJob,
): Promise<void> {
  const history = await readHistory(readerOf(longWorkDb, user_id), habit_id);
  const [habit] = await listHabits(db.$client, user_id, today, { id: habit_id });
  if (!history || !habit) return;
  const todayNumber = toDayNumber(today);
  const events = days.flatMap((text): Announced[] => {
    const day = toDayNumber(text);
    const met = goalMetBy(history, day, todayNumber);
    const run = streakReachedBy(history, day, todayNumber);
    const goal = met && {
      type: "goal.met" as const,
      habitId: habit_id,
      key: `goal.met ${habit_id} ${met.from}`,
      data: { habit, ...met },
    };
    return [
      ...(goal ? [goal] : []),
      ...(run ? [reached(habit_id, { habit, ...streakOf(run), streak_unit: streakUnitOf(history) })] : []),
    ];
  });
  await announce(db, user_id, events, now());
}
