import { randomBytes } from "node:crypto";
import { createDatabase, overflowConnectionsMax } from "@daymark/db/connection/client";
import { createTestDatabase, type TestDatabase } from "@daymark/db/testing";
import { expect, onTestFinished, test } from "vitest";
import { createTestHost } from "../testing.ts";

/** One more than the calls of one network use. */
const connectionsMax = 5;

test("calls that wait for account locks leave a connection for another network", async () => {
  const database = await createTestDatabase({ max: connectionsMax });
  // The superuser's, so that the test can tell its connections from those of the main pool.
  const overflow = createDatabase(database.url, { max: overflowConnectionsMax });
  const host = await createTestHost({
    beside: { database, secretKey: randomBytes(32) },
    services: { overflowDb: overflow.db },
    trustedProxies: ["127.0.0.1"],
  });
  onTestFinished(async () => {
    await host.drop();
    await overflow.sql.end();
    await database.drop();
  });
  const from = (address: string) => ({ "x-forwarded-for": address });
  const [one, two, other] = [await host.createUser(), await host.createUser(), await host.createUser()];
  for (const { token } of [one, two]) await host.send("POST", "/api/auth/2fa/generate/", { token, body: {} });

  let answered = 0;
  const verify = async (token: string) => {
    const call = { token, body: { code: "000000" }, headers: from("203.0.113.9") };
    expect([400, 503]).toContain((await host.send("PATCH", "/api/auth/2fa/verify/", call)).status);
    answered += 1;
  };
  const calls: Promise<void>[] = [];
  await database.sql.begin(async (holder) => {
    await holder`select from users where id in (${one.id}, ${two.id}) for update`;
    for (let count = 0; count < 6; count += 1) calls.push(verify(one.token), verify(two.token));
    // On a slow machine the first calls may have given up before the last ones wait.
    const begun = async () => answered + (await countWaiting(database)).all;
    await expect.poll(begun, { timeout: 20_000 }).toBeGreaterThanOrEqual(connectionsMax);
    expect((await countWaiting(database)).onMainPool).toBeLessThan(connectionsMax);
    const list = await host.send("GET", "/api/notes/", { token: other.token, headers: from("203.0.113.7") });
    expect(list.status).toBe(200);
  });
  await Promise.all(calls);
});

async function countWaiting({ sql }: TestDatabase): Promise<{ all: number; onMainPool: number }> {
  const [row] = await sql<[{ all: number; onMainPool: number }]>`
    select count(*)::int as all, (count(*) filter (where usename <> current_user))::int as "onMainPool"
    from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  return row;
}
