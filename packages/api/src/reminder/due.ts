import type { Database, Transaction } from "@daymark/db/connection/client";
import type { PastScheduleRow } from "@daymark/db/schema/habit";
import { fromDayNumber, toDayNumber, todayIn } from "@daymark/domain/base/day";
import type { Unit } from "@daymark/domain/base/unit";
import {
  endOfDay,
  needsReminder,
  nextReminderAt,
  type ReminderHabit,
  reminderLateMaxSeconds,
} from "@daymark/domain/reminder/reminder";
import { type DayEntry, firstDayOf, type HabitRules } from "@daymark/domain/rules/result";
import type { Language } from "@daymark/domain/text/language";
import type { HabitType } from "@daymark/domain/tracking/habit";
import { sql } from "drizzle-orm";
import { type EndColumns, fromEndColumns, totalReachedOn } from "../base/end-columns.ts";
import { fromPastSchedules, fromScheduleColumns, type ScheduleColumns } from "../base/schedule-columns.ts";
import type { Outbox } from "../host/outbox.ts";
import type { Push } from "../host/push.ts";
import type { Notifier } from "../outgoing/notifier.ts";
import { createDoneToken } from "./done.ts";
import { setNext } from "./reschedule.ts";

/** Users and reminders in one transaction; the next transaction handles the rest. */
const peopleMax = 10;
const remindersMax = 1_000;
/** A phone that is switched on later than this gets no notification. */
const pushLifeMilliseconds = 4 * 3_600_000;
/** A week, and the days by which timezones differ on both sides. */
const nearDays = 8;
/** The same for a quarter, the longest period of a schedule other than `times_per_week`. A past schedule may be such a one. */
const nearDaysOfPeriods = 94;

