import { createLimits } from "@daymark/auth/limits/rate-limit";
import { createDatabase } from "@daymark/db/connection/client";
import { expect, onTestFinished, test } from "vitest";
import { createTestHost, expectProblem } from "../testing.ts";

test("a transaction that waits for something outside of the database ends, its call gets 503, and a repeat succeeds", async () => {
  const base = await createTestHost();
  const { database, secretKey } = base;
  const { db, sql } = createDatabase(database.serving.url, { idleInTransactionSeconds: 1 });
  const limits = createLimits({ sql: database.sql, secretKey });
  // Only the stuck call has the short timeout: other calls may be slow on a busy machine.
  const host = await createTestHost({ beside: base, services: { limits } });
  const hostWithTimeout = await createTestHost({ beside: base, db, services: { limits } });
  onTestFinished(async () => {
    await hostWithTimeout.drop();
    await host.drop();
    await sql.end();
    await base.drop();
  });
  const { token } = await host.createUser({ email_verified: true });
  const body = { title: "Export a month", details: "To print it and hang it up.", category: "new_features" };
  const ask = (key: string, { send } = host) =>
    send("POST", "/api/feature-requests/", { token, body, headers: { "idempotency-key": key } });
  const counters = () => database.sql<{ key: string }[]>`select key from rate_limits`;
  const note = { token, body: { text: "Counts the key." }, headers: { "idempotency-key": "note" } };
  expect((await host.send("POST", "/api/notes/", note)).status).toBe(201);
  const ofKeys = (await counters()).map(({ key }) => key);
  expect((await ask("first")).status).toBe(201);
  await database.sql.begin(async (holder) => {
    // The limits of requests are counted within the transaction of the call, on connections of their own.
    await holder`select from rate_limits where key <> all(${ofKeys}) for update`;
    const stuck = await ask("second", hostWithTimeout);
    expectProblem(stuck, 503, "unavailable");
    expect(stuck.headers["retry-after"]).toBeDefined();
  });
  expect((await ask("second")).status).toBe(201);
  const requests = await database.sql`select from feature_requests`;
  expect(requests).toHaveLength(2);
});
