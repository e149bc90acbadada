import { byteOrderMark, type CsvCell, writeCsvLine } from "@daymark/domain/csv";
import {
  accountMembers,
  communityMembers,
  type ExportedHabit,
  exportedEntrySchema,
  exportedHabitSchema,
  exportedReminderSchema,
  exportSchema,
} from "@daymark/domain/export";
import { noteSchema } from "@daymark/domain/note";
import { Zip, ZipDeflate } from "fflate";
import type { ExportParts } from "./read.ts";

type Row = Readonly<Record<string, CsvCell>>;

interface Table {
  name: string;
  columns: readonly string[];
  pages: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>;
}

/**
 * A zip of one CSV file a table (RFC 4180), for spreadsheets: UTF-8 with a byte order mark, by which they know it, and
 * a line of names, also where nothing follows it.
 */
export async function writeCsv(parts: ExportParts): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const { name, columns, pages } of tablesOf(parts)) {
    const file = new ZipDeflate(`${name}.csv`);
    file.mtime = parts.exported_at;
    zip.add(file);
    file.push(Buffer.from(byteOrderMark + writeCsvLine(columns)));
    for await (const rows of pages) {
      file.push(Buffer.from(rows.map((row) => writeCsvLine(columns.map((column) => row[column]))).join("")));
    }
    file.push(new Uint8Array(), true);
  }
  zip.end();
  return Buffer.concat(chunks);
}

function tablesOf({ habits, notes, vacations, reminders, progress, ...parts }: ExportParts): Table[] {
  const habitColumns = Object.keys(exportedHabitSchema.shape)
    .filter((name) => name !== "targets")
    .map((name) => (name === "schedule" ? "times_per_week" : name));
  const titles = new Map(habits.map(({ id, title }) => [id, title]));
  const { habit_id, ...entryColumns } = exportedEntrySchema.shape;
  return [
    ...accountTables(parts),
    { name: "habits", columns: habitColumns, pages: [habits.map(habitRow)] },
    { name: "targets", columns: ["habit_id", "habit", "from", "target"], pages: [habits.flatMap(targetRows)] },
    {
      name: "progress",
      // With the habit's title, so that a person can read it.
      columns: ["habit_id", "habit", ...Object.keys(entryColumns)],
      pages: mapPages(progress, (entry) => ({ ...entry, habit: titles.get(entry.habit_id) })),
    },
    { name: "vacations", columns: Object.keys(exportSchema.shape.vacations.def.element.shape), pages: [vacations] },
    ...(reminders ? [reminderTable(reminders, titles)] : []),
    { name: "notes", columns: Object.keys(noteSchema.shape), pages: [notes] },
    ...listTables(communityMembers, parts),
  ];
}

/** Of lists that travel as they are: each has the columns of its schema. */
function listTables<Name extends string>(
  members: Readonly<Record<Name, { def: { element: { shape: object } } }>>,
  parts: { readonly [Member in NoInfer<Name>]?: readonly Row[] | undefined },
): Table[] {
  return (Object.keys(members) as Name[]).flatMap((name) => {
    const rows = parts[name];
    return rows ? [{ name, columns: Object.keys(members[name].def.element.shape), pages: [rows] }] : [];
  });
}

function reminderTable(reminders: NonNullable<ExportParts["reminders"]>, titles: ReadonlyMap<number, string>): Table {
  return {
    name: "reminders",
    columns: Object.keys(exportedReminderSchema.shape).flatMap((name) =>
      name === "habit_id" ? [name, "habit"] : [name],
    ),
    pages: [reminders.map((row) => ({ ...row, habit: titles.get(row.habit_id) }))],
  };
}

/** None where an API key asked. */
function accountTables(parts: Omit<ExportParts, "habits" | "notes" | "vacations" | "reminders" | "progress">): Table[] {
  const { account, ...lists } = accountMembers;
  return [
    ...(parts.account
      ? [{ name: "account", columns: Object.keys(account.shape), pages: [[accountRow(parts.account)]] }]
      : []),
    ...listTables(lists, parts),
  ];
}

function accountRow({ dashboard, ...row }: NonNullable<ExportParts["account"]>): Row {
  return { ...row, dashboard: JSON.stringify(dashboard) };
}

function habitRow({ targets: _, schedule, ...row }: ExportedHabit): Row {
  return { ...row, times_per_week: schedule?.times_per_week };
}

function targetRows({ id, title, targets }: ExportedHabit): Row[] {
  return targets.map((row) => ({ habit_id: id, habit: title, ...row }));
}

async function* mapPages<Item>(pages: AsyncIterable<readonly Item[]>, map: (item: Item) => Row) {
  for await (const page of pages) yield page.map(map);
}
