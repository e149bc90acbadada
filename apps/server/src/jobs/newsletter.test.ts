import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createOutbox } from "@daymark/api/host/outbox";
import { createTestDatabase } from "@daymark/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestHost } from "../testing.ts";
import { startMailServer } from "./mail/testing.ts";
import { startTestWorkers } from "./testing.ts";
import type { Worker } from "./worker.ts";

const polling = { interval: 50, timeout: 40_000 };
const publicUrl = "https://daymark.example";
const secretKey = randomBytes(32);
const database = await createTestDatabase();
const mailServer = await startMailServer();
const host = await createTestHost({
  beside: { database, secretKey },
  services: { outbox: createOutbox({ publicUrl, secretKey }) },
});
const { token } = await host.createUser({ is_staff: true, email_verified: true });

const invalidated: string[] = [];
let workers: Worker;
beforeAll(async () => {
  workers = await startTestWorkers({
    ...{ database, secretKey, publicUrl, smtpUrl: mailServer.url },
    overrides: { pageCache: { invalidate: (topics) => invalidated.push(...topics) } },
  });
});
afterAll(async () => {
  await workers.stop();
  await Promise.all([host.drop(), mailServer.stop()]);
  await database.drop();
});

const createReader = (language: "en" | "uk") =>
  host.createUser({ newsletter_subscriber: true, email_verified: true, language });

async function publish(body: object) {
  const post = { title: "Small steps", description: "Why five minutes are enough", blocks: [], ...body };
  const { status, text, json } = await host.send("POST", "/api/blogs/", { token, body: post });
  expect(status, text).toBe(201);
  return json as { slug: string; published: boolean };
}

const mailsTo = (email: string) => mailServer.received.filter(({ recipients }) => recipients.includes(email));

async function settled(): Promise<void> {
  const jobs = async () => [...(await database.sql`select id from graphile_worker._private_jobs`)];
  await expect.poll(jobs, polling).toEqual([]);
}

test("a published post is mailed in the reader's language, with a one-click unsubscribe link", async () => {
  const [english, ukrainian] = [await createReader("en"), await createReader("uk")];
  const { slug } = await publish({ title: "Малі кроки", description: "П’ять хвилин", language: "uk", published: true });
  await settled();
  const [mail] = mailsTo(ukrainian.email);
  expect(mail?.mail).toMatchObject({
    subject: "Новий допис: Малі кроки",
    text: expect.stringContaining(`\nП’ять хвилин\n\nЧитати допис:\n${publicUrl}/blog/${slug}\n`),
  });
  expect(mail?.mail.html).not.toContain("<img");
  expect(mailsTo(english.email)[0]?.mail.subject).toBe("New post: Малі кроки");
  const headerOf = (name: string) => mail?.mail.headers.find(({ key }) => key === name)?.value;
  expect(headerOf("list-id")).toMatch(/^<newsletter\.[\w.]+>$/);
  expect(headerOf("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const [, path = ""] =
    /^<https:\/\/daymark\.example(\/api\/unsubscribe\/[\w.-]+\/)>$/.exec(headerOf("list-unsubscribe") ?? "") ?? [];
  const click = {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  };
  expect((await host.send("POST", path, click)).json).toEqual({ purpose: "newsletter" });

  await publish({ title: "Second", published: true });
  await settled();
  expect(mailsTo(ukrainian.email)).toHaveLength(1);
  expect(mailsTo(english.email)).toHaveLength(2);
});

test("a scheduled post appears and is announced at its time, once over all instances", async () => {
  const reader = await createReader("en");
  const publish_at = Date.now() + 1_500;
  const { slug, published } = await publish({ title: "Scheduled", publish_at: new Date(publish_at).toISOString() });
  expect(published).toBe(false);
  const read = async () => (await host.send("GET", `/api/blogs/${slug}/`)).status;
  if (Date.now() < publish_at - 500) expect(await read()).toBe(404);
  invalidated.length = 0;
  await sleep(publish_at - Date.now());
  expect(await read()).toBe(200);
  await expect
    .poll(() => mailsTo(reader.email).map(({ mail }) => mail.subject), polling)
    .toEqual(["New post: Scheduled"]);
  expect(invalidated).toEqual(["blog"]);
  await settled();
  expect(mailsTo(reader.email)).toHaveLength(1);
});
