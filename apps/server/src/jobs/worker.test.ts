import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { retryMail } from "@daymark/api/host/outbox";
import { createUploads } from "@daymark/api/host/uploads";
import { deleteJob } from "@daymark/api/job/delete";
import { deletePerson } from "@daymark/api/thread/leave";
import { noLimits } from "@daymark/auth/limits/rate-limit";
import { createDatabase, type Database } from "@daymark/db/connection/client";
import { nodes } from "@daymark/db/schema/admin";
import { mails } from "@daymark/db/schema/mail";
import { users } from "@daymark/db/schema/user";
import { createTestDatabase, type TestDatabase } from "@daymark/db/testing";
import { eq, sql } from "drizzle-orm";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cleanUp } from "./clean-up.ts";
import { enqueueMail, link, outbox, refusal, secretKey, startMailServer } from "./mail/testing.ts";
import { mailConnections } from "./mail/transport.ts";
import { startWorker, type WorkerOptions } from "./worker.ts";

const polling = { interval: 50, timeout: 40_000 };

let database: TestDatabase;
let db: Database;
let directory: string;
let logged: string[];
const running: { stop: () => Promise<unknown> }[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  directory = mkdtempSync(join(tmpdir(), "daymark-worker-"));
  logged = [];
});
afterEach(async () => {
  for (const each of running.splice(0).reverse()) await each.stop();
  await database.drop();
  rmSync(directory, { recursive: true });
});

async function start(config: Partial<WorkerOptions["config"]> = {}, longWorkDb: Database = db) {
  const write = (fields: object, message: string) => logged.push(JSON.stringify({ ...fields, message }));
  const log = { info: write, warn: write, error: write };
  const worker = await startWorker({
    connectionString: database.url,
    db,
    longWorkDb,
    limits: noLimits,
    config: {
      secretKey,
      publicUrl: "http://127.0.0.1:3000",
      contactEmail: "operator@example.com",
      mailFrom: "Daymark <no-reply@localhost>",
      mailDirectory: directory,
      ...config,
    },
    live: { publish: () => {} },
    pageCache: { invalidate: () => {} },
    uploads: createUploads(""),
    logs: { worker: log, mail: log },
  });
  running.push(worker);
  return worker;
}

async function startServer(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(options);
  running.push(server);
  return server;
}

function states() {
  return expect.poll(async () => (await db.select().from(mails).orderBy(mails.id)).map(({ state }) => state), polling);
}

async function jobs(): Promise<Record<string, unknown>[]> {
  return [...(await database.sql`select * from graphile_worker._private_jobs`)];
}

/** The whole content of the database as text. */
async function readDatabase(): Promise<string> {
  const rows = await Promise.all([
    database.sql`select * from mails`,
    database.sql`select * from graphile_worker._private_jobs`,
    database.sql`select * from graphile_worker._private_job_queues`,
  ]);
  return JSON.stringify(rows);
}

test("a mail is written to a file with its link, in the reader's language", async () => {
  await start();
  await enqueueMail(db, { to: "english@example.com" });
  await enqueueMail(db, { to: "ukrainian@example.com", language: "uk" });
  await states().toEqual(["sent", "sent"]);
  const files = readdirSync(directory).sort();
  expect(files.map((name) => name.split("Z-")[1])).toEqual(["english@example.com.eml", "ukrainian@example.com.eml"]);
  const [english, ukrainian] = await Promise.all(
    files.map((name) => PostalMime.parse(readFileSync(join(directory, name)))),
  );
  expect(english).toMatchObject({ subject: "Confirm your email address", text: expect.stringContaining(link) });
  expect(ukrainian).toMatchObject({
    subject: "Підтвердьте свою електронну адресу",
    text: expect.stringContaining(link),
    html: expect.stringContaining(link),
  });
});

test("a mail server gets text and HTML in the reader's language", async () => {
  const server = await startServer();
  await start({ smtpUrl: server.url });
  const reader = await enqueueMail(db, { language: "uk" });
  await states().toEqual(["sent"]);
  const [received] = server.received;
  expect(received?.recipients).toEqual([reader.email]);
  expect(received?.mail).toMatchObject({
    from: { name: "Daymark", address: "no-reply@localhost" },
    subject: "Підтвердьте свою електронну адресу",
    text: expect.stringContaining(`Вітаємо, ${reader.username}!`),
    html: expect.stringContaining("Підтвердити адресу"),
  });
  expect(readdirSync(directory)).toEqual([]);
});