interface RemindDeps {
  db: Database;
  outbox: Outbox;
  push: Push;
  notifier: Notifier;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * Reminds all users whose time has come of their open habits, and sets the next time of their reminders. Both happen in
 * one transaction, so that a reminder is sent once, whatever fails and however many nodes run. A user gets one
 * notification and one mail for everything that is due now. Reminders that are too late, or whose habit is done, are
 * skipped without a message. A notification target gets one message, too.
 *
 * @returns how many users were reminded
 */
export async function remindDue(deps: RemindDeps): Promise<number> {
  let told = 0;
  const locked = new Set<number>();
  for (;;) {
    const batch = await deps.db.transaction((tx) => remindBatch(deps, tx, locked, deps.now()));
    told += batch.told;
    if (batch.isLast) return told;
  }
}

/** @param locked users whom another transaction has locked: they are passed over, and added here */
async function remindBatch(
  deps: RemindDeps,
  tx: Transaction,
  locked: Set<number>,
  now: number,
): Promise<{ isLast: boolean; told: number }> {
  const ids = await findPeople(tx, locked, now);
  if (ids.length === 0) return { isLast: true, told: 0 };
  const people = await holdPeople(tx, ids);
  const held = new Set(people.map(({ id }) => id));
  for (const id of ids) if (!held.has(id)) locked.add(id);
  const due = await readDue(tx, people, now);
  const browsers = await readBrowsers(tx, people, now);
  const targets = await readTargets(tx, people);
  let told = 0;
  for (const person of people) {
    const known = targets.get(person.id) ?? [];
    const open = due
      .filter((row) => row.user_id === person.id && isOpen(row, person, now))
      .map((row) => withKnownTargets(row, known));
    const isTold = await tell(deps, tx, { person, open, browsers: browsers.get(person.id) ?? [], now });
    if (isTold) told += 1;
  }
  const clocks = new Map(people.map((person) => [person.id, person]));
  await setNext(
    tx,
    due.map((row) => {
      const person = clocks.get(row.user_id) as Person;
      return { user_id: row.user_id, id: row.id, next_at: new Date(nextOf(row, person, now)) };
    }),
  );
  return { isLast: false, told };
}

interface Person {
  id: number;
  username: string;
  email: string;
  language: Language;
  timezone: string;
  day_start_hour: number;
  is_active: boolean;
  /** Whether a notification about one habit gets a "Done" button. */
  has_done: boolean;
  /** Whether the user wants mails and has a verified address. */
  has_mails: boolean;
}

/** The users whose reminders have been due for the longest. */
async function findPeople(tx: Transaction, locked: ReadonlySet<number>, now: number): Promise<number[]> {
  const rows = await tx.execute<{ user_id: string }>(sql`
    select user_id from reminders
    where next_at <= ${new Date(now).toISOString()}::timestamptz
      and user_id <> all(${sql.param([...locked])}::bigint[])
    group by user_id order by min(next_at) limit ${peopleMax}`);
  return rows.map(({ user_id }) => Number(user_id));
}

/**
 * Locks users, so that one node sends everything that is due to a user. Users whom another transaction has locked are
 * left out.
 */
async function holdPeople(tx: Transaction, ids: readonly number[]): Promise<Person[]> {
  const rows = await tx.execute<Omit<Person, "id"> & { id: string }>(sql`
    select id, username, email, language, coalesce(timezone, 'UTC') as timezone, day_start_hour, is_active,
      email_verified and reminder_mails as has_mails, reminder_done as has_done
    from users
    where id = any(${sql.param(ids)}::bigint[])
    for no key update skip locked`);
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

interface Due {
  user_id: number;
  id: number;
  minute: number;
  weekdays: number[];
  by_push: boolean;
  by_mail: boolean;
  target_ids: number[];
  /** Archived or in the trash. */
  is_away: boolean;
  habit: ReminderHabit;
  rules: Omit<HabitRules, "firstDay">;
  created_on: number;
  entries: DayEntry[];
}

type DueRow = Omit<Due, "user_id" | "id" | "target_ids" | "habit" | "rules" | "created_on"> &
  ScheduleColumns &
  EndColumns & {
    user_id: string;
    id: string;
    habit_id: string;
    target_ids: string[];
    title: string;
    type: HabitType;
    unit: Unit;
    habit_weekdays: number[];
    past_schedules: PastScheduleRow[] | null;
    created_on: string;
    targets: { from: string; target: number }[];
  };

/**
 * The due reminders of these users, each with its habit and its goals and entries around now, in the dashboard's order.
 * Reminders of deleted habits are included, of which there can be more than a plan has habits; they come last for each
 * user.
 */
async function readDue(tx: Transaction, people: readonly Person[], now: number): Promise<Due[]> {
  const today = toDayNumber(new Date(now).toISOString().slice(0, 10));
  const day = fromDayNumber(today);
  const rows = await tx.execute<DueRow & Record<string, unknown>>(sql`
    select r.user_id, r.id, r.minute, r.weekdays, r.by_push, r.by_mail, r.target_ids,
      h.archived or h.deleted_at is not null as is_away,
      h.id as habit_id, h.title, h.type, h.unit, h.weekdays as habit_weekdays, h.times_per_week, h.schedule,
      (
        -- Those that had ended before these days say nothing about them, and may be long.
        select jsonb_agg(past.schedule order by past.place)
        from jsonb_array_elements(h.past_schedules) with ordinality as past(schedule, place)
        where past.schedule ->> 'until' >= (${day}::date - near.days)::text
      ) as past_schedules,
      h.ends, ${sql.raw(totalReachedOn)} as reached_on,
      h.created_on::text as created_on,
      (
        select json_agg(json_build_object('from', t.from_day, 'target', t.target) order by t.from_day)
        from habit_targets t
        where t.user_id = h.user_id and t.habit_id = h.id
          and t.from_day between goals.first_from and greatest(goals.first_from, ${day}::date + near.days)
      ) as targets,
      coalesce((
        select json_agg(
          json_build_object(
            'day', p.day - date '1970-01-01', 'value', p.value, 'unit', p.unit, 'skipped', p.skipped,
            'confirmed', p.confirmed
          ) order by p.day
        )
        from progress p
        where p.user_id = h.user_id and p.habit_id = h.id
          and p.day between ${day}::date - near.days and ${day}::date + near.days
      ), '[]') as entries
    from reminders r join habits h on h.user_id = r.user_id and h.id = r.habit_id
    cross join lateral (
      -- A window of n days in any m takes at most twice its days. A past schedule may still hold: the user's day may be
      -- behind the one of the change.
      select greatest(
        coalesce((h.schedule -> 'times_in_days' ->> 'days')::int, 0),
        (
          select max((past.schedule -> 'schedule' -> 'times_in_days' ->> 'days')::int)
          from jsonb_array_elements(h.past_schedules) as past(schedule)
          where past.schedule ->> 'until' >= (${day}::date - ${nearDays}::int)::text
        )
      ) as window_days
    ) as longest
    cross join lateral (
      select case when h.schedule is null and h.past_schedules is null then ${nearDays}::int
        else greatest(${nearDaysOfPeriods}::int, 2 * longest.window_days + ${nearDays}::int) end as days
    ) as near
    cross join lateral (
      -- The goal in force on the first of these days, or else the first one of all, which holds for all days before it.
      select coalesce(max(t.from_day) filter (where t.from_day <= ${day}::date - near.days), min(t.from_day)) as first_from
      from habit_targets t where t.user_id = h.user_id and t.habit_id = h.id
    ) as goals
    where r.user_id = any(${sql.param(people.map(({ id }) => id))}::bigint[])
      and r.next_at <= ${new Date(now).toISOString()}::timestamptz
    order by r.user_id, is_away, h.type desc, h.position, h.id, r.minute
    limit ${remindersMax}`);
  return withoutCutPerson(rows.map(toDue));
}

/**
 * Leaves out a user whose rows may be incomplete, so that the next run handles all of that user's reminders at once.
 */
function withoutCutPerson(due: Due[]): Due[] {
  const last = due.at(-1)?.user_id;
  const isCut = due.length === remindersMax && due[0]?.user_id !== last;
  return isCut ? due.filter((row) => row.user_id !== last) : due;
}

function toDue(row: DueRow): Due {
  const {
    user_id,
    id,
    habit_id,
    title,
    type,
    unit,
    habit_weekdays,
    times_per_week,
    schedule,
    past_schedules,
    ends,
    reached_on,
    created_on,
    targets,
    target_ids,
    ...rest
  } = row;
  return {
    ...rest,
    user_id: Number(user_id),
    id: Number(id),
    target_ids: target_ids.map(Number),
    habit: { id: Number(habit_id), title, type },
    rules: {
      type,
      unit,
      weekdays: habit_weekdays,
      schedule: fromScheduleColumns({ times_per_week, schedule }),
      pastSchedules: fromPastSchedules(past_schedules),
      end: fromEndColumns({ ends, reached_on }),
      targets: targets.map(({ from, target }) => ({ from: toDayNumber(from), target })),
    },
    created_on: toDayNumber(created_on),
  };
}

/** The subscriptions of live sessions, by user. */
async function readBrowsers(tx: Transaction, people: readonly Person[], now: number): Promise<Map<number, number[]>> {
  const rows = await tx.execute<{ user_id: string; ids: string[] }>(sql`
    select b.user_id, array_agg(b.id order by b.id) as ids
    from push_subscriptions b join sessions s on s.id = b.session_id
    where b.user_id = any(${sql.param(people.map(({ id }) => id))}::bigint[])
      and s.expires_at > ${new Date(now).toISOString()}::timestamptz
    group by b.user_id`);
  return new Map(rows.map(({ user_id, ids }) => [Number(user_id), ids.map(Number)]));
}

/** The notification targets, by user. */
async function readTargets(tx: Transaction, people: readonly Person[]): Promise<Map<number, number[]>> {
  const rows = await tx.execute<{ user_id: string; ids: string[] }>(sql`
    select user_id, array_agg(id order by id) as ids from notification_targets
    where user_id = any(${sql.param(people.map(({ id }) => id))}::bigint[])
    group by user_id`);
  return new Map(rows.map(({ user_id, ids }) => [Number(user_id), ids.map(Number)]));
}

/** A reminder that had chosen only targets that are deleted by now must not fall silent: it goes by push. */
function withKnownTargets(due: Due, known: readonly number[]): Due {
  const target_ids = due.target_ids.filter((id) => known.includes(id));
  return { ...due, target_ids, by_push: due.by_push || (!due.by_mail && target_ids.length === 0) };
}

function isOpen(due: Due, person: Person, now: number): boolean {
  if (!person.is_active || due.is_away) return false;
  // The node may have been down for days: what counts is whether a time came within the last hour, not since when the
  // reminder is due.
  if (nextOf(due, person, now - reminderLateMaxSeconds * 1000) > now) return false;
  const firstDay = firstDayOf(due.created_on, due.entries);
  const byDay = new Map(due.entries.map((entry) => [entry.day, entry]));
  return needsReminder({ ...due.rules, firstDay }, (day) => byDay.get(day), toDayNumber(todayOf(person, now)));
}

function nextOf({ minute, weekdays }: Due, { timezone, day_start_hour: dayStartHour }: Person, now: number): number {
  return nextReminderAt({ minute, weekdays, timezone, dayStartHour }, now);
}

function todayOf({ timezone, day_start_hour }: Person, now: number): string {
  return todayIn(now, timezone, day_start_hour);
}

async function tell(
  deps: RemindDeps,
  tx: Transaction,
  { person, open, browsers, now }: { person: Person; open: readonly Due[]; browsers: readonly number[]; now: number },
): Promise<boolean> {
  const { outbox, push } = deps;
  const pushed = habitsOf(open.filter(({ by_push }) => by_push));
  const mailed = person.has_mails ? habitsOf(open.filter(({ by_mail }) => by_mail)) : [];
  if (pushed.length > 0 && browsers.length > 0) {
    const { language, timezone, day_start_hour } = person;
    const day = todayOf(person, now);
    const dayEndsAt = endOfDay(day, timezone, day_start_hour);
    const expires_at = Math.min(now + pushLifeMilliseconds, dayEndsAt);
    const [only, ...others] = pushed;
    const content = { kind: "reminder", habits: pushed } as const;
    if (person.has_done && only && others.length === 0) {
      for (const id of browsers) {
        const done = await createDoneToken(tx, {
          ...{ user_id: person.id, subscription_id: id, habit_id: only.id, day },
          expires_at: new Date(dayEndsAt),
        });
        if (done === null) continue;
        const to = { userId: person.id, subscriptionIds: [id] };
        await push.enqueue(tx, to, { language, content: { ...content, done }, expires_at });
      }
    } else {
      await push.enqueue(tx, { userId: person.id, subscriptionIds: browsers }, { language, content, expires_at });
    }
  }
  const isTargetTold = await tellTargets(deps, tx, { person, open, now });
  if (mailed.length > 0) {
    await outbox.enqueue(tx, person.id, {
      template: "reminder",
      to: person.email,
      language: person.language,
      values: {
        username: person.username,
        link: `${outbox.publicUrl}/dashboard`,
        habits: mailed,
        unsubscribe: outbox.unsubscribe.create({ purpose: "reminders", userId: person.id }),
      },
    });
  }
  return (pushed.length > 0 && browsers.length > 0) || mailed.length > 0 || isTargetTold;
}

/** Each target gets one message about all habits whose due reminders have chosen it. */
async function tellTargets(
  { notifier }: RemindDeps,
  tx: Transaction,
  { person, open, now }: { person: Person; open: readonly Due[]; now: number },
): Promise<boolean> {
  const ids = [...new Set(open.flatMap(({ target_ids }) => target_ids))];
  for (const id of ids) {
    const habits = habitsOf(open.filter(({ target_ids }) => target_ids.includes(id)));
    await notifier.enqueue(
      tx,
      { userId: person.id, targetIds: [id] },
      {
        language: person.language,
        content: { kind: "reminder", habits },
        expires_at: now + reminderLateMaxSeconds * 1000,
      },
    );
  }
  return ids.length > 0;
}

/** Each habit once, even if several of its times have come. */
function habitsOf(due: readonly Due[]): ReminderHabit[] {
  return [...new Map(due.map(({ habit }) => [habit.id, habit])).values()];
}
