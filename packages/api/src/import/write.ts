import type { CallingUser } from "@daymark/auth/session/caller";
import type { Database } from "@daymark/db/connection/client";
import { withinTransaction } from "@daymark/db/connection/within-transaction";
import { habits } from "@daymark/db/schema/habit";
import { vacations } from "@daymark/db/schema/vacation";
import { allowedHues, type GrantedPlan, habitLimit, isHueAllowed } from "@daymark/domain/account/plan";
import { pastSchedulesOfUserCharactersMax, targetsOfUserMax } from "@daymark/domain/base/bounds";
import { withFrom } from "@daymark/domain/schedule/end";
import { inOneLine } from "@daymark/domain/text/characters";
import type { HabitType } from "@daymark/domain/tracking/habit";
import { vacationsMax } from "@daymark/domain/tracking/vacation";
import { and, eq, inArray, sql } from "drizzle-orm";
import { toScheduleColumns } from "../base/schedule-columns.ts";
import { lastPlace } from "../habit/place.ts";
import { countsForPlan } from "../habit/plan-limit.ts";
import { isShortNameTaken } from "../habit/short-name.ts";
import { countTargets } from "../habit/target.ts";
import { countPastCharacters } from "../habit/update.ts";
import { type LimitedCall, operatorHint } from "../host/plan-limit-error.ts";
import type { Context } from "../procedure/context.ts";
import { takeUserLock } from "../procedure/user-queue.ts";
import type { ImportContent, ImportDay, ImportHabit, ImportVacation } from "./readers/content.ts";
import type { Report, ReportOfRows } from "./readers/report.ts";
import { writeLog } from "./write-log.ts";
import { writeNotes } from "./write-notes.ts";
import { writeReminders } from "./write-reminders.ts";

/** The context of an import: the user, and the time and timezone for the reminders. */
export type ImportContext = Pick<Context, "caller" | "db" | "services" | "now" | "timezone"> & {
  user: CallingUser;
};

/** Rows of one statement. */
const vacationsOfPageMax = 1000;

/**
 * Adds the content of a file to a user's data in one transaction, all or nothing. The caller runs it in the user's turn.
 * Refused rows are known beforehand and do not affect the others. A dry run does the same and then rolls back, so that
 * both report the same.
 *
 * A habit with the same title, type and first date as an existing one is the same habit and is refused, so that
 * importing a file twice duplicates nothing. If the existing one was deleted so lately that it counts for the plan, the
 * file's habit replaces it; one that lies longer in the trash stays there. A note with the same text and time is
 * refused, too. A vacation with the same days and time counts as the existing one.
 *
 * @param signal ends the import between two statements, and nothing is written
 * @throws the reason of the signal
 */
export async function writeImport(
  ctx: ImportContext,
  content: ImportContent,
  { report, isDryRun, signal }: { report: Report; isDryRun: boolean; signal?: AbortSignal | undefined },
): Promise<ReportOfRows> {
  const { user } = ctx;
  try {
    const { answer, hasNewTimezone } = await withinTransaction(ctx.db, async (locked) => {
      await takeUserLock(locked, user.id, "habits");
      const written = await writeHabits(locked, ctx, content.habits, { report, signal });
      const vacationIds = await writeVacations(locked, user.id, content.vacations, report);
      const progress = await writeDays(locked, user.id, written, { vacationIds: vacationIds.all, signal });
      const log = await writeLog(locked, user.id, written, { report, now: ctx.now(), signal });
      const notes = await writeNotes(locked, user.id, content.notes, { report, signal });
      const reminders = await writeReminders({ ...ctx, db: locked }, written, report);
      const imported = {
        habits: written.size,
        progress,
        notes,
        vacations: vacationIds.added,
        reminders: reminders.added,
        log,
      };
      const answer = report.end(imported, isDryRun);
      if (isDryRun) throw new TakeBack(answer);
      return { answer, hasNewTimezone: reminders.hasNewTimezone };
    });
    if (hasNewTimezone) ctx.services.sessions.forget(user.id);
    return answer;
  } catch (error) {
    if (error instanceof TakeBack) return error.answer;
    throw error;
  }
}

/** Rolls back the transaction of a dry run. */
class TakeBack extends Error {
  readonly answer: ReportOfRows;
  constructor(answer: ReportOfRows) {
    super("a dry run");
    this.answer = answer;
  }
}

