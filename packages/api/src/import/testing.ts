import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { crc32, deflateRawSync } from "node:zlib";
import type { ImportFormat } from "@daymark/domain/account/import";
import type { CsvMappingInput } from "@daymark/domain/csv-import/csv-mapping";
import type { TestUser } from "../testing.ts";

type Caller = Pick<TestUser["caller"], "import">;

/** Imports a file as the REST API does. */
export function importFile(
  caller: Caller,
  given: Uint8Array | string | object,
  { format = "daymark", ...rest }: { format?: ImportFormat; dry_run?: boolean; mapping?: CsvMappingInput } = {},
) {
  const text = typeof given === "string" || given instanceof Uint8Array ? given : JSON.stringify(given);
  const content = new Uint8Array(typeof text === "string" ? new TextEncoder().encode(text) : text);
  const file = { file_name: "file", content_type: "application/octet-stream", content };
  return caller.import.run({ file, format, ...rest });
}

/** All habits of a user, archived ones last, each with the days of 2016: day, amount and note. */
export async function habitsOf({ caller }: TestUser) {
  const lists = [await caller.habit.list({}), await caller.habit.list({ archived: true })];
  const habits = lists.flatMap(({ results }) => results);
  return await Promise.all(
    habits.map(async (habit) => {
      const { results } = await caller.progress.listOfHabit({ id: habit.id, from: "2016-01-01", to: "2016-12-31" });
      return {
        ...habit,
        days: results.map(({ day, value, note }) => [day, value, note].filter((part) => part !== null)),
      };
    }),
  );
}

/**
 * Creates an SQLite database as an app saves it.
 *
 * @param schema statements that create tables
 * @param statements each with the values of its `?`
 */
export function makeSqlite(schema: string, statements: readonly [sql: string, ...values: SQLInputValue[]][] = []) {
  const database = new DatabaseSync(":memory:");
  database.exec(schema);
  for (const [sql, ...values] of statements) database.prepare(sql).run(...values);
  const file = database.serialize();
  database.close();
  return file;
}

/** Counts how often the event loop runs other work while `work` runs. */
export async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const takeTurns = () => {
    turns += 1;
    if (!isOver) setImmediate(takeTurns);
  };
  setImmediate(takeTurns);
  try {
    await work();
  } finally {
    isOver = true;
  }
  return turns;
}

/** How the archive stores a file. A test may set any part to a wrong value. */
export interface Packing {
  method?: number;
  flags?: number;
  checksum?: number;
  /** The size that the archive states. */
  size?: number;
  /** Bytes in place of the deflated content. */
  packed?: Uint8Array;
  /** Extra fields in the directory (PKWARE APPNOTE 6.3.10, 4.5). */
  extra?: Uint8Array;
}

/**
 * Creates a ZIP archive as `java.util.zip` writes it: each file deflated, with its sizes after it.
 *
 * @param files text or bytes by name; a name may repeat
 */
export function makeZip(files: readonly (readonly [name: string, content: string | Uint8Array, packing?: Packing])[]) {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  const push = (...buffers: Buffer[]) => {
    parts.push(...buffers);
    at += buffers.reduce((sum, { length }) => sum + length, 0);
  };
  for (const [fileName, content, packing = {}] of files) {
    const bytes = Buffer.from(content);
    const name = Buffer.from(fileName);
    const method = packing.method ?? 8;
    const packed = packing.packed ? Buffer.from(packing.packed) : method === 8 ? deflateRawSync(bytes) : bytes;
    const checksum = packing.checksum ?? crc32(bytes);
    const size = packing.size ?? bytes.length;
    const flags = packing.flags ?? 0x0808;
    const extra = Buffer.from(packing.extra ?? []);
    directory.push(
      record(46, [
        [4, 0x02014b50, 0],
        [2, 20, 4],
        [2, 20, 6],
        [2, flags, 8],
        [2, method, 10],
        [4, checksum, 16],
        [4, packed.length, 20],
        [4, size, 24],
        [2, name.length, 28],
        [2, extra.length, 30],
        [4, at, 42],
      ]),
      name,
      extra,
    );
    push(
      record(30, [
        [4, 0x04034b50, 0],
        [2, 20, 4],
        [2, flags, 6],
        [2, method, 8],
        [2, name.length, 26],
      ]),
      name,
      packed,
      record(16, [
        [4, 0x08074b50, 0],
        [4, checksum, 4],
        [4, packed.length, 8],
        [4, size, 12],
      ]),
    );
  }
  const directoryAt = at;
  push(...directory);
  push(
    record(22, [
      [4, 0x06054b50, 0],
      [2, files.length, 8],
      [2, files.length, 10],
      [4, at - directoryAt, 12],
      [4, directoryAt, 16],
    ]),
  );
  return new Uint8Array(Buffer.concat(parts));
}

/** Writes numbers of 2 or 4 bytes at their offsets, little-endian. */
function record(length: number, numbers: readonly (readonly [bytes: 2 | 4, value: number, offset: number])[]): Buffer {
  const buffer = Buffer.alloc(length);
  for (const [bytes, value, offset] of numbers) buffer.writeUIntLE(value, offset, bytes);
  return buffer;
}
