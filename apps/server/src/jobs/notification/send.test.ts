import { randomBytes } from "node:crypto";
import { createNotifier, type SendNotificationJob } from "@daymark/api/outgoing/notifier";
import { createOutgoing } from "@daymark/api/outgoing/outgoing";
import { notificationTargets } from "@daymark/db/schema/connection/notification-target";
import { users } from "@daymark/db/schema/user";
import { createTestDatabase } from "@daymark/db/testing";
import type { PushContent } from "@daymark/domain/account/push";
import type { TargetKind, TargetSettings } from "@daymark/domain/notification/target";
import { eq, sql as query } from "drizzle-orm";
import { afterAll, afterEach, expect, test } from "vitest";
import { startTestWorkers } from "../testing.ts";
import { startReceiver } from "../testing-receiver.ts";
import { type SendNotificationDeps, sendNotification } from "./send.ts";

const polling = { interval: 20, timeout: 40_000 };
const secretKey = randomBytes(32);
const database = await createTestDatabase();
const { db, sql } = database;
const appriseUrl = "http://apprise.invalid";
const notifier = createNotifier({ secretKey, appriseUrl });
afterAll(database.drop);

const now = Date.parse("2026-11-21T19:00:30Z");
const content: PushContent = { kind: "reminder", habits: [{ id: 7, title: "Йога", type: "good" }] };
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await db.delete(users);
});

async function startService(...args: Parameters<typeof startReceiver>) {
  const service = await startReceiver(...args);
  cleanups.push(service.stop);
  return service;
}

const bot = `123456789:${"x".repeat(35)}`;

/** A target of each kind at a service on loopback. */
function settingsOf(kind: TargetKind, url: string): TargetSettings {
  const all: Record<TargetKind, TargetSettings> = {
    ntfy: { url, recipient: "habits", secret: "tk_secret" },
    gotify: { url: `${url}/sub/`, recipient: null, secret: "gotify.token" },
    telegram: { url: null, recipient: "-1001234567890", secret: bot },
    matrix: { url, recipient: "!room/1:example.org", secret: "syt_token" },
    apprise: { url: null, recipient: null, secret: "discord://41742/JHMHI8qBe7bk" },
  };
  return all[kind];
}

async function addTarget(kind: TargetKind, settings: TargetSettings, owner: Partial<typeof users.$inferInsert> = {}) {
  const name = `owner_${randomBytes(4).toString("hex")}`;
  const [user] = await db
    .insert(users)
    .values({ username: name, email: `${name}@example.com`, ...owner })
    .returning({ id: users.id });
  const user_id = user?.id ?? 0;
  const [target] = await db
    .insert(notificationTargets)
    .values({ user_id, kind, name: "Phone", host: "host", sealed: notifier.sealSettings(settings) })
    .returning({ id: notificationTargets.id });
  return { user_id, id: target?.id ?? 0 };
}

/** The job as the queue has it. */
async function jobOf({ user_id, id }: { user_id: number; id: number }, expires_at = now + 60_000) {
  const to = { userId: user_id, targetIds: [id] };
  await notifier.enqueue(db, to, { language: "uk", content, expires_at });
  const [row] = await sql<{ payload: SendNotificationJob }[]>`
    select payload from graphile_worker._private_jobs order by id desc limit 1`;
  await sql`truncate graphile_worker._private_jobs cascade`;
  if (!row) throw new Error("nothing was enqueued");
  return row.payload;
}

function depsOf(url: string, changes: Partial<SendNotificationDeps> = {}): SendNotificationDeps {
  const outgoing = createOutgoing({ allowedNetworks: ["127.0.0.1"] });
  return {
    ...{ db, notifier, outgoing, operatorsOutgoing: outgoing, publicUrl: "https://daymark.example" },
    urls: { telegram: url, apprise: `${url}/apprise` },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    now: () => now,
    ...changes,
  };
}

const firstAttempt = { attempts: 1, max_attempts: 7, flags: null };

