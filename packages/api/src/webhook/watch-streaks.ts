import type { Database } from "@daymark/db/connection/client";
import { withinTransaction } from "@daymark/db/connection/within-transaction";
import { fromDayNumber, toDayNumber, todayIn } from "@daymark/domain/base/day";
import { endOfDay } from "@daymark/domain/reminder/reminder";
import { scheduleOn } from "@daymark/domain/schedule/history";
import { streakUnitOf } from "@daymark/domain/schedule/schedule";
import type { Habit } from "@daymark/domain/tracking/habit";
import { sql } from "drizzle-orm";
import { listHabits } from "../habit/list.ts";
import { nextTurn, readHistories } from "../habit/statistics/history.ts";
import type { History } from "../habit/statistics/history-rows.ts";
import { type Announced, announce } from "../webhook-event/announce.ts";
import { finished } from "./finished-event.ts";
import { dayEndEvents, eveningEvents, reached, readerOf, streakOf } from "./streak-event.ts";
import { lengthAtRisk, streakAfter } from "./streaks.ts";

/** How long before the end of the day `habit.at_risk` comes: at eight in the evening, if the day begins at midnight. */
const riskMilliseconds = 4 * 3_600_000;
/** A server that was down for longer says nothing of the days before: by then deliveries of them would be forgotten. */
const daysBackMax = 6;

/**
 * Enqueues what the end of a day has done to streaks, which habits it has ended, and what is at risk in the evening,
 * for the users whose webhooks want to know. A day ends in its user's time zone, with the user's start of the day. Each
 * event is enqueued once, also after failures and with several nodes. A user for whom it fails does not keep the others
 * from their events.
 *
 * @throws Error after all users, with the first failure as its cause; the next run tries the failed ones again
 */
export async function watchStreaks({
  db,
  longWorkDb,
  now,
}: {
  db: Database;
  longWorkDb: Database;
  now: () => number;
}): Promise<void> {
  const people = await readPeople(db);
  const failures: unknown[] = [];
  for (const person of people) {
    await watchPerson(db, longWorkDb, person, now()).catch((error: unknown) => void failures.push(error));
  }
  if (failures.length > 0) {
    const message = `The streaks of ${failures.length} of ${people.length} users could not be examined.`;
    throw new Error(message, { cause: failures[0] });
  }
}

/** The user of webhooks, and what the least recent of them has been told. */
interface Person {
  id: number;
  timezone: string;
  day_start_hour: number;
  /** `YYYY-MM-DD`; null if no webhook wants to know. */
  streaks_checked_on: string | null;
  risks_checked_on: string | null;
}

async function readPeople(db: Database): Promise<Person[]> {
  const rows = await db.execute<Record<string, unknown> & Omit<Person, "id"> & { id: string }>(sql`
    select u.id, coalesce(u.timezone, 'UTC') as timezone, u.day_start_hour,
      (min(w.streaks_checked_on) filter (where w.events && ${sql.param([...dayEndEvents])}::text[]))::text as streaks_checked_on,
      (min(w.risks_checked_on) filter (where w.events && ${sql.param([...eveningEvents])}::text[]))::text as risks_checked_on
    from webhooks w join users u on u.id = w.user_id
    where w.enabled and u.is_active and w.events && ${sql.param([...dayEndEvents, ...eveningEvents])}::text[]
    group by u.id order by u.id`);
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

async function watchPerson(db: Database, longWorkDb: Database, person: Person, now: number): Promise<void> {
  const { timezone, day_start_hour, streaks_checked_on, risks_checked_on } = person;
  const today = todayIn(now, timezone, day_start_hour);
  const endsAt = endOfDay(today, timezone, day_start_hour);
  const ended = toDayNumber(today) - 1;
  const hasEnded = streaks_checked_on !== null && toDayNumber(streaks_checked_on) < ended;
  const isEvening = risks_checked_on !== null && risks_checked_on < today && now >= endsAt - riskMilliseconds;
  if (!hasEnded && !isEvening) return;
  const since = hasEnded ? Math.max(toDayNumber(streaks_checked_on), ended - daysBackMax) : ended;
  const habits = new Map(
    (await listHabits(db.$client, person.id, today, { archived: false })).map((habit) => [habit.id, habit]),
  );
  const events: Announced[] = [];
  for await (const history of readHistories(readerOf(longWorkDb, person.id), null)) {
    const habit = habits.get(history.id);
    if (!habit) continue;
    if (hasEnded) events.push(...ofEndedDay(history, habit, { since, ended }));
    const told = hasEnded ? finished(history, habit, { after: since, until: ended }, toDayNumber(today)) : null;
    if (told) events.push(told);
    // Each of both takes up to a tenth of a second for a century.
    await nextTurn();
    if (isEvening) events.push(...atRisk(history, habit, { today, endsAt }));
  }
  await withinTransaction(db, async (tx) => {
    await announce(tx, person.id, events, now);
    await tx.execute(sql`
      update webhooks set
        streaks_checked_on = case when ${hasEnded} then greatest(streaks_checked_on, ${fromDayNumber(ended)}::date) else streaks_checked_on end,
        risks_checked_on = case when ${isEvening} then greatest(risks_checked_on, ${today}::date) else risks_checked_on end
      where user_id = ${person.id}`);
  });
}

function ofEndedDay(history: History, habit: Habit, days: { since: number; ended: number }): Announced[] {
  const { broken, reached: run } = streakAfter(history, days);
  const events: Announced[] = [];
  if (broken) {
    const key = `streak.broken ${habit.id} ${broken.from} ${broken.to}`;
    events.push({ type: "streak.broken", habitId: habit.id, key, data: { habit, ...streakOf(broken) } });
  }
  if (run) events.push(reached(habit.id, { habit, ...streakOf(run) }));
  return events;
}

function atRisk(history: History, habit: Habit, { today, endsAt }: { today: string; endsAt: number }): Announced[] {
  const length = lengthAtRisk(history, toDayNumber(today));
  if (length === null) return [];
  const data = {
    habit,
    day: today,
    length,
    streak_unit: streakUnitOf(scheduleOn(history.habit, toDayNumber(today))),
    ends_at: new Date(endsAt).toISOString(),
  };
  return [{ type: "habit.at_risk", habitId: habit.id, key: `habit.at_risk ${habit.id} ${today}`, data }];
}
