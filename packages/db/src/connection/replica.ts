import { setTimeout as sleep } from "node:timers/promises";
import type { ReplicaState } from "@daymark/domain/operator/node";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { createDatabase, type Database, type Sql } from "./client.ts";
import { createReader } from "./reader.ts";

/** How often the replica is looked at. */
const lookMilliseconds = 1_000;
/** How long a replica may take to come to where the primary was, for a read as for a look. */
const lagMillisecondsMax = 500;
/** One that answers nothing for so long is away. */
const answerMillisecondsMax = 2_000;
/** Between two looks whether it has come there: it doubles. */
const pauseMillisecondsMin = 2;

export interface Replica {
  /**
   * Reads of it give what was committed before they were asked for, at least: from the replica once that has come so
   * far, else from the primary. It takes no writes (SQLSTATE 25006).
   */
  db: Database;
  /** Of the last look; `lag_ms` is null where it could not be asked. */
  status: () => { state: ReplicaState; lag_ms: number | null };
  /** Settles after the first look. */
  looked: Promise<void>;
  close: () => Promise<void>;
}

/** @param options.onChange told when it is used from now on, or no longer, and why */
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

  /** Waits until it has come to where the primary is now, and gives how many milliseconds that took; null: not in time. */
  async function catchUp(): Promise<number | null> {
    const [position] = await primary<{ lsn: string }[]>`select pg_current_wal_lsn()::text as lsn`;
    const startedAt = performance.now();
    for (let pause = pauseMillisecondsMin; ; pause *= 2) {
      if (await hasReplayed(position?.lsn ?? "")) return Math.round(performance.now() - startedAt);
      if (performance.now() - startedAt + pause > lagMillisecondsMax) return null;
      await sleep(pause);
    }
  }

  /** One that was made a primary of its own is no replica of ours any more. */
  async function hasReplayed(lsn: string): Promise<boolean> {
    const [answer] = await replica<{ is_there: boolean | null }[]>`
      select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${lsn}::text::pg_lsn as is_there`;
    return answer?.is_there === true;
  }

  /** How old the newest is that it has, by the clocks of both. Of one that lacks nothing it would tell of the primary's idleness. */
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
      // Where it hangs it may hang for minutes. What waits for it begins anew at the primary.
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

/** SQLSTATE: connections, a rollback such as a conflict with what is replayed, resources, an operator, the system. */
const classesOfServer = /^(08|40|53|57|58)/;

/** Whether an error tells of the server that was asked, not of what it was asked: another one may answer. */
function isOfReplica(error: unknown): boolean {
  const origin = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (origin instanceof postgres.PostgresError) return classesOfServer.test(origin.code);
  return origin instanceof Error && "code" in origin;
}
