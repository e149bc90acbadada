import type { Database, Sql } from "@daymark/db/connection/client";
import { habits } from "@daymark/db/schema/habit";
import { notes } from "@daymark/db/schema/note";
import { reminders } from "@daymark/db/schema/reminder";
import { vacations } from "@daymark/db/schema/vacation";
import { type Export, type ExportedEntry, exportVersion } from "@daymark/domain/account/export";
import type { LogItem } from "@daymark/domain/day-log/day-log";
import type { Note } from "@daymark/domain/tracking/note";
import { and, asc, eq, getTableColumns, isNull } from "drizzle-orm";
import { listDatedHabits } from "../habit/list.ts";
import { type LogRow, toLogItem } from "../progress/log-items.ts";
import { toReminder } from "../reminder/to-reminder.ts";
import { readAccountParts } from "./account.ts";
import { readCommunityParts } from "./community.ts";
import { pageRowsMax, type Rows } from "./pages.ts";

type InRows<Members> = {
  [Name in keyof Members]: NonNullable<Members[Name]> extends (infer Row)[] ? Rows<Row> : Members[Name];
};

/** The parts of an export, in the order of the file. Lists without a bound are read page by page while the file is written. */
export type ExportParts = InRows<Omit<Export, "habits">> & Pick<Export, "habits">;

/**
 * All data of a user. Deleted habits and their days are left out.
 *
 * @param db a snapshot, so that all parts are of one moment; it has to last until all pages are read
 * @param asked.today `YYYY-MM-DD`, the caller's
 * @param asked.hasAccount whether the export includes the account itself and its settings
 */
export async function readExport(
  db: Database,
  { userId, today, now, hasAccount }: { userId: number; today: string; now: Date; hasAccount: boolean },
): Promise<ExportParts> {
  const account = hasAccount ? await readAccountParts(db, userId) : {};
  const habits = await listDatedHabits(db.$client, userId, today, {});
  return {
    format: "daymark",
    version: exportVersion,
    exported_at: now.toISOString(),
    ...account,
    // Today's target is the last one that has begun.
    habits: habits.map(({ target: _, ...habit }) => habit),
    notes: await readNotes(db, userId),
    vacations: await readVacations(db, userId),
    ...(hasAccount && { reminders: await readReminders(db, userId) }),
    ...readCommunityParts(db, userId, now.getTime()),
    progress: readEntries(db.$client, userId),
    log: readLog(db.$client, userId),
  };
}

async function readNotes(db: Database, userId: number): Promise<Note[]> {
  const rows = await db
    .select()
    .from(notes)
    .where(eq(notes.user_id, userId))
    .orderBy(asc(notes.created_at), asc(notes.id));
  return rows.map(({ id, text, pinned, created_at, updated_at }) => ({
    id,
    text,
    pinned,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }));
}

async function readVacations(db: Database, userId: number): Promise<Export["vacations"]> {
  const rows = await db.select().from(vacations).where(eq(vacations.user_id, userId)).orderBy(asc(vacations.id));
  return rows.map(({ id, from_day, to_day, created_at }) => ({
    id,
    from: from_day,
    to: to_day,
    created_at: created_at.toISOString(),
  }));
}

async function readReminders(db: Database, userId: number): Promise<NonNullable<Export["reminders"]>> {
  const rows = await db
    .select(getTableColumns(reminders))
    .from(reminders)
    .innerJoin(habits, and(eq(habits.user_id, reminders.user_id), eq(habits.id, reminders.habit_id)))
    .where(and(eq(reminders.user_id, userId), isNull(habits.deleted_at)))
    .orderBy(asc(reminders.habit_id), asc(reminders.minute));
  return rows.map((row) => {
    const { next_at: _, ...reminder } = toReminder(row);
    return { ...reminder, created_at: row.created_at.toISOString() };
  });
}

/** Uses a cursor: neither the driver nor PostgreSQL holds more than a page of rows. The primary key has their order. */
async function* readEntries(sql: Sql, userId: number): AsyncGenerator<ExportedEntry[]> {
  const pages = sql<Row[]>`
    select p.habit_id, p.day::text as day, p.value, p.unit, p.skipped, p.note, p.confirmed, p.vacation_id
    from habits h join progress p on p.user_id = h.user_id and p.habit_id = h.id
    where h.user_id = ${userId} and h.deleted_at is null and p.user_id = ${userId}
    order by p.habit_id, p.day`.cursor(pageRowsMax);
  for await (const rows of pages) {
    yield rows.map((row) => ({
      ...row,
      habit_id: Number(row.habit_id),
      vacation_id: row.vacation_id === null ? null : Number(row.vacation_id),
    }));
  }
}

/** By cursor too. */
async function* readLog(sql: Sql, userId: number): AsyncGenerator<LogItem[]> {
  const pages = sql<(Omit<LogRow, "habit_id"> & { habit_id: string })[]>`
    select l.id, l.habit_id, l.day::text as day, l.at, l.value, l.unit
    from habits h join day_log l on l.user_id = h.user_id and l.habit_id = h.id
    where h.user_id = ${userId} and h.deleted_at is null and l.user_id = ${userId}
    order by l.habit_id, l.day, l.at nulls first, l.created_at, l.id`.cursor(pageRowsMax);
  for await (const rows of pages) yield rows.map((row) => toLogItem({ ...row, habit_id: Number(row.habit_id) }));
}

type Row = Omit<ExportedEntry, "habit_id" | "vacation_id"> & { habit_id: string; vacation_id: string | null };
