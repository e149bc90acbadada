import { randomBytes } from "node:crypto";
import { endSessions } from "@daymark/auth/session/revoke";
import type { Transaction } from "@daymark/db/connection/client";
import { pushSubscriptions } from "@daymark/db/schema/reminder";
import { sessions } from "@daymark/db/schema/session";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { isPushService } from "../host/push.ts";
import { createReminderApi, newSubscription } from "../reminder/testing.ts";
import { fieldsOf, keyOf, type TestUser } from "../testing.ts";

const api = await createReminderApi();
afterAll(api.drop);

let owner: TestUser;
beforeEach(async () => {
  owner = await api.createUser();
});

const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0";
const listed = async (caller = owner.caller) => (await caller.push.list({})).results;

async function logIn(user = owner.user) {
  const { access } = await api.sessions.create(api.db, user.id, { rememberMe: false, address: "127.0.0.1", userAgent });
  return api.callerOfToken(access);
}

test("every user gets the server's own public key", async () => {
  const { key } = await owner.caller.push.key({});
  expect(key).toBe(api.push.publicKey);
  expect(Buffer.from(key, "base64url")).toHaveLength(65);
});

test("a subscription is listed with its session's device, and without its endpoint", async () => {
  const firefox = await logIn();
  const made = await firefox.push.subscribe(newSubscription());
  expect(made).toEqual({
    id: expect.any(Number),
    device_type: "PC",
    os: "Linux",
    browser: "Firefox",
    created_at: expect.any(String),
    is_current: true,
  });
  expect(await listed(firefox)).toEqual([made]);
  expect(await listed()).toEqual([{ ...made, is_current: false }]);
});

test("subscribing again keeps the subscription, and a new one of the same browser replaces it", async () => {
  const subscription = newSubscription();
  const { id } = await owner.caller.push.subscribe(subscription);
  expect((await owner.caller.push.subscribe(subscription)).id).toBe(id);
  const renewed = await owner.caller.push.subscribe(newSubscription());
  expect(await listed()).toMatchObject([{ id: renewed.id }]);
});

test("after a new log-in a browser keeps its subscription", async () => {
  const subscription = newSubscription();
  const { id } = await owner.caller.push.subscribe(subscription);
  const again = await logIn();
  expect(await again.push.subscribe(subscription)).toMatchObject({ id, is_current: true });
  expect(await listed()).toMatchObject([{ id, is_current: false }]);
});

test("ending a session deletes its subscription", async () => {
  const firefox = await logIn();
  await firefox.push.subscribe(newSubscription());
  await owner.caller.push.subscribe(newSubscription());
  expect(await listed()).toHaveLength(2);
  await owner.caller.session.endAll({ keep_current: true });
  expect(await listed()).toMatchObject([{ is_current: true }]);
});

test("subscribing while the session ends or is logged out gets session_terminated", async () => {
  const ends = {
    end: (tx: Transaction) => endSessions(tx, owner.user.id, { keep: null }),
    // Without the user's lock.
    logOut: (tx: Transaction) => tx.delete(sessions).where(eq(sessions.userId, owner.user.id)),
  };
  for (const end of Object.values(ends)) {
    const firefox = await logIn();
    const subscribe = () => keyOf(firefox.push.subscribe(newSubscription()));
    expect(await api.callDuring(end, subscribe)).toBe("session_terminated");
  }
  expect(await api.db.$count(pushSubscriptions, eq(pushSubscriptions.user_id, owner.user.id))).toBe(0);
});

test("of more than twenty subscriptions the oldest is deleted", async () => {
  const ids = [];
  for (let count = 0; count < 22; count += 1) ids.push((await (await logIn()).push.subscribe(newSubscription())).id);
  expect((await listed()).map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids.slice(2));
});

