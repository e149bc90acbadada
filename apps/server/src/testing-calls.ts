import { createECDH, randomBytes } from "node:crypto";
import { hashPassword } from "@daymark/auth/password/password";
import { createApiKey } from "@daymark/auth/session/api-key";
import { insertAppToken } from "@daymark/auth/testing-app-token";
import { apiKeys } from "@daymark/db/schema/connection/api-key";
import { appClients, appDeviceCodes } from "@daymark/db/schema/connection/connected-app";
import { passkeys } from "@daymark/db/schema/passkey";
import type { users } from "@daymark/db/schema/user";
import type { ApiKeyScope } from "@daymark/domain/account/api-key";
import { deviceCodeLetters } from "@daymark/domain/account/connected-app";
import { expect } from "vitest";
import type { createTestHost, Received } from "./testing.ts";
import { adminCalls } from "./testing-admin-calls.ts";
import { insertPublic, openPublicCalls, type PublicOwner, publicCalls } from "./testing-public-calls.ts";
import { trackingCalls } from "./testing-tracking-calls.ts";

type Host = Awaited<ReturnType<typeof createTestHost>>;

export const password = "Correct-Horse-7";
const password_hash = await hashPassword(password);

/** Creates a user with a password who has just logged in. */
export function createPerson(host: Host, values: Partial<typeof users.$inferInsert> = {}) {
  return host.createUser({ password_hash, ...values });
}

export type Person = Awaited<ReturnType<typeof createPerson>>;

/**
 * Creates a user with one row of every kind.
 *
 * @param values of the user's row; a guard may require more than a log-in
 */
export async function createOwner(host: Host, values: Partial<typeof users.$inferInsert> = {}) {
  const person = await createPerson(host, values);
  const { token, id: userId } = person;
  const { id: habitId } = await host.createHabit(token);
  await host.send("PUT", `/api/habits/${habitId}/progress/2026-03-01/`, { token, body: { value: 5 } });
  await host.send("PATCH", `/api/habits/${habitId}/`, { token, body: { keeps_log: true } });
  const { json: logItem } = await host.send("POST", `/api/habits/${habitId}/log/`, {
    token,
    body: { value: 5, date: "2026-03-02" },
  });
  const { id: badHabitId } = await host.createHabit(token, { type: "bad", group_name: "Evening" });
  const { id: trashedHabitId } = await host.createHabit(token, { title: "Deleted" });
  await host.send("DELETE", `/api/habits/${trashedHabitId}/`, { token });
  const range = { from: "2026-03-10", to: "2026-03-12" };
  const { json: vacation } = await host.send("POST", "/api/vacations/", { token, body: range });
  const { json: note } = await host.send("POST", "/api/notes/", { token, body: { text: "Mine" } });
  const { json: sessions } = await host.send("GET", "/api/auth/sessions/", { token });
  const { json: reminder } = await host.send("POST", "/api/reminders/", {
    token,
    body: { habit_id: habitId, time: "21:00" },
  });
  const { json: push } = await host.send("POST", "/api/push/subscriptions/", { token, body: newSubscription() });
  const passkeyId = randomBytes(16).toString("base64url");
  await host.database.db.insert(passkeys).values({ id: passkeyId, user_id: userId, name: "Phone", public_key: "" });
  const { json: calendar } = await host.send("POST", "/api/calendar-links/", { token, body: { shows: ["due"] } });
  const { json: habitLink } = await host.send("POST", "/api/habit-links/", {
    token,
    body: { purpose: "add", habit_id: habitId },
  });
  const { json: webhook } = await host.send("POST", "/api/webhooks/", { token, body: webhookBody });
  const { json: delivery } = await host.send("POST", `/api/webhooks/${webhook.id}/test/`, { token });
  const { json: target } = await host.send("POST", "/api/notification-targets/", { token, body: targetBody });
  await host.send("PUT", `/api/health/mappings/${habitId}/`, { token, body: healthMapping });
  const readKey = await insertKey(host, userId, "read");
  const writeKey = await insertKey(host, userId, "write");
  const { db } = host.database;
  const appTokens = {
    readApp: await insertAppToken(db, userId, { resource: "api", scope: "read" }),
    writeApp: await insertAppToken(db, userId, { resource: "api", scope: "write" }),
    assistant: await insertAppToken(db, userId, { resource: "mcp", scope: "write" }),
  };
  const { json: connected } = await host.send("GET", "/api/connected-apps/", { token });
  return {
    ...person,
    habitId,
    logItemId: logItem.id as string,
    badHabitId,
    trashedHabitId,
    vacationId: vacation.id as number,
    noteId: note.id as number,
    reminderId: reminder.id as number,
    pushId: push.id as number,
    sessionId: sessions.results[0].id as string,
    passkeyId,
    ...(await insertPublic(host, userId)),
    calendarLinkId: calendar.id as number,
    connectedAppId: connected.results[0].id as number,
    ...appTokens,
    ...(await insertAppRequests(host)),
    habitLinkId: habitLink.id as number,
    webhookId: webhook.id as number,
    deliveryId: delivery.id as number,
    notificationTargetId: target.id as number,
    apiKeyId: readKey.id,
    readKey: readKey.key,
    writeKey: writeKey.key,
  };
}

