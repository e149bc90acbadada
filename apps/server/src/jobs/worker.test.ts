import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deletePerson } from "@daymark/api/thread/leave";
import { createDatabase } from "@daymark/db/connection/client";
import { nodes } from "@daymark/db/schema/admin";
import { users } from "@daymark/db/schema/user";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { enqueueMail, secretKey } from "./mail/testing.ts";
import { mailConnections } from "./mail/transport.ts";
import { createMailQueue, type MailQueue, polling } from "./testing-mail-queue.ts";

let queue: MailQueue;
beforeEach(async () => {
  queue = await createMailQueue();
});
afterEach(() => queue.drop());

test("if a worker is killed during a mail, the next worker sends it with the same Message-ID", async () => {
  const { db, start, startServer, states } = queue;
  const stuck = Promise.withResolvers<null>();
  const server = await startServer({ answer: (before) => (before === 0 ? stuck.promise : null) });
  const killed = await startProcess(server.url);
  await enqueueMail(db);
  await expect.poll(() => server.attempts.length, polling).toBe(1);
  killed.kill("SIGKILL");
  await new Promise((resolve) => killed.once("exit", resolve));

  await start({ smtpUrl: server.url });
  await states().toEqual(["sent"]);
  stuck.resolve(null);
  expect(server.attempts.length).toBe(2);
  expect(new Set(server.attempts.map(({ mail }) => mail.messageId)).size).toBe(1);
});

test("several mails are transferred at once, and a worker that is killed meanwhile doubles only one", async () => {
  const { db, start, startServer, states } = queue;
  const stuck = Promise.withResolvers<null>();
  const recipients: string[] = [];
  const server = await startServer({
    answer: (before) => (before === 0 ? stuck.promise : null),
    answerRecipient: (address) => {
      recipients.push(address);
      return null;
    },
  });
  const killed = await startProcess(server.url);
  for (let each = 0; each < 3; each++) await enqueueMail(db);
  await expect.poll(() => [server.attempts.length, recipients.length], polling).toEqual([1, 3]);
  killed.kill("SIGKILL");
  await new Promise((resolve) => killed.once("exit", resolve));

  await start({ smtpUrl: server.url });
  await states().toEqual(["sent", "sent", "sent"]);
  stuck.resolve(null);
  expect(server.attempts.length).toBe(4);
  expect(new Set(server.attempts.map(({ mail }) => mail.messageId)).size).toBe(3);
});

test("a mail whose connection breaks while it waits for its last line delays no other mail", async () => {
  const { db, start, startServer, states } = queue;
  const first = Promise.withResolvers<null>();
  const server = await startServer({ answer: (before) => (before === 0 ? first.promise : null) });
  await start({ smtpUrl: server.url });
  for (let each = 0; each < 3; each++) await enqueueMail(db);
  await expect.poll(() => [server.attempts.length, server.openConnections()], polling).toEqual([1, 3]);
  server.dropConnections();
  first.resolve(null);
  // A retry follows the first attempt after some seconds.
  await states().toEqual(["sent", "sent", "sent"]);
});

test("a mail that a running worker is sending is not taken over", async () => {
  const { db, start, startServer, states } = queue;
  const slow = Promise.withResolvers<null>();
  const server = await startServer({ answer: () => slow.promise });
  await start({ smtpUrl: server.url });
  await enqueueMail(db);
  await expect.poll(() => server.attempts.length, polling).toBe(1);
  // The worker takes over abandoned jobs before it runs any.
  await start({ smtpUrl: server.url });
  // More than the first worker has places for, so that the second one sends at least one.
  for (let count = 0; count < mailConnections; count++) await enqueueMail(db);
  await expect.poll(() => server.attempts.length, polling).toBe(2);
  slow.resolve(null);
  await states().toEqual(Array(mailConnections + 1).fill("sent"));
  const recipients = server.attempts.flatMap((attempt) => attempt.recipients);
  expect(recipients).toHaveLength(mailConnections + 1);
  expect(new Set(recipients).size).toBe(recipients.length);
});