/** One attempt at a message to a new target of a kind. */
async function attempt(kind: TargetKind, url: string, changes: Partial<SendNotificationDeps> = {}) {
  const target = await addTarget(kind, settingsOf(kind, url));
  const job = await jobOf(target);
  const outcome = await sendNotification(depsOf(url, changes), job, firstAttempt).then(
    () => "ended",
    (error: Error) => `retried: ${error.message}`,
  );
  return { outcome, last: await readLast(target.id), job };
}

async function readLast(id: number) {
  const [row] = await db.select().from(notificationTargets).where(eq(notificationTargets.id, id));
  return row && { at: row.last_at?.getTime(), status: row.last_status, fault: row.last_fault, answer: row.last_answer };
}

const text = "Йога\nСьогодні ще не зроблено.\nhttps://daymark.example/dashboard";

test("ntfy gets a message in the form of its documentation for publishing as JSON", async () => {
  const service = await startService(() => ({ status: 200, body: '{"id":"x","event":"message"}' }));
  const { outcome, last } = await attempt("ntfy", service.url);
  expect(outcome).toBe("ended");
  expect(last).toEqual({ at: now, status: 200, fault: null, answer: null });
  const [request] = service.received;
  expect(request).toMatchObject({ method: "POST", path: "/", headers: { authorization: "Bearer tk_secret" } });
  expect(JSON.parse(request?.body ?? "")).toEqual({
    ...{ topic: "habits", title: "Йога", message: "Сьогодні ще не зроблено." },
    click: "https://daymark.example/dashboard",
  });
});

test("a topic of ntfy without a token gets its message without a header for one", async () => {
  const service = await startService(() => ({ status: 200 }));
  const target = await addTarget("ntfy", { url: service.url, recipient: "habits", secret: null });
  await sendNotification(depsOf(service.url), await jobOf(target), firstAttempt);
  expect(service.received[0]?.headers).not.toHaveProperty("authorization");
});

test("Gotify gets a message below the path of its address", async () => {
  const service = await startService(() => ({ status: 200 }));
  await attempt("gotify", service.url);
  const [request] = service.received;
  expect(request).toMatchObject({ method: "POST", path: "/sub/message", headers: { "x-gotify-key": "gotify.token" } });
  expect(JSON.parse(request?.body ?? "")).toEqual({
    ...{ title: "Йога", message: "Сьогодні ще не зроблено.", priority: 5 },
    extras: { "client::notification": { click: { url: "https://daymark.example/dashboard" } } },
  });
});

test("Telegram gets a call of sendMessage as plain text", async () => {
  const service = await startService(() => ({ status: 200, body: '{"ok":true,"result":{}}' }));
  await attempt("telegram", service.url);
  const [request] = service.received;
  expect(request).toMatchObject({ method: "POST", path: `/bot${bot}/sendMessage` });
  expect(JSON.parse(request?.body ?? "")).toEqual({
    ...{ chat_id: "-1001234567890", text, link_preview_options: { is_disabled: true } },
  });
});

test("Matrix gets an event of the room, with the same transaction for each attempt", async () => {
  const service = await startService((_, before) => ({ status: before === 0 ? 502 : 200, body: '{"event_id":"$x"}' }));
  const { outcome, job } = await attempt("matrix", service.url);
  expect(outcome).toBe("retried: 502");
  await sendNotification(depsOf(service.url), job, firstAttempt);
  const path = `/_matrix/client/v3/rooms/!room%2F1%3Aexample.org/send/m.room.message/${job.message_id}`;
  const request = { method: "PUT", path, headers: { authorization: "Bearer syt_token" } };
  expect(service.received).toMatchObject([request, request]);
  expect(JSON.parse(service.received[0]?.body ?? "")).toEqual({ msgtype: "m.text", body: text });
});

