import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { announce } from "@daymark/api/webhook-event/announce";
import { createWebhookSecrets } from "@daymark/auth/crypto/webhook-secret";
import { createDatabase } from "@daymark/db/connection/client";
import { migrateDatabase } from "@daymark/db/connection/migrate";
import { webhooks } from "@daymark/db/schema/connection/webhook";
import { users } from "@daymark/db/schema/user";
import { Webhook } from "standardwebhooks";
import { afterEach, expect, test } from "vitest";
import { startReceiver } from "../src/jobs/testing-receiver.ts";
import { checkInvariants } from "./invariants.ts";
import { report, times } from "./report.ts";
import { buildWorker, startDatabase } from "./worker-process.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const messagesOfRound = 6;
const receivers = 3;

test("killing a worker with -9 loses no webhook message, and a repeated message has the same id", async () => {
  const database = await startDatabase(cleanups);
  const url = await database.create("webhooks");
  await migrateDatabase(url);
  const { db, sql } = createDatabase(url, { max: 2 });
  cleanups.push(() => sql.end());
  const receiver = await startReceiver(() => ({ status: 200 }));
  cleanups.push(receiver.stop);
  const secretKey = randomBytes(32).toString("hex");
  const secrets = createWebhookSecrets(secretKey);
  const secret = secrets.create();
  const [owner] = await db.insert(users).values({ username: "owner", email: "owner@example.com" }).returning();
  const userId = owner?.id ?? 0;
  for (let count = 0; count < receivers; count += 1) {
    await db.insert(webhooks).values({
      user_id: userId,
      url: `${receiver.url}/${count}`,
      events: ["habit.created"],
      secret: secrets.seal(secret),
      streaks_checked_on: "2026-11-20",
      risks_checked_on: "2026-11-20",
    });
  }
  const startWorker = await buildWorker(cleanups, { url, smtpUrl: "smtp://127.0.0.1:1", secretKey });
  let announced = 0;
  for (let kill = 0; kill < times; kill += 1) {
    const worker = await startWorker();
    const before = receiver.received.length;
    const events = Array.from({ length: messagesOfRound }, () => {
      announced += 1;
      return { type: "habit.created" as const, habitId: null, data: { habit: { id: announced } } as never };
    });
    await db.transaction((tx) => announce(tx, userId, events, Date.now()));
    // The kill comes in the middle of the work: some messages are delivered, and some are being delivered.
    while (receiver.received.length < before + 4) await sleep(1);
    worker.kill("SIGKILL");
    await once(worker, "exit");
  }
  const last = await startWorker();
  const waiting = async () => (await sql`select id from webhook_deliveries where state = 'waiting'`).length;
  while ((await waiting()) > 0) await sleep(20);
  last.kill("SIGKILL");

  for (const { body, headers } of receiver.received)
    new Webhook(secret).verify(body, headers as Record<string, string>);
  // Groups the messages as a receiver can: the path names the webhook, and the body the event.
  const copies = Map.groupBy(receiver.received, ({ path, body }) => `${path} ${JSON.parse(body).data.habit.id}`);
  const wanted = announced * receivers;
  const doubled = receiver.received.length - copies.size;
  for (const messages of copies.values())
    expect(new Set(messages.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(copies.size);
  await checkInvariants(sql);
  report({
    fault: "webhook worker killed with -9",
    times,
    acknowledged: wanted,
    lost: wanted - copies.size,
    doubled,
    note: `${wanted} messages to ${receivers} webhooks; one that was under way comes a second time, with the same id.`,
  });
  expect(copies.size).toBe(wanted);
  expect(doubled).toBeLessThanOrEqual(times * receivers);
});
