import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "@daymark/db/connection/client";
import { startReplicated } from "@daymark/db/testing-replica";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createPlace, type Place } from "../e2e/product.ts";
import { checkInvariants } from "./invariants.ts";
import { createPeople, startLoad, withDatabase } from "./load.ts";
import { report, spellTimes, times } from "./report.ts";

const rounds = Math.min(times, 5);
/** How long both hosts refuse writes before the test promotes the replica. */
const outageMilliseconds = 2_000;

let place: Place;
beforeEach(() => {
  place = createPlace();
});
afterEach(() => place.remove());

test.each(["asynchronous", "synchronous"])(
  "a failover to the promoted %s replica during writes duplicates nothing, and loses nothing if the replica is synchronous",
  async (kind) => {
    const sums = { acknowledged: 0, lost: 0, doubled: 0 };
    const written: number[] = [];
    const worked: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const result = await failOver(kind === "synchronous");
      sums.acknowledged += result.acknowledged;
      sums.lost += result.lost;
      sums.doubled += result.doubled;
      written.push(result.untilWritten);
      worked.push(result.untilWorked);
    }
    report({
      fault: `primary killed with -9, ${kind} replica promoted`,
      times: rounds,
      ...sums,
      note: `After the promotion, without a restart of Daymark: writes ${spellTimes(written)}, jobs ${spellTimes(worked)}.`,
    });
    expect(sums.doubled).toBe(0);
    // PostgreSQL acknowledges a commit before an asynchronous replica has received it.
    if (kind === "synchronous") expect(sums.lost).toBe(0);
  },
);

async function failOver(isSynchronous: boolean) {
  const servers = await startReplicated();
  try {
    if (isSynchronous) {
      await withDatabase(servers.primaryUrl, async (sql) => {
        await sql`alter system set synchronous_standby_names = '*'`;
        await sql`select pg_reload_conf()`;
        while (!(await isStreaming(sql, "sync"))) await sleep(50);
      });
    }
    const variables = { DATABASE_URL: servers.failoverUrl, SECRET_KEY: randomBytes(32).toString("hex") };
    const product = await place.start(variables);
    const audience = await createPeople(product, servers.primaryUrl, 3);
    const load = startLoad(product, audience, { isPublic: true });
    await load.progress(300);
    await servers.killPrimary();
    await sleep(outageMilliseconds);
    await withDatabase(servers.replicaUrl, async (sql) => {
      // The promoted server inherited this setting, but has no replica that could acknowledge commits.
      await sql`alter system set synchronous_standby_names = ''`;
      await sql`select pg_promote()`;
      await sql`select pg_reload_conf()`;
    });
    const promotedAt = performance.now();
    const untilWorked = untilJobIsDone(servers.replicaUrl, promotedAt);
    await load.progress(1);
    const untilWritten = performance.now() - promotedAt;
    await load.progress(300);
    const worked = await untilWorked;
    await load.stop();
    const compared = await withDatabase(servers.replicaUrl, async (sql) => {
      await checkInvariants(sql);
      return load.compare(sql);
    });
    expect(load.unexpected()).toEqual({});
    expect(await product.stop()).toMatchObject({ code: 0 });
    return { ...compared, acknowledged: load.acknowledged(), untilWritten, untilWorked: worked };
  } finally {
    await servers.stop();
  }
}

async function isStreaming(sql: Sql, state: string): Promise<boolean> {
  return (await sql`select from pg_stat_replication where sync_state = ${state}`).length > 0;
}

/** Queues a job and waits until a worker has done it. @returns the milliseconds since `startedAt` */
async function untilJobIsDone(url: string, startedAt: number): Promise<number> {
  return withDatabase(url, async (sql) => {
    const [job] = await sql`select id::text as id from graphile_worker.add_job('remind')`;
    while ((await sql`select from graphile_worker.jobs where id = ${job?.id}::bigint`).length > 0) await sleep(20);
    return performance.now() - startedAt;
  });
}
