import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase } from "@daymark/db/connection/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlace } from "../e2e/product.ts";
import { checkInvariants } from "../faults/invariants.ts";
import { createPeople, startLoad, withDatabase } from "../faults/load.ts";

/** scripts/test-pgbouncer.ts sets them. */
const { TEST_DATABASE_URLS: serverUrl = "", TEST_POOLER: pooler = "" } = process.env;
const seconds = 10;

const directUrl = Object.assign(new URL(serverUrl), { pathname: "/product" }).href;
const pooledUrl = Object.assign(new URL(directUrl), { host: pooler }).href;
const place = createPlace();

beforeAll(() => withDatabase(serverUrl, (sql) => sql`create database product`));
afterAll(() => place.remove());

/** How often the connections to PostgreSQL have executed their prepared statements. */
async function countPrepared(): Promise<number> {
  // This uses the pooler, because each of its connections to the server has its own list.
  const { sql } = createDatabase(pooledUrl, { max: 8, prepare: false });
  const lists = await Promise.all(
    Array.from(
      { length: 8 },
      () => sql`select coalesce(sum(generic_plans + custom_plans), 0)::int as runs from pg_prepared_statements`,
    ),
  );
  await sql.end();
  return Math.max(...lists.map(([row]) => Number(row?.runs)));
}

test.each(["on", "off"])("with DATABASE_PREPARE=%s the server loses no write and refuses no call", async (prepare) => {
  const variables = {
    DATABASE_URL: pooledUrl,
    DATABASE_DIRECT_URL: directUrl,
    DATABASE_PREPARE: prepare,
    SECRET_KEY: "k".repeat(32),
  };
  const product = await place.start(variables);
  const audience = await createPeople(product, directUrl, 6);
  const load = startLoad(product, audience, { isPublic: true });
  await sleep(seconds * 1_000);
  await load.stop();
  const result = await withDatabase(directUrl, async (sql) => {
    await checkInvariants(sql);
    return load.compare(sql);
  });
  console.log(
    `DATABASE_PREPARE=${prepare}: ${load.acknowledged()} writes acknowledged in ${seconds} s, ${JSON.stringify(result)}`,
  );
  expect(load.unexpected()).toEqual({});
  expect(result).toEqual({ lost: 0, doubled: 0 });
  if (prepare === "on") expect(await countPrepared()).toBeGreaterThan(0);
  expect(await product.stop()).toMatchObject({ code: 0, errors: "" });
});