/** A request of an application, and one of a device, for a user to decide. */
async function insertAppRequests({ database: { db } }: Host) {
  const client_id = `dmc_${randomBytes(12).toString("hex")}`;
  const redirect_uri = "https://app.example/";
  const [client] = await db
    .insert(appClients)
    .values({ client_id, name: "App", redirect_uris: [redirect_uri] })
    .returning();
  const userCode = Array.from(randomBytes(8), (byte) => deviceCodeLetters[byte % deviceCodeLetters.length]).join("");
  await db.insert(appDeviceCodes).values({
    code_hash: randomBytes(32).toString("hex"),
    user_code: userCode,
    app_client_id: client?.id ?? 0,
    resource: "api",
    scopes: ["read"],
    interval_seconds: 5,
    expires_at: new Date(Date.now() + 600_000),
  });
  const appRequest = {
    response_type: "code",
    client_id,
    redirect_uri,
    code_challenge: "x".repeat(43),
    code_challenge_method: "S256",
  };
  return { appRequest, appClientId: client_id, userCode };
}

const healthMapping = { source: "health-connect", metric: "sleep", way: "sum" };
const targetBody = { kind: "ntfy", name: "Phone", url: "https://8.8.8.8", recipient: "habits" };
const webhookBody = { url: "https://8.8.8.8/in", events: ["day.recorded"] };

/** In the form that a browser gets from a known push service. */
function newSubscription() {
  const base64url = (bytes: Buffer) => bytes.toString("base64url");
  return {
    endpoint: `https://updates.push.services.mozilla.com/wpush/v2/${base64url(randomBytes(12))}`,
    keys: { p256dh: base64url(createECDH("prime256v1").generateKeys()), auth: base64url(randomBytes(16)) },
  };
}

export async function insertKey(host: Host, user_id: number, scope: ApiKeyScope) {
  const { key, ...kept } = createApiKey();
  const rows = await host.database.db
    .insert(apiKeys)
    .values({ user_id, name: scope, scopes: [scope], ...kept })
    .returning();
  return { key, id: rows[0]?.id ?? 0 };
}

export type Owner = Awaited<ReturnType<typeof createOwner>>;

/** A form with a file in Daymark's export format. */
export function importForm(content: object | string | Uint8Array<ArrayBuffer>, members: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ format: "daymark", ...members })) form.append(name, value);
  const isRaw = typeof content === "string" || content instanceof Uint8Array;
  form.append("file", new Blob([isRaw ? content : JSON.stringify(content)]), "daymark.json");
  return form;
}

export interface Call<Whose = Owner> {
  /** The request of the owner. */
  request: (owner: Whose) => {
    path?: Record<string, string | number>;
    query?: string;
    body?: object;
    form?: FormData;
  };
  /**
   * The answer to another user who sends the same request: an error code, or a check of the user's own data in the
   * answer. For calls of admins it is another admin.
   */
  stranger: string | ((answer: Received, stranger: Person) => void);
  /** The answer to an admin, if it differs. */
  admin?: string | ((answer: Received, stranger: Person) => void);
  /** The error code that the owner gets after the admin's call, if the owner's call then fails. */
  afterAdmin?: string;
  /** The error code that the owner gets, if the owner's call fails. */
  owner?: string;
}