test("a mail whose transaction is rolled back is never sent and leaves no job", async () => {
  await start();
  const rolledBack = db.transaction(async (tx) => {
    const [user] = await tx.insert(users).values({ username: "gone", email: "gone@example.com" }).returning();
    const values = { username: "gone", link };
    await outbox.enqueue(tx, user?.id ?? 0, {
      template: "verify_email",
      to: "gone@example.com",
      language: "en",
      values,
    });
    throw new Error("rolled back");
  });
  await expect(rolledBack).rejects.toThrow("rolled back");
  // The worker runs jobs in order, so a later mail proves that no earlier one was sent.
  await enqueueMail(db, { to: "later@example.com" });
  await states().toEqual(["sent"]);
  expect(readdirSync(directory).length).toBe(1);
  await expect.poll(jobs, polling).toEqual([]);
});

test("a waiting mail is unreadable in table and queue, and a sent one is emptied", async () => {
  const reader = await enqueueMail(db);
  const waiting = await readDatabase();
  await start();
  await states().toEqual(["sent"]);
  const [row] = await db.select().from(mails);
  expect(row).toMatchObject({ content: null, attempts: 1, last_error: null, sent_at: expect.any(Date) });
  for (const text of [waiting, await readDatabase()]) {
    expect(text).not.toContain(reader.email);
    expect(text).not.toContain("token=");
  }
});

test("no link, token or address is logged, not even on failures", async () => {
  const server = await startServer({ answer: (before) => (before < 1 ? refusal(451, `no ${link}`) : null) });
  await start({ smtpUrl: server.url });
  const reader = await enqueueMail(db);
  await states().toEqual(["sent"]);
  expect(logged.some((line) => line.includes("mail sent"))).toBe(true);
  expect(logged.some((line) => line.includes("to be tried again"))).toBe(true);
  for (const line of logged) {
    expect(line).not.toContain("token");
    expect(line).not.toContain("verify-email");
    expect(line).not.toContain(reader.email);
  }
  expect(await readDatabase()).not.toContain(link);
});

test("a mail is retried with the same Message-ID while the mail server is down or busy", async () => {
  const server = await startServer({ answer: (before) => (before < 2 ? refusal(451) : null) });
  await start({ smtpUrl: server.url });
  await enqueueMail(db);
  await states().toEqual(["sent"]);
  expect(server.attempts.length).toBe(3);
  expect(new Set(server.attempts.map(({ mail }) => mail.messageId)).size).toBe(1);
  const [row] = await db.select().from(mails);
  expect(row).toMatchObject({ attempts: 3, last_error: null });
});

test("a failed attempt stores only its error code", async () => {
  const server = await startServer({ answer: () => refusal(451, "mailbox of <reader@example.com> is busy") });
  await start({ smtpUrl: server.url });
  await enqueueMail(db);
  await expect.poll(async () => (await db.select().from(mails))[0]?.last_error, polling).toBe("EMESSAGE 451");
  expect(await readDatabase()).not.toContain("busy");
});

test("the error code tells a mail server that is not there", async () => {
  const gone = await startServer();
  await gone.stop();
  await start({ smtpUrl: gone.url });
  await enqueueMail(db);
  await expect.poll(async () => (await db.select().from(mails))[0]?.last_error, polling).toBe("ECONNREFUSED");
});

test("a mail to a recipient that the server refuses fails at once and is emptied", async () => {
  const server = await startServer({ answerRecipient: () => refusal(550) });
  await start({ smtpUrl: server.url });
  await enqueueMail(db);
  await states().toEqual(["failed"]);
  const [row] = await db.select().from(mails);
  expect(row).toMatchObject({ attempts: 1, last_error: "EENVELOPE 550", content: null });
  await expect.poll(jobs, polling).toEqual([]);
});

test("a mail fails after its last attempt, and keeps its content for an admin's retry", async () => {
  const server = await startServer({ answer: () => refusal(451) });
  await enqueueMail(db);
  await db.execute(sql`update graphile_worker._private_jobs set max_attempts = 1`);
  await start({ smtpUrl: server.url });
  await states().toEqual(["failed"]);
  expect((await db.select().from(mails))[0]).toMatchObject({
    content: expect.any(String),
    last_error: "EMESSAGE 451",
  });
});

