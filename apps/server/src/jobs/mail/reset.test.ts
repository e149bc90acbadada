import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createUploads } from "@daymark/api/host/uploads";
import { readEmailToken } from "@daymark/auth/crypto/email-token";
import { noLimits } from "@daymark/auth/limits/rate-limit";
import { insertUser } from "@daymark/auth/testing";
import { createTestDatabase, type TestDatabase } from "@daymark/db/testing";
import type { MailTemplate } from "@daymark/domain/operator/mail";
import { languages } from "@daymark/domain/text/language";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startWorker } from "../worker.ts";
import { everyMail, link, outbox, secretKey, startMailServer } from "./testing.ts";

const polling = { interval: 50, timeout: 40_000 };
const client = { address: "192.0.2.1", userAgent: "curl/8" };

let database: TestDatabase;
let directory: string;
let logged: string[];
let server: Awaited<ReturnType<typeof startMailServer>>;
const running: { stop: () => Promise<unknown> }[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  directory = mkdtempSync(join(tmpdir(), "daymark-reset-"));
  logged = [];
  server = await startMailServer();
  running.push(server);
});
afterEach(async () => {
  for (const each of running.splice(0).reverse()) await each.stop();
  await database.drop();
  rmSync(directory, { recursive: true });
});

async function start(key = secretKey) {
  const write = (fields: object, message: string) => logged.push(JSON.stringify({ ...fields, message }));
  const log = { info: write, warn: write, error: write };
  const worker = await startWorker({
    connectionString: database.url,
    db: database.db,
    longWorkDb: database.db,
    limits: noLimits,
    config: {
      secretKey: key,
      publicUrl: "https://daymark.example",
      contactEmail: "operator@example.com",
      mailFrom: "Daymark <no-reply@localhost>",
      smtpUrl: server.url,
      mailDirectory: directory,
    },
    live: { publish: () => {} },
    pageCache: { invalidate: () => {} },
    uploads: createUploads(""),
    logs: { worker: log, mail: log },
  });
  running.push(worker);
}

/** Resolves when no job waits any more. */
function emptied() {
  return expect
    .poll(async () => [...(await database.sql`select * from graphile_worker._private_jobs`)], polling)
    .toEqual([]);
}

test("a user who forgot the password gets a valid link with the configured address, in their language", async () => {
  const user = await insertUser(database.db, { password_hash: "any", language: "uk" });
  await outbox.enqueueReset(database.db, { email: user.email, client });
  await start();
  await expect.poll(() => server.received.length, polling).toBe(1);
  const [received] = server.received;
  expect(received?.recipients).toEqual([user.email]);
  expect(received?.mail).toMatchObject({ subject: "Задайте новий пароль", html: expect.stringContaining("Вітаємо") });
  const [, token = ""] =
    /^https:\/\/daymark\.example\/reset-password\?token=([\w-]+)\r?$/m.exec(received?.mail.text ?? "") ?? [];
  expect(await readEmailToken(database.db, { token, purpose: "reset_password", now: Date.now() })).toMatchObject({
    userId: user.id,
  });
  await emptied();
  for (const line of logged) expect(line).not.toMatch(/token|@example/);
});

test("an unknown address gets no mail, and no trace of it remains", async () => {
  await start();
  await outbox.enqueueReset(database.db, { email: "nobody@example.com", client });
  await outbox.enqueueReset(database.db, {
    email: (await insertUser(database.db, { password_hash: "any" })).email,
    client,
  });
  await expect.poll(() => server.received.length, polling).toBe(1);
  await emptied();
  expect((await database.sql`select * from mails`).length).toBe(1);
  expect(logged.join("\n")).not.toContain("nobody");
});

test("a failed request is retried, and its address is neither in the queue nor in the log", async () => {
  const user = await insertUser(database.db, { password_hash: "any" });
  await database.sql.unsafe(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no % here', new.email; end $$;
    create trigger refuse before insert on email_tokens for each row execute function refuse()`);
  await start();
  await outbox.enqueueReset(database.db, { email: user.email, client });
  await expect.poll(() => logged.some((line) => line.includes("waits")), polling).toBe(true);
  await expect
    .poll(
      async () => (await database.sql`select last_error from graphile_worker._private_jobs`)[0]?.last_error,
      polling,
    )
    .toBeTruthy();
  const held = JSON.stringify(await database.sql`select * from graphile_worker._private_jobs`);
  for (const text of [held, ...logged]) expect(text).not.toContain(user.username);
  await database.sql`drop trigger refuse on email_tokens`;
  await expect.poll(() => server.received.length, polling).toBe(1);
});

test("a request encrypted with another secret key is dropped after its last attempt", async () => {
  await outbox.enqueueReset(database.db, { email: "reader@example.com", client });
  await database.sql`update graphile_worker._private_jobs set max_attempts = 1`;
  await start("another secret key");
  await emptied();
  expect(logged.some((line) => line.includes("given up"))).toBe(true);
});

test("every mail is sent over SMTP as text and HTML to one recipient, without injected headers", async () => {
  const user = await insertUser(database.db);
  const hostile = "x\r\nBcc: victim@example.com\r\n\r\nbody";
  const templates = Object.keys(everyMail) as MailTemplate[];
  await database.db.transaction(async (tx) => {
    for (const language of languages) {
      for (const template of templates) {
        const values = {
          ...everyMail[template],
          username: hostile,
          name: hostile,
          new_name: hostile,
          old_username: hostile,
        };
        await outbox.enqueue(tx, user.id, { template, to: user.email, language, values });
      }
    }
  });
  await start();
  await expect.poll(() => server.received.length, polling).toBe(templates.length * languages.length);
  for (const { mail, recipients, raw } of server.received) {
    expect(recipients).toEqual([user.email]);
    expect(mail.to).toEqual([{ name: "", address: user.email }]);
    expect(mail.headers.map(({ key }) => key)).not.toContain("bcc");
    expect(mail.text).toContain(link);
    expect(mail.html).toContain(link);
    expect(raw).toMatch(/^Content-Type: multipart\/alternative/m);
  }
  expect(new Set(server.received.map(({ mail }) => mail.subject)).size).toBe(templates.length * languages.length);
});