/** @returns the imported habits, each with its new id */
async function writeHabits(
  db: Database,
  call: LimitedCall & { user: CallingUser },
  given: readonly ImportHabit[],
  { report, signal }: { report: Report; signal?: AbortSignal | undefined },
): Promise<Map<number, ImportHabit>> {
  const { user } = call;
  const { taken, givingWay } = await chooseHabits(db, call, given, report);
  if (givingWay.length > 0) {
    await db.delete(habits).where(and(eq(habits.user_id, user.id), inArray(habits.id, givingWay)));
  }
  const written = new Map<number, ImportHabit>();
  // One by one, because each position follows from the one before; a plan has some dozens.
  for (const habit of taken) {
    signal?.throwIfAborted();
    const {
      row: _,
      targets,
      days: __,
      reminders: ___,
      log: ____,
      created_at,
      hue,
      schedule,
      past_schedules,
      end,
      ...columns
    } = habit;
    const [inserted] = await db
      .insert(habits)
      .values({
        ...columns,
        user_id: user.id,
        hue: hueOf(habit, user.plan, report),
        short_name: await shortNameOf(habit, { db, userId: user.id, report }),
        ...toScheduleColumns(schedule),
        ends: withFrom(end, habit.created_on),
        ...(past_schedules?.length && { past_schedules }),
        position: await lastPlace(db, user.id, habit.type, habit.archived),
        ...(created_at !== null && { created_at: new Date(created_at) }),
      })
      .returning({ id: habits.id });
    if (!inserted) throw new Error("an insert gave no row back");
    written.set(inserted.id, habit);
    await db.$client`
      insert into habit_targets (user_id, habit_id, from_day, target)
      select ${user.id}, ${inserted.id}, t."from", t.target
      from jsonb_to_recordset(${JSON.stringify(targets)}::text::jsonb) as t("from" date, target smallint)`;
  }
  return written;
}

/** The new habits within the plan, in the order of the file; and the deleted ones that they replace. */
async function chooseHabits(
  db: Database,
  call: LimitedCall & { user: CallingUser },
  given: readonly ImportHabit[],
  report: Report,
) {
  const { id, plan } = call.user;
  const kept = await db
    .select({
      id: habits.id,
      type: habits.type,
      title: habits.title,
      created_on: habits.created_on,
      isDeleted: sql<boolean>`${habits.deleted_at} is not null`,
    })
    .from(habits)
    .where(and(eq(habits.user_id, id), countsForPlan));
  const known = new Set(kept.filter(({ isDeleted }) => !isDeleted).map(identityOf));
  const deleted = Map.groupBy(
    kept.filter(({ isDeleted }) => isDeleted),
    identityOf,
  );
  const counts: Record<HabitType, number> = { good: 0, bad: 0 };
  for (const { type } of kept) counts[type] += 1;
  let targets = await countTargets(db, id);
  let past = await countPastCharacters(db, id, null);
  const taken: ImportHabit[] = [];
  const givingWay: number[] = [];
  for (const habit of given) {
    const where = { row: habit.row, habit: habit.title };
    const days = habit.days.length;
    if (known.has(identityOf(habit))) {
      report.refuse(where, "habit_exists", { days });
      continue;
    }
    const alike = deleted.get(identityOf(habit)) ?? [];
    const others = counts[habit.type] - Math.min(1, alike.length);
    if (others >= habitLimit(plan, habit.type)) {
      report.refuse(where, "plan_limit_reached", {
        ...{ type: habit.type, plan, days, max: habitLimit(plan, habit.type) },
        ...operatorHint(call),
      });
      continue;
    }
    if (targets + habit.targets.length > targetsOfUserMax) {
      report.refuse(where, "goals_too_many", { days, max: targetsOfUserMax });
      continue;
    }
    const pastCharacters = habit.past_schedules?.length ? JSON.stringify(habit.past_schedules).length : 0;
    if (pastCharacters > 0 && past + pastCharacters > pastSchedulesOfUserCharactersMax) {
      report.refuse(where, "past_schedules_too_many", { days, max: pastSchedulesOfUserCharactersMax });
      continue;
    }
    targets += habit.targets.length;
    past += pastCharacters;
    // Only now, because a deleted habit can still be restored if the file's habit is refused.
    const [same] = alike.splice(0, 1);
    if (same) givingWay.push(same.id);
    counts[habit.type] = others + 1;
    taken.push(habit);
  }
  return { taken, givingWay };
}

