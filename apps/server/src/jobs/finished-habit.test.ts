import { randomBytes } from "node:crypto";
import { createWebhookSecrets } from "@daymark/auth/crypto/webhook-secret";
import { webhooks } from "@daymark/db/schema/connection/webhook";
import { users } from "@daymark/db/schema/user";
import { createTestDatabase } from "@daymark/db/testing";
import type { LiveTopic } from "@daymark/domain/base/live";
import { eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, expect, test } from "vitest";
import { createTestHost } from "../testing.ts";
import { startTestWorkers } from "./testing.ts";
import { type ReceivedMessage, startReceiver } from "./testing-receiver.ts";

const polling = { interval: 50, timeout: 40_000 };
const dayMilliseconds = 86_400_000;
const secretKey = randomBytes(32);
const secrets = createWebhookSecrets(secretKey);
const database = await createTestDatabase();
const clock = { now: Date.now() };
const today = new Date(clock.now).toISOString().slice(0, 10);
const host = await createTestHost({ beside: { database, secretKey }, now: () => clock.now });
const receiver = await startReceiver(() => ({ status: 204 }));
const published: { userId: number; topics: readonly LiveTopic[] }[] = [];
const workers = await startTestWorkers({
  ...{ database, secretKey, publicUrl: "https://daymark.example", smtpUrl: "smtp://127.0.0.1:1" },
  outgoingNetworks: ["127.0.0.1"],
  overrides: {
    now: () => clock.now,
    live: { publish: (userId, topics) => void published.push({ userId, topics }) },
  },
});
afterAll(async () => {
  await workers.stop();
  await Promise.all([host.drop(), receiver.stop()]);
  await database.drop();
});

const received = () =>
  receiver.received.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });

test("a receiver learns of a reached total at once, and after a week that the habit was archived, once on two nodes", async () => {
  const { token, id } = await host.createUser({ timezone: "UTC" });
  const secret = secrets.create();
  const events = ["habit.finished", "habit.archived"] as const;
  await database.db.insert(webhooks).values({
    ...{ user_id: id, url: receiver.url, events: [...events], secret: secrets.seal(secret) },
    ...{ streaks_checked_on: today, risks_checked_on: today },
  });
  await database.db.update(users).set({ has_webhooks: true }).where(eq(users.id, id));
  const habit = await host.createHabit(token, { title: "Dune", unit: "repetitions", end: { total: 12 } });
  const record = (value: number) =>
    host.send("PUT", `/api/habits/${habit.id}/progress/today/`, { token, body: { value } });
  await record(4);
  await record(12);
  await expect.poll(() => received(), polling).toHaveLength(1);
  expect(received()).toMatchObject([
    { type: "habit.finished", data: { habit: { id: habit.id, ended_on: today }, statistics: { total: 12 } } },
  ]);

  // Before the clock moves: a message of another time is refused.
  const [{ headers, body }] = receiver.received as [ReceivedMessage];
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(received()[0]);

  const work = async () => {
    for (let node = 0; node < 2; node += 1) await database.sql`select graphile_worker.add_job('archive_finished')`;
    await expect
      .poll(async () => Number((await database.sql`select count(*) from graphile_worker.jobs`)[0]?.count), polling)
      .toBe(0);
  };
  await work();
  clock.now += 6 * dayMilliseconds;
  await work();
  expect(published).toEqual([]);
  clock.now += dayMilliseconds;
  await work();
  expect(received().map(({ type }) => type)).toEqual([...events]);
  expect(published).toEqual([{ userId: id, topics: ["habit"] }]);
  const { json } = await host.send("GET", "/api/habits/?archived=true", { token });
  expect(json.results).toMatchObject([{ id: habit.id, archived: true, ended_on: today }]);
});
