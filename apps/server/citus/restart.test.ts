import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase, type Sql } from "@daymark/db/connection/client";
import { findFreePort } from "@daymark/db/free-port";
import { createDistributedDatabase, findCitus, startCitus } from "@daymark/db/testing-citus";
import type { TestServer } from "@daymark/db/testing-server";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createPlace, personAt } from "../e2e/product.ts";
import { assertAllThere, type Person, startWriter, type Writer } from "./writer.ts";

const peopleCount = 6;
const place = createPlace();
let servers: TestServer[];
let stopServers: () => Promise<void>;
let sql: Sql;
let product: Awaited<ReturnType<typeof place.start>>;
let people: Person[];
let variables: Record<string, string>;

beforeAll(async () => {
  ({ servers, stop: stopServers } = await startCitus(findCitus() ?? "", 3));
  const databaseUrl = await createDistributedDatabase(
    servers.map(({ url }) => url),
    "daymark",
  );
  // The server must come back at the address that the writers call.
  const port = String(await findFreePort());
  variables = { DATABASE_URL: databaseUrl, SECRET_KEY: "k".repeat(32), LOG_LEVEL: "warn", PORT: port };
  product = await place.start(variables);
  people = [];
  for (let count = 0; count < peopleCount; count += 1) people.push(await personAt(product.url));
  ({ sql } = createDatabase(databaseUrl, { max: 2 }));
});
afterAll(async () => {
  await sql.end();
  await place.remove();
  await stopServers();
});

/** Acknowledged writes of each user between two kills. */
const writesBetween = 20;

/** Waits until the server has acknowledged {@link writesBetween} more writes of each writer. */
async function untilAllWrite(writers: readonly Writer[]): Promise<void> {
  const counts = writers.map(({ acknowledged }) => acknowledged.size);
  await expect
    .poll(
      () => writers.every(({ acknowledged }, index) => acknowledged.size > (counts[index] as number) + writesBetween),
      {
        interval: 10,
        timeout: 60_000,
      },
    )
    .toBe(true);
}

test("killing the server during writes loses and duplicates nothing", async () => {
  const writers = people.map((person) => startWriter(product.url, person, "2001-01-01"));
  const kills = Math.ceil(inject("killTimes") / 5);
  for (let kill = 0; kill < kills; kill += 1) {
    await untilAllWrite(writers);
    await product.stop("SIGKILL");
    product = await place.start(variables);
  }
  await untilAllWrite(writers);
  await Promise.all(writers.map((writer) => writer.stop()));
  for (const writer of writers) await assertAllThere(sql, writer);
  const written = writers.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  console.log(`${kills} kills of the server: ${written} writes acknowledged, all there`);
});

test("killing the coordinator during writes loses nothing, and the server answers calls with 503 and Retry-After", async () => {
  const [coordinator] = servers as [TestServer];
  const writers = people.map((person) => startWriter(product.url, person, "2051-01-01"));
  const kills = Math.ceil(inject("killTimes") / 5);
  for (let kill = 0; kill < kills; kill += 1) {
    await untilAllWrite(writers);
    await coordinator.kill();
    await sleep(500);
    await coordinator.start();
  }
  await untilAllWrite(writers);
  await Promise.all(writers.map((writer) => writer.stop()));
  for (const writer of writers) {
    for (const { status, retryAfter } of writer.refused) expect([status, retryAfter !== null]).toEqual([503, true]);
    await assertAllThere(sql, writer);
  }
  const written = writers.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  console.log(`${kills} kills of the coordinator: ${written} writes acknowledged, all there`);
});
