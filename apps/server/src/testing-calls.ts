import { randomBytes } from "node:crypto";
import { createApiKey } from "@daymark/auth/api-key";
import { hashPassword } from "@daymark/auth/password";
import { apiKeys } from "@daymark/db/schema/api-key";
import { passkeys } from "@daymark/db/schema/passkey";
import type { users } from "@daymark/db/schema/user";
import type { ApiKeyScope } from "@daymark/domain/api-key";
import { expect } from "vitest";
import { type createTestHost, habit, type Received } from "./testing.ts";

type Host = Awaited<ReturnType<typeof createTestHost>>;

export const password = "Correct-Horse-7";
const password_hash = await hashPassword(password);

/** Somebody with a password, logged in a moment ago. */
export function createPerson(host: Host, values: Partial<typeof users.$inferInsert> = {}) {
  return host.createUser({ password_hash, ...values });
}

export type Person = Awaited<ReturnType<typeof createPerson>>;

/** A person with one of everything. */
export async function createOwner(host: Host) {
  const person = await createPerson(host);
  const { token, id: userId } = person;
  const { id: habitId } = await host.createHabit(token);
  await host.send("PUT", `/api/habits/${habitId}/progress/2026-03-01/`, { token, body: { value: 5 } });
  const { json: note } = await host.send("POST", "/api/notes/", { token, body: { text: "Mine" } });
  const { json: sessions } = await host.send("GET", "/api/auth/sessions/", { token });
  const passkeyId = randomBytes(16).toString("base64url");
  await host.database.db.insert(passkeys).values({ id: passkeyId, user_id: userId, name: "Phone", public_key: "" });
  const readKey = await insertKey(host, userId, "read");
  const writeKey = await insertKey(host, userId, "write");
  return {
    ...person,
    habitId,
    noteId: note.id as number,
    sessionId: sessions.results[0].id as string,
    passkeyId,
    apiKeyId: readKey.id,
    readKey: readKey.key,
    writeKey: writeKey.key,
  };
}

async function insertKey(host: Host, user_id: number, scope: ApiKeyScope) {
  const { key, ...kept } = createApiKey();
  const rows = await host.database.db
    .insert(apiKeys)
    .values({ user_id, name: scope, scopes: [scope], ...kept })
    .returning();
  return { key, id: rows[0]?.id ?? 0 };
}

export type Owner = Awaited<ReturnType<typeof createOwner>>;

export interface Call {
  /** What the owner sends. */
  request: (owner: Owner) => { path?: Record<string, string | number>; query?: string; body?: object };
  /** What somebody else is told who sends the same: a code, or what of their own they get instead. */
  stranger: string | ((answer: Received, stranger: Person) => void);
  /** What the owner is told, where it is no success: a code. */
  owner?: string;
}

const nothing = (answer: Received) => expect(answer.json.results).toEqual([]);
const served = (answer: Received) => expect(answer.status, answer.text).toBeLessThan(300);
const habitPath = (owner: Owner) => ({ path: { id: owner.habitId } });
const dayPath = (owner: Owner) => ({ path: { id: owner.habitId, day: "2026-03-01" } });
const onlyCurrent = (answer: Received) =>
  expect(answer.json.results.map((session: { is_current: boolean }) => session.is_current)).toEqual([true]);
const newName = () => `name_${randomBytes(6).toString("hex")}`;
/** For what the owner is refused like everyone: only that the guard lets them through is of interest. */
const refused = (code: string) => ({ owner: code, stranger: code });