test("a subscription is stored encrypted", async () => {
  const subscription = newSubscription();
  await owner.caller.push.subscribe(subscription);
  const rows = await api.db.select().from(pushSubscriptions);
  const row = rows.at(-1);
  for (const secret of [subscription.endpoint, subscription.keys.p256dh, subscription.keys.auth]) {
    expect(JSON.stringify(rows)).not.toContain(secret);
  }
  expect(api.push.openSubscription(row?.sealed ?? "")).toEqual(subscription);
});

test("another user's subscription looks missing, and stays", async () => {
  const { id } = await owner.caller.push.subscribe(newSubscription());
  const stranger = await api.createUser();
  expect(await listed(stranger.caller)).toEqual([]);
  expect(await keyOf(stranger.caller.push.delete({ id }))).toBe("push_subscription_not_found");
  expect(await owner.caller.push.delete({ id })).toEqual({ detail: "push_subscription_deleted" });
  expect(await keyOf(owner.caller.push.delete({ id }))).toBe("push_subscription_not_found");
});

test("a test message goes only to the calling browser, in the call's language", async () => {
  expect(await keyOf(owner.caller.push.sendTest({}))).toBe("push_subscription_not_found");
  const firefox = await logIn();
  await firefox.push.subscribe(newSubscription());
  expect(await keyOf(owner.caller.push.sendTest({}))).toBe("push_subscription_not_found");
  const { id } = await owner.caller.push.subscribe(newSubscription());
  expect(await owner.callerWith({ language: "uk" }).push.sendTest({})).toEqual({ detail: "push_test_sent" });
  expect(await api.takePushes()).toMatchObject([
    { user_id: owner.user.id, subscription_id: id, language: "uk", content: { kind: "test" } },
  ]);
});

describe("an invalid subscription", () => {
  const refusedAs = (changes: object) =>
    fieldsOf(owner.caller.push.subscribe({ ...newSubscription(), ...changes } as never));
  const { keys } = newSubscription();

  test("is refused with an error for its field", async () => {
    expect(await refusedAs({ endpoint: "http://127.0.0.1:5432/" })).toEqual({ endpoint: ["push_service_unknown"] });
    expect(await refusedAs({ endpoint: "x".repeat(2000) })).toEqual({ endpoint: ["too_long"] });
    const offCurve = Buffer.concat([Buffer.of(4), randomBytes(64)]).toString("base64url");
    const compressed = Buffer.concat([Buffer.of(2), randomBytes(64)]).toString("base64url");
    for (const p256dh of [offCurve, compressed]) {
      expect(await refusedAs({ keys: { ...keys, p256dh } })).toEqual({ keys: ["invalid"] });
    }
    for (const wrong of [{ p256dh: "AAAA" }, { auth: "" }, { auth: `${keys.auth}=` }, { auth: `${keys.auth}AA` }]) {
      expect(await refusedAs({ keys: { ...keys, ...wrong } })).toEqual({ keys: ["invalid"] });
    }
    expect(await listed()).toEqual([]);
  });

  test.each([
    "https://fcm.googleapis.com/fcm/send/abc:def",
    "https://fcm.googleapis.com/wp/abc",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://wns2-par02p.notify.windows.com/w/?token=abc",
    "https://web.push.apple.com/abc",
  ])("is not one with the known push service %s", (endpoint) => {
    expect(isPushService(endpoint)).toBe(true);
  });

  test.each([
    "http://fcm.googleapis.com/fcm/send/abc",
    "https://fcm.googleapis.com:8443/fcm/send/abc",
    "https://user:password@fcm.googleapis.com/fcm/send/abc",
    "https://fcm.googleapis.com.evil.example/fcm/send/abc",
    "https://evil.example/https://fcm.googleapis.com/",
    "https://evil.example#fcm.googleapis.com",
    "https://xfcm.googleapis.com/",
    "https://storage.googleapis.com/",
    "https://notify.windows.com.evil.example/",
    "https://evil.example\\.notify.windows.com/",
    "https://a.b.notify.windows.com/",
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://169.254.169.254/latest/meta-data",
    "https://localhost/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "",
  ])("is one with the endpoint %j", (endpoint) => {
    expect(isPushService(endpoint)).toBe(false);
  });
});