test("the Apprise API gets the user's URL, also in a private network", async () => {
  const service = await startService(() => ({ status: 200 }));
  const outgoing = createOutgoing();
  const { last } = await attempt("apprise", service.url, { outgoing });
  expect(last).toMatchObject({ status: 200, fault: null });
  const [request] = service.received;
  expect(request).toMatchObject({ method: "POST", path: "/apprise/notify/" });
  expect(JSON.parse(request?.body ?? "")).toEqual({
    ...{ urls: "discord://41742/JHMHI8qBe7bk", title: "Йога", type: "info", format: "text" },
    body: "Сьогодні ще не зроблено.\nhttps://daymark.example/dashboard",
  });
});

test("no service of a user is called in a private network that the operator has not allowed", async () => {
  const service = await startService(() => ({ status: 200 }));
  for (const kind of ["ntfy", "gotify", "matrix"] as const) {
    const { outcome, last } = await attempt(kind, service.url, { outgoing: createOutgoing() });
    expect([outcome, last?.fault]).toEqual(["ended", "address_refused"]);
  }
  expect(service.received).toEqual([]);
});

test("a redirect is not followed", async () => {
  const elsewhere = await startService(() => ({ status: 200 }));
  const service = await startService(() => ({ status: 307, headers: { location: elsewhere.url } }));
  const { outcome, last } = await attempt("ntfy", service.url);
  expect([outcome, last]).toMatchObject(["ended", { status: 307, fault: "redirect" }]);
  expect(elsewhere.received).toEqual([]);
});

test.each([
  ["ntfy", 403, '{"code":40301,"http":403,"error":"forbidden"}', "forbidden"],
  ["gotify", 401, '{"error":"Unauthorized","errorCode":401,"errorDescription":"you need a token"}', "you need a token"],
  [
    "telegram",
    400,
    '{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}',
    "Bad Request: chat not found",
  ],
  ["matrix", 403, '{"errcode":"M_FORBIDDEN","error":"You are not in the room"}', "You are not in the room"],
  ["apprise", 400, '{"error":"Payload lacks minimum requirements"}', "Payload lacks minimum requirements"],
] as const)("what %s says about its refusal is kept, and a refusal is final", async (kind, status, body, answer) => {
  const service = await startService(() => ({ status, body }));
  const { outcome, last } = await attempt(kind, service.url);
  expect(outcome).toBe("ended");
  expect(last).toEqual({ at: now, status, fault: "status", answer });
});

test("an answer is kept as one short line, without the secrets that it repeats", async () => {
  const body = `<p>\n\0 no chat -1001234567890 for ${bot}${"!".repeat(1_000)}`;
  const service = await startService(() => ({ status: 404, body }));
  const { last } = await attempt("telegram", service.url);
  expect(last?.answer).toMatch(/^<p> � no chat … for …!+$/);
  expect(last?.answer).toHaveLength(300);
});

test.each([408, 424, 429, 500, 503])("a service that answers %i is tried again", async (status) => {
  const service = await startService(() => ({ status }));
  expect(await attempt("ntfy", service.url)).toMatchObject({ outcome: `retried: ${status}`, last: { status } });
});

test("a service that does not answer is tried again", async () => {
  const service = await startService(() => "silence");
  const outgoing = createOutgoing({ allowedNetworks: ["127.0.0.1"], timeoutMilliseconds: 200 });
  const answer = await attempt("ntfy", service.url, { outgoing });
  expect(answer).toMatchObject({ outcome: "retried: timeout", last: { status: null, fault: "timeout" } });
});

test("a message that is too late is not sent, which its owner sees", async () => {
  const service = await startService(() => ({ status: 200 }));
  const late = await addTarget("ntfy", settingsOf("ntfy", service.url));
  await sendNotification(depsOf(service.url), await jobOf(late, now), firstAttempt);
  expect(service.received).toEqual([]);
  expect(await readLast(late.id)).toEqual({ at: now, status: null, fault: "expired", answer: null });
});