test("a mail without a job or attempts is marked as failed, and an admin's retry sends it", async () => {
  await enqueueMail(db, { to: "deleted@example.com" });
  const [job] = await jobs();
  await deleteJob(db, Number(job?.id));
  expect(await jobs()).toEqual([]);
  await enqueueMail(db, { to: "died@example.com" });
  await enqueueMail(db, { to: "tried.at.once@example.com" });
  await db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts`);
  const [deleted, died, tried] = await db.select().from(mails).orderBy(mails.id);
  expect(await retryMail(db, tried?.id ?? 0)).toBe(true);
  await cleanUp(db);
  await states().toEqual(["failed", "failed", "queued"]);
  await start();
  await states().toEqual(["failed", "failed", "sent"]);
  for (const mail of [deleted, died]) expect(await retryMail(db, mail?.id ?? 0)).toBe(true);
  await states().toEqual(["sent", "sent", "sent"]);
  await expect.poll(jobs, polling).toEqual([]);
});

test("a mail that is being sent is neither marked as failed nor sent a second time", async () => {
  const slow = Promise.withResolvers<null>();
  const server = await startServer({ answer: () => slow.promise });
  await start({ smtpUrl: server.url });
  await enqueueMail(db);
  await expect.poll(() => server.attempts.length, polling).toBe(1);
  await db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts`);
  const [mail] = await db.select().from(mails);
  const [job] = await jobs();
  expect(await retryMail(db, mail?.id ?? 0)).toBe(false);
  await expect(deleteJob(db, Number(job?.id))).rejects.toThrow("job_not_found");
  await cleanUp(db);
  expect(await db.select().from(mails)).toMatchObject([{ state: "queued" }]);
  expect(await jobs()).toHaveLength(1);
  slow.resolve(null);
  await states().toEqual(["sent"]);
  expect(server.attempts.length).toBe(1);
});

test("a clean-up runs on the connections for long work", async () => {
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

test("a mail encrypted with another secret key fails at once", async () => {
  await enqueueMail(db);
  await start({ secretKey: "another secret key" });
  await states().toEqual(["failed"]);
  expect((await db.select().from(mails))[0]).toMatchObject({ content: null, last_error: "EUNREADABLE" });
});

test("a deleted user's mail is not sent", async () => {
  const gone = await enqueueMail(db, { to: "gone@example.com" });
  await db.delete(users).where(eq(users.id, gone.userId));
  await enqueueMail(db, { to: "here@example.com" });
  await start();
  await states().toEqual(["sent"]);
  await expect.poll(jobs, polling).toEqual([]);
  expect(readdirSync(directory).map((name) => name.split("Z-")[1])).toEqual(["here@example.com.eml"]);
});

test("a repeated job of a sent mail sends nothing", async () => {
  const reader = await enqueueMail(db);
  const server = await startServer();
  await start({ smtpUrl: server.url });
  await states().toEqual(["sent"]);
  const [row] = await db.select().from(mails);
  await db.execute(sql`select graphile_worker.add_job('send_mail', json_build_object('mail_id', ${row?.id}::bigint))`);
  await expect.poll(jobs, polling).toEqual([]);
  expect(server.received.map(({ recipients }) => recipients)).toEqual([[reader.email]]);
});

test("if a worker is killed during a mail, the next worker sends it with the same Message-ID", async () => {
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

test("mail files are deleted after as many days as logs, and other files stay", async () => {
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
  await start();
  await enqueueMail(db);
  await states().toEqual(["sent"]);
  await db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name is distinct from 'daymark'`);
  await enqueueMail(db);
  await states().toEqual(["sent", "sent"]);
});

/** Starts a worker as a separate process, built like the server. */
async function startProcess(smtpUrl: string): Promise<ChildProcess> {
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

test("the worker deletes the rows of a deleted user", async () => {
  await start();
  const [user] = await db.insert(users).values({ username: "gone", email: "gone@example.com" }).returning();
  const user_id = user?.id ?? 0;
  await database.sql`insert into notes (user_id, text) values (${user_id}, 'A note')`;
  expect(await deletePerson(db, user_id)).toBe(true);
  await expect.poll(() => database.sql`select id from notes`, polling).toHaveLength(0);
});
