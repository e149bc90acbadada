import type { Sql } from "@daymark/db/connection/client";
import { fromDayNumber } from "@daymark/domain/base/day";
import { type EntryKind, entryKinds } from "@daymark/domain/operator/site-statistics";
import type { Entry } from "@daymark/domain/tracking/progress";

/** How often the counts are written. */
const flushMilliseconds = 10_000;
const dayMilliseconds = 86_400_000;

export interface Tally {
  /**
   * Counts a recorded day, even if it was recorded before. The sum is in memory, so that recording a day costs no
   * statement more.
   */
  addEntry(entry: Entry): void;
  /** Counts imported days. */
  addImported(days: number): void;
  /** Adds the counts since the last flush to the present day, by UTC. It also runs every few seconds. */
  flush(): Promise<void>;
  /** The caller calls it before it closes the database. */
  close(): Promise<void>;
}

/**
 * Counts events that leave no row to count later. If the process is killed, the counts of the last seconds are lost.
 * They only show how busy a day was; nothing else depends on them.
 *
 * @param deps.now milliseconds since the epoch
 */
export function createTally(deps: {
  sql: Sql;
  now: () => number;
  log: { error(fields: object, message: string): void };
}): Tally {
  const { sql, now, log } = deps;
  const counts = nothing();
  let flushing = Promise.resolve();

  async function write(): Promise<void> {
    const taken = entryKinds.filter((kind) => counts[kind] > 0).map((label) => ({ label, amount: counts[label] }));
    if (taken.length === 0) return;
    for (const { label, amount } of taken) counts[label] -= amount;
    try {
      await sql`
        insert into statistics_days (day, measure, label, amount)
        select ${fromDayNumber(Math.floor(now() / dayMilliseconds))}, 'entries', label, amount
        from jsonb_to_recordset(${JSON.stringify(taken)}::text::jsonb) as counted (label text, amount bigint)
        -- All nodes lock them in one order.
        order by label
        on conflict (measure, day, label) do update set amount = statistics_days.amount + excluded.amount`;
    } catch (error) {
      for (const { label, amount } of taken) counts[label] += amount;
      log.error({ error }, "what was recorded could not be added to the statistics; it is tried again");
    }
  }

  function flush(): Promise<void> {
    flushing = flushing.then(write);
    return flushing;
  }

  const timer = setInterval(() => void flush(), flushMilliseconds).unref();
  return {
    addEntry: ({ value, skipped, confirmed, note }) => {
      if (value) counts.value += 1;
      else if (skipped) counts.skipped += 1;
      else if (confirmed) counts.confirmed += 1;
      // A day without any content is not counted.
      else if (note !== null) counts.note += 1;
    },
    addImported: (days) => {
      counts.imported += days;
    },
    flush,
    close: () => {
      clearInterval(timer);
      return flush();
    },
  };
}

function nothing(): Record<EntryKind, number> {
  return { value: 0, skipped: 0, confirmed: 0, note: 0, imported: 0 };
}
