import { accountMembers, type ExportedHabit, exportedHabitSchema } from "@daymark/domain/export";
import { noteSchema } from "@daymark/domain/note";
import { entrySchema } from "@daymark/domain/progress";
import { Zip, ZipDeflate } from "fflate";
import type { ExportParts } from "./read.ts";

type Cell = string | number | boolean | null | undefined | readonly (string | number)[];
type Row = Readonly<Record<string, Cell>>;

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
    file.push(Buffer.from(`\u{feff}${writeLine(columns)}`));
    for await (const rows of pages) {
      file.push(Buffer.from(rows.map((row) => writeLine(columns.map((column) => row[column]))).join("")));
    }
    file.push(new Uint8Array(), true);
  }
  zip.end();
  return Buffer.concat(chunks);
}

function tablesOf({ habits, notes, progress, ...parts }: ExportParts): Table[] {
  const { targets: _, ...habitColumns } = exportedHabitSchema.shape;
  const titles = new Map(habits.map(({ id, title }) => [id, title]));
  const { habit_id, ...entryColumns } = entrySchema.shape;
  return [
    ...accountTables(parts),
    { name: "habits", columns: Object.keys(habitColumns), pages: [habits.map(({ targets: _, ...row }) => row)] },
    { name: "targets", columns: ["habit_id", "habit", "from", "target"], pages: [habits.flatMap(targetRows)] },
    {
      name: "progress",
      // With the habit's title, so that a person can read it.
      columns: ["habit_id", "habit", ...Object.keys(entryColumns)],
      pages: mapPages(progress, (entry) => ({ ...entry, habit: titles.get(entry.habit_id) })),
    },
    { name: "notes", columns: Object.keys(noteSchema.shape), pages: [notes] },
  ];
}

/** None where an API key asked. */
function accountTables(parts: Omit<ExportParts, "habits" | "notes" | "progress">): Table[] {
  const { account, ...lists } = accountMembers;
  const names = Object.keys(lists) as (keyof typeof lists)[];
  return [
    ...(parts.account ? [{ name: "account", columns: Object.keys(account.shape), pages: [[parts.account]] }] : []),
    ...names.flatMap((name) => {
      const rows = parts[name];
      return rows ? [{ name, columns: Object.keys(lists[name].def.element.shape), pages: [rows] }] : [];
    }),
  ];
}

function targetRows({ id, title, targets }: ExportedHabit): Row[] {
  return targets.map((row) => ({ habit_id: id, habit: title, ...row }));
}

async function* mapPages<Item>(pages: AsyncIterable<readonly Item[]>, map: (item: Item) => Row) {
  for await (const page of pages) yield page.map(map);
}

function writeLine(cells: readonly Cell[]): string {
  return `${cells.map(writeCell).join(",")}\r\n`;
}

/**
 * What a spreadsheet would take for a formula, and run (OWASP, CSV Injection): also the signs of East Asian keyboards.
 */
const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

function writeCell(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "number" || typeof cell === "boolean") return String(cell);
  // Numbers with a comma between them would be a fraction in half of Europe.
  const text = typeof cell === "string" ? cell : cell.join(" ");
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
