import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { retryMail } from "@daymark/api/host/outbox";
import { deleteJob } from "@daymark/api/job/delete";
import { mails } from "@daymark/db/schema/mail";
import { users } from "@daymark/db/schema/user";
import { eq, sql } from "drizzle-orm";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cleanUp } from "../clean-up.ts";
import { createMailQueue, type MailQueue, polling } from "../testing-mail-queue.ts";
import { enqueueMail, link, outbox, refusal } from "./testing.ts";

let queue: MailQueue;
beforeEach(async () => {
  queue = await createMailQueue();
});
afterEach(() => queue.drop());

test("a mail is written to a file with its link, in the reader's language", async () => {
  const { db, directory, start, states } = queue;
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
  const { db, directory, start, startServer, states } = queue;
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
  const { db, directory, start, states, jobs } = queue;
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
  const { db, start, states } = queue;
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
  const { db, logged, start, startServer, states } = queue;
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
  const { db, start, startServer, states } = queue;
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
  const { db, start, startServer } = queue;
  const server = await startServer({ answer: () => refusal(451, "mailbox of <reader@example.com> is busy") });
  await start({ smtpUrl: server.url });
  await enqueueMail(db);
  await expect.poll(async () => (await db.select().from(mails))[0]?.last_error, polling).toBe("EMESSAGE 451");
  expect(await readDatabase()).not.toContain("busy");
});

test("the error code tells a mail server that is not there", async () => {
  const { db, start, startServer } = queue;
  const gone = await startServer();
  await gone.stop();
  await start({ smtpUrl: gone.url });
  await enqueueMail(db);
  await expect.poll(async () => (await db.select().from(mails))[0]?.last_error, polling).toBe("ECONNREFUSED");
});

test("a mail to a recipient that the server refuses fails at once and is emptied", async () => {
  const { db, start, startServer, states, jobs } = queue;
  const server = await startServer({ answerRecipient: () => refusal(550) });
  await start({ smtpUrl: server.url });
  await enqueueMail(db);
  await states().toEqual(["failed"]);
  const [row] = await db.select().from(mails);
  expect(row).toMatchObject({ attempts: 1, last_error: "EENVELOPE 550", content: null });
  await expect.poll(jobs, polling).toEqual([]);
});

test("a mail fails after its last attempt, and keeps its content for an admin's retry", async () => {
  const { db, start, startServer, states } = queue;
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
  const { db, start, states, jobs } = queue;
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
  const { db, start, startServer, states, jobs } = queue;
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

test("a mail encrypted with another secret key fails at once", async () => {
  const { db, start, states } = queue;
  await enqueueMail(db);
  await start({ secretKey: "another secret key" });
  await states().toEqual(["failed"]);
  expect((await db.select().from(mails))[0]).toMatchObject({ content: null, last_error: "EUNREADABLE" });
});

test("a deleted user's mail is not sent", async () => {
  const { db, directory, start, states, jobs } = queue;
  const gone = await enqueueMail(db, { to: "gone@example.com" });
  await db.delete(users).where(eq(users.id, gone.userId));
  await enqueueMail(db, { to: "here@example.com" });
  await start();
  await states().toEqual(["sent"]);
  await expect.poll(jobs, polling).toEqual([]);
  expect(readdirSync(directory).map((name) => name.split("Z-")[1])).toEqual(["here@example.com.eml"]);
});

test("a repeated job of a sent mail sends nothing", async () => {
  const { db, start, startServer, states, jobs } = queue;
  const reader = await enqueueMail(db);
  const server = await startServer();
  await start({ smtpUrl: server.url });
  await states().toEqual(["sent"]);
  const [row] = await db.select().from(mails);
  await db.execute(sql`select graphile_worker.add_job('send_mail', json_build_object('mail_id', ${row?.id}::bigint))`);
  await expect.poll(jobs, polling).toEqual([]);
  expect(server.received.map(({ recipients }) => recipients)).toEqual([[reader.email]]);
});

/** The whole content of the database as text. */
async function readDatabase(): Promise<string> {
  const { sql } = queue.database;
  const rows = await Promise.all([
    sql`select * from mails`,
    sql`select * from graphile_worker._private_jobs`,
    sql`select * from graphile_worker._private_job_queues`,
  ]);
  return JSON.stringify(rows);
}