const nothing = (answer: Received) => expect(answer.json.results).toEqual([]);
const served = (answer: Received) => expect(answer.status, answer.text).toBeLessThan(300);
const onlyCurrent = (answer: Received) =>
  expect(answer.json.results.map((session: { is_current: boolean }) => session.is_current)).toEqual([true]);
const newName = () => `name_${randomBytes(6).toString("hex")}`;

/**
 * For calls that fail for the owner and the stranger alike. The test then only checks that the guard accepts the owner.
 */
const refused = (code: string) => ({ owner: code, stranger: code });

/** Every procedure behind a log-in. The authorization tests fail if one is missing here. */
export const calls: Record<string, Call> = {
  ...(publicCalls satisfies Record<string, Call<PublicOwner>>),
  ...(adminCalls satisfies Record<string, Call<PublicOwner>>),
  ...trackingCalls,
  "account.changePassword": {
    request: () => ({
      body: { password, new_password: "Other-Horse-8", new_password_confirmation: "Other-Horse-8" },
    }),
    stranger: served,
  },
  "account.addPassword": {
    request: () => ({ body: { password: "Other-Horse-8", password_confirmation: "Other-Horse-8" } }),
    ...refused("conflict"),
  },
  "account.changeUsername": { request: () => ({ body: { username: newName(), password } }), stranger: served },
  "account.changeEmail": {
    request: () => ({ body: { email: `${newName()}@example.com`, password } }),
    stranger: served,
  },
  "account.getEmail": {
    request: () => ({}),
    stranger: (answer, { email }) => expect(answer.json).toEqual({ email }),
  },
  "account.cancelEmailChange": { request: () => ({}), stranger: served },
  "account.preview": { request: () => ({}), stranger: (answer) => expect(answer.json.habits).toBe(0) },
  "account.delete": { request: () => ({ body: { password } }), stranger: served },
  "account.setNewsletter": { request: () => ({ body: { subscribe: true } }), ...refused("email_not_verified") },
  "apiKey.list": { request: () => ({}), stranger: nothing },
  "apiKey.create": { request: () => ({ body: { name: "Script", scopes: ["read"] } }), stranger: served },
  "apiKey.delete": { request: ({ apiKeyId }) => ({ path: { id: apiKeyId } }), stranger: "api_key_not_found" },
  "connectedApp.list": { request: () => ({}), stranger: nothing },
  "connectedApp.getRequest": {
    request: ({ appRequest }) => ({ query: `?${new URLSearchParams(appRequest)}` }),
    stranger: served,
  },
  "connectedApp.create": {
    request: ({ appRequest }) => ({ body: { ...appRequest, access: "read" } }),
    stranger: (answer) => expect(answer.json.redirect_to).toMatch(/^https:\/\/app\.example\/\?code=dmo_/),
  },
  "connectedApp.getDevice": { request: ({ userCode }) => ({ query: `?user_code=${userCode}` }), stranger: served },
  // A device waits for anyone who knows its code, and for one decision.
  "connectedApp.setDevice": {
    request: ({ userCode }) => ({ body: { user_code: userCode, decision: "allow", access: "read" } }),
    stranger: served,
    owner: "validation_failed",
  },
  "connectedApp.delete": { request: ({ connectedAppId }) => ({ path: { id: connectedAppId } }), stranger: "not_found" },
  "habitLink.list": { request: () => ({}), stranger: nothing },
  "habitLink.create": {
    request: ({ habitId }) => ({ body: { purpose: "add", habit_id: habitId } }),
    stranger: "habit_not_found",
  },
  "habitLink.delete": {
    request: ({ habitLinkId }) => ({ path: { id: habitLinkId } }),
    stranger: "habit_link_not_found",
  },
  "health.mapping.list": { request: () => ({}), stranger: nothing },
  "health.mapping.set": {
    request: ({ habitId }) => ({ path: { habit_id: habitId }, body: healthMapping }),
    stranger: "habit_not_found",
  },
  "health.mapping.delete": { request: ({ habitId }) => ({ path: { habit_id: habitId } }), stranger: "not_found" },
  "health.arrival.list": { request: () => ({}), stranger: nothing },
  "health.autoExport.create": {
    request: () => ({ body: { data: { metrics: [] } } }),
    stranger: (answer) => expect(answer.json.habits).toEqual([]),
  },
  "health.connect.create": {
    request: () => ({
      body: { sleep: [{ duration_seconds: 60, session_end_time: new Date().toISOString() }] },
    }),
    stranger: (answer) => expect(answer.json.habits).toEqual([]),
  },
  "calendarLink.list": { request: () => ({}), stranger: nothing },
  "calendarLink.create": { request: () => ({ body: { shows: ["due", "done"] } }), stranger: served },
  "calendarLink.delete": {
    request: ({ calendarLinkId }) => ({ path: { id: calendarLinkId } }),
    stranger: "calendar_not_found",
  },
  "webhook.list": { request: () => ({}), stranger: nothing },
  "webhook.create": { request: () => ({ body: webhookBody }), stranger: served },
  "webhook.update": {
    request: ({ webhookId }) => ({ path: { id: webhookId }, body: { enabled: false } }),
    stranger: "not_found",
  },
  "webhook.rotateSecret": { request: ({ webhookId }) => ({ path: { id: webhookId } }), stranger: "not_found" },
  "webhook.sendTest": { request: ({ webhookId }) => ({ path: { id: webhookId } }), stranger: "not_found" },
  "webhook.delivery.list": { request: ({ webhookId }) => ({ path: { id: webhookId } }), stranger: "not_found" },
  "webhook.delivery.get": {
    request: ({ webhookId, deliveryId }) => ({ path: { id: webhookId, delivery_id: deliveryId } }),
    stranger: "not_found",
  },
  "webhook.delivery.replay": {
    request: ({ webhookId, deliveryId }) => ({ path: { id: webhookId, delivery_id: deliveryId } }),
    stranger: "not_found",
  },
  "webhook.delete": { request: ({ webhookId }) => ({ path: { id: webhookId } }), stranger: "not_found" },
  "notificationTarget.list": { request: () => ({}), stranger: nothing },
  "notificationTarget.create": { request: () => ({ body: targetBody }), stranger: served },
  "notificationTarget.update": {
    request: ({ notificationTargetId }) => ({ path: { id: notificationTargetId }, body: { name: "Taken over" } }),
    stranger: "not_found",
  },
  "notificationTarget.sendTest": {
    request: ({ notificationTargetId }) => ({ path: { id: notificationTargetId } }),
    stranger: "not_found",
  },
  "notificationTarget.delete": {
    request: ({ notificationTargetId }) => ({ path: { id: notificationTargetId } }),
    stranger: "not_found",
  },
  "auth.stepUp": { request: () => ({ body: { password } }), stranger: served },
  "auth.sendEmailVerification": { request: () => ({ body: {} }), stranger: served },
  "auth.profile": {
    request: () => ({}),
    stranger: (answer, { username }) => expect(answer.json.username).toBe(username),
  },
  "auth.settings.get": { request: () => ({}), stranger: (answer) => expect(answer.json.language).toBe("en") },
  "auth.settings.update": {
    request: () => ({ body: { theme: "light" } }),
    stranger: (answer) => expect(answer.json.theme).toBe("light"),
  },
  "export.get": {
    request: () => ({}),
    stranger: (answer, { username }) => {
      expect(answer.json).toMatchObject({ account: { username }, habits: [], progress: [], notes: [], api_keys: [] });
      expect(answer.json.passkeys).toEqual([]);
      expect(answer.json.sessions).toHaveLength(1);
    },
  },
  "import.run": {
    request: () => ({ form: importForm({ format: "daymark", version: 1, habits: [] }) }),
    stranger: (answer) => expect(answer.json.imported.habits).toBe(0),
  },
  // This server has no OAuth provider. packages/api/src/oauth tests them.
  "oauth.startLink": { request: () => ({ path: { provider: "google" } }), ...refused("invalid_provider") },
  "oauth.link": {
    request: () => ({ path: { provider: "google" }, body: { code: "x", state: "x" } }),
    ...refused("invalid_provider"),
  },
  "oauth.unlink": { request: () => ({ path: { provider: "apple" } }), ...refused("invalid_provider") },
  "passkey.list": { request: () => ({}), stranger: nothing },
  "passkey.startCreate": { request: () => ({ body: {} }), stranger: served },
  // packages/api/src/passkey tests the output of authenticators.
  "passkey.create": { request: () => ({ body: { name: "Phone" } }), ...refused("validation_failed") },
  "passkey.delete": { request: ({ passkeyId }) => ({ path: { id: passkeyId } }), stranger: "passkey_not_found" },
  "passkey.startStepUp": { request: () => ({ body: {} }), stranger: "passkey_not_found" },
  "push.key": { request: () => ({}), stranger: served },
  "push.list": { request: () => ({}), stranger: nothing },
  "push.subscribe": { request: () => ({ body: newSubscription() }), stranger: served },
  "push.delete": { request: ({ pushId }) => ({ path: { id: pushId } }), stranger: "push_subscription_not_found" },
  "push.sendTest": { request: () => ({ body: {} }), stranger: "push_subscription_not_found" },
  "reminder.list": { request: () => ({}), stranger: nothing },
  "reminder.create": {
    request: ({ habitId }) => ({ body: { habit_id: habitId, time: "07:30" } }),
    stranger: "habit_not_found",
  },
  "reminder.update": {
    request: ({ reminderId }) => ({ path: { id: reminderId }, body: { time: "08:00" } }),
    stranger: "reminder_not_found",
  },
  "reminder.delete": { request: ({ reminderId }) => ({ path: { id: reminderId } }), stranger: "reminder_not_found" },
  "securityEvent.list": { request: () => ({}), stranger: nothing },
  "securityEvent.listOfSession": {
    request: ({ sessionId }) => ({ path: { id: sessionId } }),
    stranger: "session_not_found",
  },
  "session.list": { request: () => ({}), stranger: onlyCurrent },
  "session.get": { request: ({ sessionId }) => ({ path: { id: sessionId } }), stranger: "session_not_found" },
  "session.end": { request: ({ sessionId }) => ({ path: { id: sessionId } }), stranger: "session_not_found" },
  "session.endAll": {
    request: () => ({ body: { keep_current: true } }),
    stranger: (answer) => expect(answer.json.terminated).toBe(0),
  },
  "twoFactor.generate": { request: () => ({ body: { password } }), stranger: served },
  "twoFactor.verify": { request: () => ({ body: { code: "123456" } }), ...refused("two_factor_already_disabled") },
  "twoFactor.disable": { request: () => ({ body: { code: "123456" } }), ...refused("two_factor_already_disabled") },
  "twoFactor.backupCodes.get": { request: () => ({}), ...refused("two_factor_already_disabled") },
  "twoFactor.backupCodes.create": {
    request: () => ({ body: { code: "123456" } }),
    ...refused("two_factor_already_disabled"),
  },
};

/** Procedures without a log-in. Their input names the account. */
export const openCalls = [
  "account.reportNotMe",
  "account.resetPassword",
  "account.sendPasswordReset",
  "account.verifyPasswordReset",
  "auth.blacklist",
  "auth.login",
  "auth.refresh",
  "auth.register",
  "invitation.check",
  "auth.verifyEmail",
  "calendarLink.read",
  "habitLink.picture",
  "habitLink.tapTarget",
  "habitLink.tap",
  "habitLink.undoTap",
  "captcha.get",
  "oauth.backChannelLogOut",
  "oauth.complete",
  "oauth.logInByProxy",
  "oauth.start",
  "passkey.logIn",
  "passkey.startLogIn",
  "reminder.done",
  "reminder.unsubscribe",
  // By a code that only the operator has (process/first-setup.test.ts).
  "setup.check",
  "setup.create",
  "setup.sendTest",
  ...openPublicCalls,
].sort();