test("a message of a deleted target or for a locked owner is not sent", async () => {
  const service = await startService(() => ({ status: 200 }));
  const settings = settingsOf("ntfy", service.url);
  const gone = await addTarget("ntfy", settings);
  const locked = await addTarget("ntfy", settings, { is_active: false });
  const jobs = [await jobOf(gone), await jobOf(locked)];
  await db.delete(notificationTargets).where(eq(notificationTargets.id, gone.id));
  for (const job of jobs) await sendNotification(depsOf(service.url), job, firstAttempt);
  expect(service.received).toEqual([]);
});

test("an answer about settings that the owner has changed meanwhile is not recorded", async () => {
  const sealed = notifier.sealSettings(settingsOf("ntfy", "https://8.8.8.8"));
  const service = await startService(async () => {
    await db.update(notificationTargets).set({ sealed });
    return { status: 403, body: "forbidden" };
  });
  const { outcome, last } = await attempt("ntfy", service.url);
  expect(outcome).toBe("ended");
  expect(service.received).toHaveLength(1);
  expect(last).toEqual({ at: undefined, status: null, fault: null, answer: null });
});

test("the owner learns of settings encrypted with another SECRET_KEY, and of Apprise without an Apprise API", async () => {
  const other = createNotifier({ secretKey: randomBytes(32), appriseUrl });
  const target = await addTarget("ntfy", settingsOf("ntfy", "https://8.8.8.8"));
  const job = await jobOf(target);
  await db
    .update(notificationTargets)
    .set({ sealed: other.sealSettings(settingsOf("ntfy", "https://8.8.8.8")) })
    .where(eq(notificationTargets.id, target.id));
  await sendNotification(depsOf(""), job, firstAttempt);
  expect(await readLast(target.id)).toMatchObject({ status: null, fault: "secret_unreadable" });
  const { outcome, last } = await attempt("apprise", "", { urls: { telegram: "", apprise: undefined } });
  expect([outcome, last?.fault]).toEqual(["ended", "not_offered"]);
});

test("no table and no log holds a title or a secret in the clear", async () => {
  const logged: string[] = [];
  const write = (...args: unknown[]) => void logged.push(JSON.stringify(args));
  const service = await startService(() => ({ status: 500, body: `no ${bot}` }));
  const target = await addTarget("telegram", settingsOf("telegram", service.url));
  const job = await jobOf(target);
  const log = { info: write, warn: write, error: write };
  const failure = await sendNotification(depsOf(service.url, { log }), job, firstAttempt).catch(
    (error: unknown) => error,
  );
  const rows = await db.select().from(notificationTargets);
  const all = JSON.stringify([job, rows, logged, String(failure)]);
  for (const hidden of ["Йога", bot, "-1001234567890"]) expect(all).not.toContain(hidden);
});

test("the worker sends a message, and one user's slow service holds up no other user", async () => {
  const slow = Promise.withResolvers<{ status: number }>();
  const slowService = await startService(() => slow.promise);
  const service = await startService(() => ({ status: 200 }));
  const [first, quick] = [
    await addTarget("ntfy", settingsOf("ntfy", slowService.url)),
    await addTarget("telegram", settingsOf("telegram", "")),
  ];
  const expires_at = Date.now() + 3_600_000;
  const enqueue = ({ user_id, id }: typeof first) =>
    notifier.enqueue(db, { userId: user_id, targetIds: [id] }, { language: "en", content, expires_at });
  for (let message = 0; message < 8; message += 1) await enqueue(first);
  await enqueue(quick);
  const workers = await startTestWorkers({
    ...{ database, secretKey, publicUrl: "", smtpUrl: "smtp://127.0.0.1:1", outgoingNetworks: ["127.0.0.1"] },
    overrides: { telegramUrl: service.url },
  });
  cleanups.push(() => workers.stop());
  await expect.poll(() => service.received.length, polling).toBe(1);
  expect(slowService.received.length).toBeLessThanOrEqual(1);
  slow.resolve({ status: 200 });
  await expect.poll(() => slowService.received.length, polling).toBe(8);
  const left = async () => (await db.execute(query`select id from graphile_worker._private_jobs`)).length;
  await expect.poll(left, polling).toBe(0);
});