test("a stop waits for a mail that is being sent", async () => {
  const { db, start, startServer, states } = queue;
  const slow = Promise.withResolvers<null>();
  const server = await startServer({ answer: () => slow.promise });
  const worker = await start({ smtpUrl: server.url });
  await enqueueMail(db);
  await expect.poll(() => server.attempts.length, polling).toBe(1);
  const stopped = worker.stop();
  slow.resolve(null);
  await stopped;
  await states().toEqual(["sent"]);
  expect(server.received.length).toBe(1);
});

test("a clean-up runs on the connections for long work", async () => {
  const { database, db, running, start, states, jobs } = queue;
  const longWork = createDatabase(database.serving.url, { max: 1 });
  running.push({ stop: () => longWork.sql.end({ timeout: 1 }) });
  const taken = await longWork.sql.reserve();
  await start({}, longWork.db);
  await db.insert(nodes).values({ name: "gone", version: "", started_at: sql`now()`, seen_at: sql`'2026-01-01'` });
  await db.execute(sql`select graphile_worker.add_job('clean_up')`);
  const waiting = () =>
    database.sql`select 1 from graphile_worker.jobs where task_identifier = 'clean_up' and locked_at is not null`;
  await expect.poll(waiting, polling).toHaveLength(1);
  // When a later mail is sent, a clean-up on other connections would be over.
  await enqueueMail(db);
  await states().toEqual(["sent"]);
  expect(await db.select().from(nodes)).toHaveLength(1);
  taken.release();
  await expect.poll(() => db.select().from(nodes), polling).toEqual([]);
  await expect.poll(jobs, polling).toEqual([]);
});

test("mail files are deleted after as many days as logs, and other files stay", async () => {
  const { db, directory, start, jobs } = queue;
  const leave = (name: string, days: number) => {
    writeFileSync(join(directory, name), "");
    const seconds = Date.now() / 1000 - days * 86_400;
    utimesSync(join(directory, name), seconds, seconds);
  };
  leave("20260101T000000.000000001Z-old@example.com.eml", 31);
  leave("20260101T000000.000000002Z-half@example.com.eml.part", 31);
  leave("20260101T000000.000000003Z-young@example.com.eml", 29);
  leave("of-mine.eml", 31);
  await start({ smtpUrl: "smtp://127.0.0.1:1", logRetentionDays: 30 });
  await db.execute(sql`select graphile_worker.add_job('clean_up')`);
  await expect.poll(jobs, polling).toEqual([]);
  expect(readdirSync(directory).sort()).toEqual(["20260101T000000.000000003Z-young@example.com.eml", "of-mine.eml"]);
});

test("the worker reconnects after the database closes every connection", async () => {
  const { db, start, states } = queue;
  await start();
  await enqueueMail(db);
  await states().toEqual(["sent"]);
  await db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name is distinct from 'daymark'`);
  await enqueueMail(db);
  await states().toEqual(["sent", "sent"]);
});

test("the worker deletes the rows of a deleted user", async () => {
  const { database, db, start } = queue;
  await start();
  const [user] = await db.insert(users).values({ username: "gone", email: "gone@example.com" }).returning();
  const user_id = user?.id ?? 0;
  await database.sql`insert into notes (user_id, text) values (${user_id}, 'A note')`;
  expect(await deletePerson(db, user_id)).toBe(true);
  await expect.poll(() => database.sql`select id from notes`, polling).toHaveLength(0);
});

/** Starts a worker as a separate process, built like the server. */
async function startProcess(smtpUrl: string): Promise<ChildProcess> {
  const { database, running } = queue;
  const { build } = await import("vite");
  const root = join(import.meta.dirname, "../..");
  const outDir = join(root, "node_modules/.cache/testing-worker");
  await build({ root, logLevel: "error", build: { ssr: "src/testing-worker.ts", outDir, emptyOutDir: true } });
  const child = spawn(process.execPath, [join(outDir, "testing-worker.js"), database.url, smtpUrl, secretKey], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.push({ stop: async () => child.kill("SIGKILL") });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once("data", () => resolve());
    child.once("exit", () => reject(new Error("the worker did not start")));
  });
  return child;
}
