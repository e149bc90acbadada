import { setTimeout as sleep } from "node:timers/promises";
import type { ReplicaState } from "@daymark/domain/operator/node";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { createDatabase, type Database, type Sql } from "./client.ts";
import { createReader } from "./reader.ts";

/** How often the client checks the replica. */
const lookMilliseconds = 1_000;
/** How long a replica may take to replay to the primary's position, for a read and for a check. */
const lagMillisecondsMax = 500;
/** A replica that does not answer for this long counts as unreachable. */
const answerMillisecondsMax = 2_000;
/** The first pause between two checks of the replay position; it doubles each time. */
const pauseMillisecondsMin = 2;

export interface Replica {
  /**
   * Reads see at least everything that was committed before the read began: from the replica if it has replayed that
   * far in time, else from the primary. It refuses writes (SQLSTATE 25006).
   */
  db: Database;
  /** The result of the last check; `lag_ms` is null if the replica did not answer. */
  status: () => { state: ReplicaState; lag_ms: number | null };
  /** Settles after the first check. */
  looked: Promise<void>;
  close: () => Promise<void>;
}

/** @param options.onChange called when reads begin or cease to use the replica, with the reason */
export function openReplica(options: {
  url: string;
  isPrepared: boolean;
  primary: Database;
  onChange: (state: ReplicaState) => void;
}): Replica {
  const primary = options.primary.$client;
  const connect = () => createDatabase(options.url, { prepare: options.isPrepared }).sql;
  const closing = new AbortController();
  const first = Promise.withResolvers<void>();
  let replica = connect();
  let status: ReturnType<Replica["status"]> = { state: "away", lag_ms: null };

  /**
   * Waits until the replica has replayed to the primary's present position. Returns the milliseconds that took; null if
   * it took too long.
   */
  async function catchUp(): Promise<number | null> {
    const [position] = await primary<{ lsn: string }[]>`select pg_current_wal_lsn()::text as lsn`;
    const startedAt = performance.now();
    for (let pause = pauseMillisecondsMin; ; pause *= 2) {
      if (await hasReplayed(position?.lsn ?? "")) return Math.round(performance.now() - startedAt);
      if (performance.now() - startedAt + pause > lagMillisecondsMax) return null;
      await sleep(pause);
    }
  }

  /** False for a replica that was promoted to a primary: it is no longer our replica. */
  async function hasReplayed(lsn: string): Promise<boolean> {
    const [answer] = await replica<{ is_there: boolean | null }[]>`
      select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${lsn}::text::pg_lsn as is_there`;
    return answer?.is_there === true;
  }

  /**
   * The age of the newest replayed transaction, by the clocks of both servers. For a replica without a lag, this would
   * only measure how long the primary has been idle.
   */
  async function ageOf(): Promise<number | null> {
    const [answer] = await replica<{ age: number | null }[]>`
      select round(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000)::float8 as age
      where pg_is_in_recovery()`;
    return answer?.age ?? null;
  }

  async function ask(): Promise<typeof status> {
    const lag = await catchUp();
    return lag === null ? { state: "late", lag_ms: await ageOf() } : { state: "used", lag_ms: lag };
  }

  async function look(): Promise<void> {
    const before = status.state;
    const silence = sleep(answerMillisecondsMax, null, { ref: false });
    status = (await Promise.race([ask().catch(() => null), silence])) ?? { state: "away", lag_ms: null };
    if (status.state === "away") {
      // A hanging connection may hang for minutes. The statements that wait for it run again on the primary.
      void replica.end({ timeout: 0 });
      replica = connect();
    }
    if (status.state !== before) options.onChange(status.state);
  }

  const watching = (async () => {
    while (!closing.signal.aborted) {
      await look();
      first.resolve();
      await sleep(lookMilliseconds, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  })();

  async function read<T>(work: (sql: Sql) => PromiseLike<T>): Promise<T> {
    if (status.state === "used") {
      try {
        if ((await catchUp()) !== null) return await work(replica);
      } catch (error) {
        if (!isOfReplica(error)) throw error;
      }
    }
    return work(primary);
  }

  return {
    db: drizzle(createReader(primary, read)),
    status: () => status,
    looked: first.promise,
    close: async () => {
      closing.abort();
      await watching;
      await replica.end({ timeout: 0 });
    },
  };
}

/**
 * SQLSTATE classes: connection errors, rollbacks such as a conflict with replay, resources, operator intervention,
 * system errors.
 */
const classesOfServer = /^(08|40|53|57|58)/;

/** Whether an error concerns the server and not the statement, so that another server may succeed. */
function isOfReplica(error: unknown): boolean {
  const origin = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (origin instanceof postgres.PostgresError) return classesOfServer.test(origin.code);
  return origin instanceof Error && "code" in origin;
}
