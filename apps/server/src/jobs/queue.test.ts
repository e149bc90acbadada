import { createTestDatabase, type TestDatabase } from "@daymark/db/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runQueue } from "./queue.ts";

const polling = { interval: 50, timeout: 40_000 };

let database: TestDatabase;
const stopping = new AbortController();
let stopped: Promise<void> | undefined;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  stopping.abort();
  await stopped;
  await database.drop();
});

test("a job whose end could not be recorded is released and run again", async () => {
  const { sql } = database;
  // The first deletion of a job fails, as if its connection were lost.
  await sql`create sequence deletions`;
  await sql`
    create function fail_once() returns trigger language plpgsql as $$
    begin
      if nextval('deletions') = 1 then raise exception 'the connection is lost' using errcode = '57P01'; end if;
      return old;
    end $$`;
  await sql`
    create trigger fail_once before delete on graphile_worker._private_jobs for each row execute function fail_once()`;
  let runs = 0;
  const ignore = () => {};
  const queue = await runQueue(
    {
      concurrency: 1,
      taskList: {
        count: () => {
          runs += 1;
        },
      },
      cronItems: [],
    },
    {
      connectionString: database.url,
      db: database.db,
      log: { info: ignore, warn: ignore, error: ignore },
      stopping: stopping.signal,
    },
  );
  stopped = queue.stopped;
  await sql`select graphile_worker.add_job('count')`;
  await expect.poll(() => sql`select id from graphile_worker._private_jobs`, polling).toHaveLength(0);
  expect(runs).toBe(2);
});