/** Every procedure behind a log-in: the authorization tests fail for one that is missing here. */
export const calls: Record<string, Call> = {
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
  "account.cancelEmailChange": { request: () => ({}), stranger: served },
  "account.preview": { request: () => ({}), stranger: (answer) => expect(answer.json.habits).toBe(0) },
  "account.delete": { request: () => ({ body: { password } }), stranger: served },
  "account.setNewsletter": { request: () => ({ body: { subscribe: true } }), ...refused("email_not_verified") },
  "apiKey.list": { request: () => ({}), stranger: nothing },
  "apiKey.create": { request: () => ({ body: { name: "Script", scopes: ["read"] } }), stranger: served },
  "apiKey.delete": { request: ({ apiKeyId }) => ({ path: { id: apiKeyId } }), stranger: "api_key_not_found" },
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
  "habit.list": { request: () => ({}), stranger: nothing },
  "habit.get": { request: habitPath, stranger: "habit_not_found" },
  "habit.create": { request: () => ({ body: habit }), stranger: (answer) => expect(answer.json.position).toBe(0) },
  "habit.update": {
    request: (owner) => ({ ...habitPath(owner), body: { title: "Taken over" } }),
    stranger: "habit_not_found",
  },
  "habit.setOrder": {
    request: ({ habitId }) => ({ body: { type: "good", ids: [habitId] } }),
    stranger: "validation_failed",
  },
  "habit.statistics": { request: habitPath, stranger: "habit_not_found" },
  "habit.statisticsList": { request: () => ({}), stranger: nothing },
  "habit.delete": { request: habitPath, stranger: "habit_not_found" },
  "habit.restore": { request: habitPath, stranger: "habit_not_found" },
  "note.list": { request: () => ({}), stranger: nothing },
  "note.create": { request: () => ({ body: { text: "New" } }), stranger: served },
  "note.update": {
    request: ({ noteId }) => ({ path: { id: noteId }, body: { text: "Taken over" } }),
    stranger: "note_not_found",
  },
  "note.delete": { request: ({ noteId }) => ({ path: { id: noteId } }), stranger: "note_not_found" },
  // No third party is configured here; packages/api/src/oauth has them.
  "oauth.startLink": { request: () => ({ path: { provider: "google" } }), ...refused("invalid_provider") },
  "oauth.link": {
    request: () => ({ path: { provider: "google" }, body: { code: "x", state: "x" } }),
    ...refused("invalid_provider"),
  },
  "oauth.unlink": { request: () => ({ path: { provider: "apple" } }), ...refused("invalid_provider") },
  "passkey.list": { request: () => ({}), stranger: nothing },
  "passkey.startCreate": { request: () => ({ body: {} }), stranger: served },
  // What an authenticator makes is in packages/api/src/passkey.
  "passkey.create": { request: () => ({ body: { name: "Phone" } }), ...refused("validation_failed") },
  "passkey.delete": { request: ({ passkeyId }) => ({ path: { id: passkeyId } }), stranger: "passkey_not_found" },
  "passkey.startStepUp": { request: () => ({ body: {} }), stranger: "passkey_not_found" },
  "progress.list": { request: () => ({ query: "?from=2026-03-01&to=2026-03-31" }), stranger: nothing },
  "progress.listOfHabit": {
    request: (owner) => ({ ...habitPath(owner), query: "?from=2026-03-01&to=2026-03-31" }),
    stranger: "habit_not_found",
  },
  "progress.set": { request: (owner) => ({ ...dayPath(owner), body: { value: 7 } }), stranger: "habit_not_found" },
  "progress.increment": { request: (owner) => ({ ...dayPath(owner), body: { by: 1 } }), stranger: "habit_not_found" },
  "progress.delete": { request: dayPath, stranger: "habit_not_found" },
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

/** What anyone may call; whom it is about is in what they send. */
export const openCalls = [
  "account.reportNotMe",
  "account.resetPassword",
  "account.sendPasswordReset",
  "account.verifyPasswordReset",
  "auth.blacklist",
  "auth.login",
  "auth.refresh",
  "auth.register",
  "auth.verifyEmail",
  "captcha.get",
  "oauth.complete",
  "oauth.start",
  "passkey.logIn",
  "passkey.startLogIn",
];
