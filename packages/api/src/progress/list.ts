import type { Database, Sql } from "@daymark/db/connection/client";
import type { Entry } from "@daymark/domain/tracking/progress";
import { ApiError } from "../base/error.ts";
import { type Reader, readInTurn } from "../procedure/long-reads.ts";

/** First and last day, `YYYY-MM-DD`, both included. */
interface Days {
  from: string;
  to: string;
}

/** A year of six habits, or a month of eighty. So many entries take a few megabytes at most, even with long notes. */
const entriesAtOnceMax = 2_500;
/** Entries that are read at once beyond that. */
const pageRowsMax = 1_000;
/** A year of four hundred habits takes half of it, with short notes. */
const answerBytesMax = 32_000_000;
/** The memory of an entry beside its note, and the memory of a character of a note. */
const entryBytes = 100;
const characterBytes = 2;

/**
 * The entries of a user's active habits, by habit and day. Mostly it is one statement, whose rows are the answer. Longer
 * answers are read in the turns of whole histories, because several of them at once would fill the memory.
 *
 * @throws ApiError payload_too_large if the entries of these days have more than 32 MB; QueueFull if too many reads of the
 *   user wait; what `confirmCaller` throws
 */
export async function listEntries(reader: Reader & { db: Database }, days: Days): Promise<Entry[]> {
  const { db, user } = reader;
  const entries = await selectEntries(db.$client, user.id, days, entriesAtOnceMax + 1);
  if (entries.length <= entriesAtOnceMax) return entries;
  return readInTurn(reader, (sql) => readBounded(selectEntries(sql, user.id, days, null).cursor(pageRowsMax)));
}

/** @param limit null for all */
function selectEntries(sql: Sql, userId: number, { from, to }: Days, limit: number | null) {
  // An id is a float8, which the driver reads as a number (exact below 2^53), so that no row is copied.
  return sql<Entry[]>`
    select p.habit_id::float8 as habit_id, p.day::text as day, p.value, p.unit, p.skipped, p.note, p.confirmed
    from habits h join progress p on p.user_id = h.user_id and p.habit_id = h.id
    where h.user_id = ${userId} and not h.archived and h.deleted_at is null
      and p.user_id = ${userId} and p.day between ${from} and ${to}
    order by p.habit_id, p.day
    limit ${limit}::int`;
}

async function readBounded(pages: AsyncIterable<Entry[]>): Promise<Entry[]> {
  const entries: Entry[] = [];
  let bytes = 0;
  for await (const page of pages) {
    for (const { note } of page) bytes += entryBytes + characterBytes * (note?.length ?? 0);
    // Leaving the loop closes the cursor.
    if (bytes > answerBytesMax) throw new ApiError("payload_too_large", { values: { reason: "answer" } });
    entries.push(...page);
  }
  return entries;
}

/**
 * The same for one habit, also an archived one; undefined if it is missing, deleted or another user's. One statement.
 */
export async function listEntriesOfHabit(
  sql: Sql,
  userId: number,
  { id, from, to }: Days & { id: number },
): Promise<Entry[] | undefined> {
  // A habit without entries in these days returns one row without a day.
  const rows = await sql<(Entry | (Entry & { day: null }))[]>`
    select h.id::float8 as habit_id, p.day::text as day, p.value, p.unit, p.skipped, p.note, p.confirmed
    from habits h
    left join progress p on p.user_id = ${userId} and p.habit_id = h.id and p.day between ${from} and ${to}
    where h.user_id = ${userId} and h.id = ${id} and h.deleted_at is null
    order by p.day`;
  if (rows.length === 0) return undefined;
  return rows.filter((row) => row.day !== null);
}
