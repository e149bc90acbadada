import { pipeline } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";
import {
  accountMembers,
  communityMembers,
  type ExportedHabit,
  exportedEntrySchema,
  exportedHabitSchema,
  exportedReminderSchema,
  exportSchema,
} from "@daymark/domain/account/export";
import { logItemSchema } from "@daymark/domain/day-log/day-log";
import { byteOrderMark, type CsvCell, writeCsvLine } from "@daymark/domain/text/csv";
import { noteSchema } from "@daymark/domain/tracking/note";
import { Zip, type ZipInputFile } from "fflate";
import { toScheduleColumns } from "../base/schedule-columns.ts";
import { mapPages, pagesOf, type Rows } from "./pages.ts";
import type { ExportParts } from "./read.ts";

type Row = Readonly<Record<string, CsvCell>>;

interface Table {
  name: string;
  columns: readonly string[];
  rows: Rows<Row>;
}

/** PKWARE APPNOTE 6.3.10, 4.4.5. */
const deflated = 8;

/**
 * A zip with one CSV file for each table (RFC 4180), for spreadsheets: UTF-8 with a byte order mark, by which they
 * recognise it, and a header line, even in an empty table. Node's zlib compresses in its thread pool, so that the event
 * loop stays free. fflate writes the headers and the directory of the zip.
 */
export async function* writeCsv(parts: ExportParts): AsyncGenerator<Uint8Array, void> {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    made.push(chunk);
  });
  for (const table of tablesOf(parts)) {
    const file: ZipInputFile = {
      filename: `${table.name}.csv`,
      mtime: parts.exported_at,
      compression: deflated,
      size: 0,
      crc: 0,
    };
    zip.add(file);
    // An error of the text destroys the last stream with the same error, which ends the loop.
    const compressed = pipeline(measured(writeTable(table), file), createDeflateRaw(), () => {});
    for await (const chunk of compressed) {
      file.ondata?.(null, chunk, false);
      yield* made.splice(0);
    }
    file.ondata?.(null, new Uint8Array(), true);
    yield* made.splice(0);
  }
  zip.end();
  yield* made;
}

/** One CSV file, page by page. */
export async function* writeTable({ columns, rows }: Omit<Table, "name">): AsyncGenerator<Buffer, void> {
  yield Buffer.from(byteOrderMark + writeCsvLine(columns));
  for await (const page of pagesOf(rows)) {
    yield Buffer.from(page.map((row) => writeCsvLine(columns.map((column) => row[column]))).join(""));
  }
}

/** Measures the length and the checksum of a text, which the zip has after the compressed file. */
async function* measured(text: AsyncIterable<Buffer>, file: ZipInputFile): AsyncGenerator<Buffer, void> {
  for await (const chunk of text) {
    file.size += chunk.length;
    file.crc = crc32(chunk, file.crc);
    yield chunk;
  }
}

/** At the end of their table: scripts may count the columns before them. */
const newestHabitColumns = ["unit_label", "time_of_day", "end", "ended_on", "keeps_log"];

function tablesOf({ habits, notes, vacations, reminders, progress, log, ...parts }: ExportParts): Table[] {
  const habitColumns = [
    ...Object.keys(exportedHabitSchema.shape)
      .filter((name) => name !== "targets" && name !== "past_schedules" && !newestHabitColumns.includes(name))
      .flatMap((name) => (name === "schedule" ? ["times_per_week", "schedule"] : [name])),
    ...newestHabitColumns,
  ];
  const titles = new Map(habits.map(({ id, title }) => [id, title]));
  const { habit_id, ...entryColumns } = exportedEntrySchema.shape;
  return [
    ...accountTables(parts),
    { name: "habits", columns: habitColumns, rows: habits.map(habitRow) },
    { name: "targets", columns: ["habit_id", "habit", "from", "target"], rows: habits.flatMap(targetRows) },
    {
      name: "past_schedules",
      columns: ["habit_id", "habit", "until", "weekdays", "times_per_week", "schedule"],
      rows: habits.flatMap(pastScheduleRows),
    },
    {
      name: "progress",
      // With the habit's title, so that a person can read it.
      columns: ["habit_id", "habit", ...Object.keys(entryColumns)],
      rows: mapPages(progress, (entry) => ({ ...entry, habit: titles.get(entry.habit_id) })),
    },
    {
      name: "log",
      columns: Object.keys(logItemSchema.shape).flatMap((name) => (name === "habit_id" ? [name, "habit"] : [name])),
      rows: mapPages(log, (item) => ({ ...item, habit: titles.get(item.habit_id) })),
    },
    { name: "vacations", columns: Object.keys(exportSchema.shape.vacations.def.element.shape), rows: vacations },
    ...(reminders ? [reminderTable(reminders, titles)] : []),
    { name: "notes", columns: Object.keys(noteSchema.shape), rows: notes },
    ...listTables(communityMembers, parts),
  ];
}

/** Tables of lists that are exported unchanged: each has the columns of its schema. */
function listTables<Name extends string>(
  members: Readonly<Record<Name, { def: { element: { shape: object } } }>>,
  parts: { readonly [Member in NoInfer<Name>]?: Rows<Row> | undefined },
): Table[] {
  return (Object.keys(members) as Name[]).flatMap((name) => {
    const rows = parts[name];
    return rows ? [{ name, columns: Object.keys(members[name].def.element.shape), rows }] : [];
  });
}

function reminderTable(reminders: NonNullable<ExportParts["reminders"]>, titles: ReadonlyMap<number, string>): Table {
  return {
    name: "reminders",
    columns: Object.keys(exportedReminderSchema.shape).flatMap((name) =>
      name === "habit_id" ? [name, "habit"] : [name],
    ),
    rows: mapPages(reminders, (row) => ({ ...row, habit: titles.get(row.habit_id) })),
  };
}

/** No tables for an API key. */
function accountTables(
  parts: Omit<ExportParts, "habits" | "notes" | "vacations" | "reminders" | "progress" | "log">,
): Table[] {
  const { account, ...lists } = accountMembers;
  return [
    ...(parts.account
      ? [{ name: "account", columns: Object.keys(account.shape), rows: [accountRow(parts.account)] }]
      : []),
    ...listTables(lists, parts),
  ];
}

function accountRow({ dashboard, ...row }: NonNullable<ExportParts["account"]>): Row {
  return { ...row, dashboard: JSON.stringify(dashboard) };
}

function habitRow({ targets: _, past_schedules: __, schedule, end, ...row }: ExportedHabit): Row {
  return { ...row, ...scheduleCells(schedule), end: end && JSON.stringify(end) };
}

function scheduleCells(schedule: ExportedHabit["schedule"]): Row {
  const { times_per_week, schedule: other } = toScheduleColumns(schedule);
  return { times_per_week, schedule: other && JSON.stringify(other) };
}

function pastScheduleRows({ id, title, past_schedules }: ExportedHabit): Row[] {
  return past_schedules.map(({ until, weekdays, schedule }) => ({
    habit_id: id,
    habit: title,
    until,
    weekdays,
    ...scheduleCells(schedule),
  }));
}

function targetRows({ id, title, targets }: ExportedHabit): Row[] {
  return targets.map((row) => ({ habit_id: id, habit: title, ...row }));
}