/** A title that was stored before titles had one line is compared as an import reads it. */
function identityOf({ type, title, created_on }: Pick<ImportHabit, "type" | "title" | "created_on">): string {
  return JSON.stringify([type, inOneLine(title), created_on]);
}

/** The nearest hue that the plan allows; on the circle, so that 359 is next to 0. */
function hueOf({ row, title, hue }: ImportHabit, plan: GrantedPlan, report: Report): number {
  if (isHueAllowed(plan, hue)) return hue;
  const distance = (other: number) => Math.min(Math.abs(other - hue), 360 - Math.abs(other - hue));
  const nearest = allowedHues(plan).reduce((best, other) => (distance(other) < distance(best) ? other : best));
  report.remark({ row, habit: title }, "hue_changed", { from: hue, to: nearest });
  return nearest;
}

/** The short name of the file, or null if another habit has it. */
async function shortNameOf(
  { row, title, short_name: name }: ImportHabit,
  { db, userId, report }: { db: Database; userId: number; report: Report },
): Promise<string | null> {
  if (name === null || !(await isShortNameTaken(db, userId, name, null))) return name;
  report.remark({ row, habit: title }, "short_name_taken", { name });
  return null;
}

/**
 * The new ids by those of the file. Existing vacations are locked until the days that refer to them are written too.
 */
async function writeVacations(db: Database, userId: number, given: readonly ImportVacation[], report: Report) {
  if (given.length === 0) return { all: new Map<number, number>(), added: 0 };
  await takeUserLock(db, userId, "vacations");
  const rows = await db.select().from(vacations).where(eq(vacations.user_id, userId)).for("key share");
  const nameOf = (from: string, to: string, at: Date) => `${from} ${to} ${at.toISOString()}`;
  const known = new Map(rows.map((row) => [nameOf(row.from_day, row.to_day, row.created_at), row.id]));
  const named = given.map(({ id, row, from, to, created_at }) => ({
    id,
    row,
    name: nameOf(from, to, new Date(created_at)),
    values: { user_id: userId, from_day: from, to_day: to, created_at: new Date(created_at) },
  }));
  const added = new Map<string, (typeof named)[number]["values"]>();
  for (const { name, row, values } of named) {
    if (known.has(name) || added.has(name)) continue;
    if (rows.length + added.size < vacationsMax) added.set(name, values);
    else report.refuse({ row }, "vacations_too_many", { max: vacationsMax });
  }
  const values = [...added.values()];
  for (let start = 0; start < values.length; start += vacationsOfPageMax) {
    const inserted = await db
      .insert(vacations)
      .values(values.slice(start, start + vacationsOfPageMax))
      .returning();
    for (const row of inserted) known.set(nameOf(row.from_day, row.to_day, row.created_at), row.id);
  }
  const all = named.flatMap(({ id, name }) => {
    const kept = known.get(name);
    return kept === undefined ? [] : [[id, kept] as const];
  });
  return { all: new Map(all), added: added.size };
}

async function writeDays(
  db: Database,
  userId: number,
  written: ReadonlyMap<number, ImportHabit>,
  { vacationIds, signal }: { vacationIds: ReadonlyMap<number, number>; signal?: AbortSignal | undefined },
): Promise<number> {
  let count = 0;
  for (const [habitId, { days }] of written) {
    for (const given of days.pages()) {
      signal?.throwIfAborted();
      const page: ImportDay[] = given.map((day) => ({
        ...day,
        vacation_id: day.vacation_id === null ? null : (vacationIds.get(day.vacation_id) ?? null),
      }));
      await db.$client`
        insert into progress (user_id, habit_id, day, value, unit, skipped, note, confirmed, vacation_id)
        select ${userId}, ${habitId}, d.day, d.value, d.unit, d.skipped, d.note, d.confirmed, d.vacation_id
        from jsonb_to_recordset(${JSON.stringify(page)}::text::jsonb) as d(
          day date, value smallint, unit text, skipped boolean, note text, confirmed boolean, vacation_id bigint
        )`;
      count += page.length;
    }
  }
  return count;
}
