import { apiKeys } from "@daymark/db/schema/connection/api-key";
import { sessions } from "@daymark/db/schema/session";
import { apiKeyNameLengthMax, apiKeysMax } from "@daymark/domain/account/api-key";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { toProblem } from "../base/error.ts";
import { createTestApi, habitInput, noon, type TestUser } from "../testing.ts";

const api = await createTestApi({ max: 20 });
const { db, clock } = api;
afterAll(api.drop);
beforeEach(() => {
  clock.now = noon;
});

const minute = 60_000;

const create = (user: TestUser, values: object = {}) =>
  user.caller.apiKey.create({ name: "Backup script", scopes: ["read"], ...values });

test("a key is shown once, stored as a hash, and identified by its last characters", async () => {
  const user = await api.createUser();
  const expires_at = new Date(noon + minute).toISOString();
  const created = await create(user, { scopes: ["read", "write"], expires_at });
  const { key, ...told } = created;
  expect(created).toEqual({
    id: expect.any(Number),
    name: "Backup script",
    scopes: ["read", "write"],
    key: expect.stringMatching(/^dmk_[\w-]{43}$/),
    key_end: key.slice(-4),
    last_used_at: null,
    expires_at,
    created_at: new Date(noon).toISOString(),
  });
  expect(await user.caller.apiKey.list({})).toEqual({ results: [told], next: null });
  const rows = await db.select().from(apiKeys).where(eq(apiKeys.user_id, user.user.id));
  expect(JSON.stringify(rows)).not.toContain(key);
});

test("a key can access habits, progress and notes as its user, and its last use is shown", async () => {
  const user = await api.createUser();
  const { key, id } = await create(user, { scopes: ["write"] });
  const script = await api.callerOfKey(key);
  const habit = await script.habit.create(habitInput);
  expect((await user.caller.habit.list({})).results).toEqual([habit]);
  expect((await script.habit.list({})).results).toEqual([habit]);
  expect((await user.caller.apiKey.list({})).results).toMatchObject([
    { id, last_used_at: new Date(noon).toISOString() },
  ]);
});

test("a call whose session ends meanwhile revokes no key", async () => {
  const user = await api.createUser();
  const { id } = await create(user);
  // The session ends after the guard has let the call pass.
  await db.delete(sessions).where(eq(sessions.userId, user.user.id));
  await expect(user.caller.apiKey.delete({ id })).rejects.toMatchObject({ key: "session_terminated" });
  expect(await db.select().from(apiKeys).where(eq(apiKeys.id, id))).toHaveLength(1);
});

test("a read-only key cannot change anything", async () => {
  const user = await api.createUser();
  const script = await api.callerOfKey((await create(user)).key);
  expect((await script.note.list({})).results).toEqual([]);
  await expect(script.note.create({ text: "x" })).rejects.toMatchObject({ key: "permission_denied" });
  await expect(script.habit.create(habitInput)).rejects.toMatchObject({ key: "permission_denied" });
  expect((await user.caller.note.list({})).results).toEqual([]);
});

test("no key can access the account, not even to create another key", async () => {
  const user = await api.createUser();
  const { key, id } = await create(user, { scopes: ["write"] });
  const script = await api.callerOfKey(key);
  const calls = [
    script.auth.profile({}),
    script.auth.settings.update({ theme: "light" }),
    script.session.list({}),
    script.apiKey.list({}),
    script.apiKey.create({ name: "Another", scopes: ["write"] }),
    script.apiKey.delete({ id }),
  ];
  for (const call of calls) await expect(call).rejects.toMatchObject({ key: "permission_denied" });
});

test("a revoked key is refused at once, and only its owner can revoke it", async () => {
  const [user, stranger] = [await api.createUser(), await api.createUser()];
  const { key, id } = await create(user);
  await api.callerOfKey(key);
  await expect(stranger.caller.apiKey.delete({ id })).rejects.toMatchObject({ key: "api_key_not_found" });
  expect((await stranger.caller.apiKey.list({})).results).toEqual([]);
  await api.callerOfKey(key);
  expect(await user.caller.apiKey.delete({ id })).toEqual({ detail: "api_key_deleted" });
  expect(await api.sessions.authenticateKey(key)).toBe("api_key_invalid");
  await expect(user.caller.apiKey.delete({ id })).rejects.toMatchObject({ key: "api_key_not_found" });
});

test("the owner gets a mail about a new key and finds it in the account's history", async () => {
  const user = await api.createUser({ email_verified: true });
  const { id, key } = await create(user);
  await user.caller.apiKey.delete({ id });
  const mails = (await api.readMails()).filter(({ to }) => to === user.user.email);
  expect(mails).toMatchObject([{ template: "api_key_created", values: { name: "Backup script" } }]);
  expect(JSON.stringify(mails)).not.toContain(key);
  const events = (await user.caller.securityEvent.list({})).results.map(({ kind }) => kind);
  expect(events).toEqual(["api_key_deleted", "api_key_created"]);
});

test("creating a key needs a step-up if the log-in is older than ten minutes", async () => {
  const user = await api.createUser();
  clock.now = noon + 10 * minute;
  await expect(create(user)).rejects.toMatchObject({ key: "step_up_required" });
  expect((await user.caller.apiKey.list({})).results).toEqual([]);
});

test(`a user has at most ${apiKeysMax} keys, even if they create 30 in parallel`, async () => {
  const user = await api.createUser();
  const answers = await Promise.allSettled(Array.from({ length: 30 }, () => create(user)));
  const refused = answers.filter((answer) => answer.status === "rejected");
  expect(refused.length).toBe(30 - apiKeysMax);
  for (const { reason } of refused) expect(reason).toMatchObject({ key: "conflict", values: { reason: "too_many" } });
  expect((await user.caller.apiKey.list({})).results.length).toBe(apiKeysMax);
});

test.each<[object, string, string]>([
  [{ name: "" }, "name", "blank"],
  [{ name: "  " }, "name", "blank"],
  [{ name: "x".repeat(apiKeyNameLengthMax + 1) }, "name", "too_long"],
  [{ scopes: [] }, "scopes", "scopes_empty"],
  [{ scopes: ["read", "read"] }, "scopes", "invalid"],
  [{ scopes: ["admin"] }, "scopes", "choice_invalid"],
  [{ scopes: "read" }, "scopes", "not_list"],
  [{ expires_at: "tomorrow" }, "expires_at", "invalid"],
  [{ expires_at: "2026-12-01" }, "expires_at", "invalid"],
  [{ expires_at: "2027-02-30T00:00:00Z" }, "expires_at", "invalid"],
  [{ expires_at: "9999-12-31T23:59:59-12:00" }, "expires_at", "invalid"],
  [{ expires_at: new Date(noon).toISOString() }, "expires_at", "expiry_past"],
])("a key with %j is refused", async (values, field, code) => {
  const user = await api.createUser();
  const error = await create(user, values).catch((error: unknown) => error);
  expect(toProblem(error, { name: "x", scopes: ["read"], ...values })).toMatchObject({
    key: "validation_failed",
    errors: { [field]: [{ code }] },
  });
  expect((await user.caller.apiKey.list({})).results).toEqual([]);
});

test("an expiry may be given in any time zone", async () => {
  const user = await api.createUser();
  const { expires_at } = await create(user, { expires_at: "2027-01-01T02:00:00+02:00" });
  expect(expires_at).toBe("2027-01-01T00:00:00.000Z");
});
