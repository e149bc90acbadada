import { createLimits } from "@daymark/auth/limits/rate-limit";
import { relyingPartyOf, verifyPasskeyCreation } from "@daymark/auth/passkey/passkey";
import { hashPassword } from "@daymark/auth/password/password";
import { createAuthenticator, type Deviation } from "@daymark/auth/testing-authenticator";
import { passkeyChallenges, passkeys } from "@daymark/db/schema/passkey";
import { securityEvents } from "@daymark/db/schema/security-event";
import { users } from "@daymark/db/schema/user";
import { passkeysMax } from "@daymark/domain/account/passkey";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createTestApi, noon, type TestUser } from "../testing.ts";

const origin = "http://localhost:3000";
const api = await createTestApi({ max: 20, publicUrl: origin });
const { clock, guest } = api;
afterAll(api.drop);
beforeEach(() => {
  clock.now = noon;
});

const minute = 60_000;
const invalid = { key: "passkey_invalid" };
const refused = { key: "login_passkey_invalid" };

type Authenticator = ReturnType<typeof createAuthenticator>;

/** A user with a passkey. */
async function createOwner(options: { isSynced?: boolean } = {}, values: { password_hash?: string } = {}) {
  const owner = await api.createUser({ email_verified: true, ...values });
  const authenticator = createAuthenticator({ origin, ...options });
  const passkey = await addPasskey(owner, authenticator);
  return { ...owner, authenticator, passkey };
}

async function addPasskey({ caller }: TestUser, authenticator: Authenticator, name = "Laptop") {
  return caller.passkey.create({ name, credential: authenticator.create(await caller.passkey.startCreate({})) });
}

async function logIn(authenticator: Authenticator, deviation: Deviation = {}) {
  return guest.passkey.logIn({ credential: authenticator.get(await guest.passkey.startLogIn({}), deviation) });
}

async function eventsOf({ user }: TestUser) {
  const rows = await api.db
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.user_id, user.id))
    .orderBy(asc(securityEvents.id));
  return rows.map(({ kind }) => kind);
}

test("a passkey can be created, used to log in, listed and deleted, and the owner gets a mail", async () => {
  const owner = await createOwner({ isSynced: true });
  expect(owner.passkey).toMatchObject({ name: "Laptop", is_synced: true, last_used_at: null });
  clock.now = noon + minute;
  const { access } = await logIn(owner.authenticator);
  const caller = await api.callerOfToken(access);
  expect(await caller.auth.profile({})).toMatchObject({ username: owner.user.username });
  expect(await caller.passkey.list({})).toEqual({
    results: [{ ...owner.passkey, last_used_at: new Date(noon + minute).toISOString() }],
    next: null,
  });
  await addPasskey(owner, createAuthenticator({ origin }), "Key ring");
  expect(await caller.passkey.delete({ id: owner.passkey.id })).toEqual({ detail: "passkey_deleted" });
  await expect(logIn(owner.authenticator)).rejects.toMatchObject(refused);
  expect(await eventsOf(owner)).toEqual(["passkey_created", "logged_in", "passkey_created", "passkey_deleted"]);
  const mails = (await api.readMails()).filter(({ to }) => to === owner.user.email);
  expect(mails).toMatchObject([
    { template: "passkey_created", values: { name: "Laptop" } },
    { template: "passkey_created", values: { name: "Key ring" } },
    { template: "passkey_deleted", values: { name: "Laptop" } },
  ]);
});

test("the options request a discoverable, user-verifying passkey without attestation", async () => {
  const owner = await createOwner();
  const options = await owner.caller.passkey.startCreate({});
  expect(options).toMatchObject({
    rp: { id: "localhost", name: "Daymark" },
    user: { name: owner.user.username },
    attestation: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    excludeCredentials: [{ id: owner.passkey.id, type: "public-key", transports: ["internal"] }],
  });
  expect(Buffer.from(options.challenge, "base64url").length).toBeGreaterThanOrEqual(16);
  expect(options.user.id).not.toContain(String(owner.user.id));
  expect(await guest.passkey.startLogIn({})).toMatchObject({ allowCredentials: [], userVerification: "required" });
});

const deviations: [string, Deviation][] = [
  ["of another origin", { origin: "https://daymark.example.org" }],
  ["of the same host's other port", { origin: "http://localhost:3001" }],
  ["for another relying party", { rpId: "daymark.example.org" }],
  ["without user verification", { isUserVerified: false }],
  ["without user presence", { isUserPresent: false }],
];

test.each([
  ...deviations,
  ["of another ceremony", { type: "webauthn.get" }],
  ["with two credential ids", { attestedId: Buffer.alloc(32, 1) }],
  ["with an id that is too long inside the authenticator's data", { attestedId: Buffer.alloc(2_000, 1) }],
] as typeof deviations)("a new passkey %s is refused", async (_, deviation) => {
  const { caller } = await api.createUser();
  const credential = createAuthenticator({ origin }).create(await caller.passkey.startCreate({}), deviation);
  await expect(caller.passkey.create({ name: "Key", credential })).rejects.toMatchObject(invalid);
  expect((await caller.passkey.list({})).results).toEqual([]);
});

test.each([
  ...deviations,
  ["of another ceremony", { type: "webauthn.create" }],
  ["signed by another key", { isForged: true }],
  ["that names another user", { userHandle: "c29tZWJvZHkgZWxzZQ" }],
] as typeof deviations)("a log-in with a passkey %s is refused and recorded in the history", async (_, deviation) => {
  const owner = await createOwner();
  await expect(logIn(owner.authenticator, deviation)).rejects.toMatchObject(refused);
  expect(await eventsOf(owner)).toEqual(["passkey_created", "log_in_failed"]);
});

test("a counter that does not increase is refused as a cloned passkey", async () => {
  const { authenticator } = await createOwner();
  await logIn(authenticator, { counter: 5 });
  for (const counter of [5, 4, 0]) await expect(logIn(authenticator, { counter })).rejects.toMatchObject(refused);
  await logIn(authenticator, { counter: 6 });
});

test("an answer can be used once, even in parallel calls", async () => {
  const { authenticator } = await createOwner({ isSynced: true });
  const credential = authenticator.get(await guest.passkey.startLogIn({}));
  const answers = await Promise.allSettled(Array.from({ length: 10 }, () => guest.passkey.logIn({ credential })));
  expect(answers.filter(({ status }) => status === "fulfilled").length).toBe(1);
  await expect(guest.passkey.logIn({ credential })).rejects.toMatchObject(refused);
});

test("a challenge expires after 5 minutes, and the table contains only its hash", async () => {
  const { authenticator } = await createOwner();
  const options = await guest.passkey.startLogIn({});
  expect(JSON.stringify(await api.db.select().from(passkeyChallenges))).not.toContain(options.challenge);
  clock.now = noon + 5 * minute;
  await expect(guest.passkey.logIn({ credential: authenticator.get(options) })).rejects.toMatchObject(refused);
});

test("a passkey with self attestation is accepted and can log in", async () => {
  const { caller } = await api.createUser();
  const authenticator = createAuthenticator({ origin });
  const credential = authenticator.create(await caller.passkey.startCreate({}), { attestation: "self" });
  await caller.passkey.create({ name: "Key", credential });
  expect(await logIn(authenticator)).toMatchObject({ access: expect.any(String) });
});

test.each(["packed", "fido-u2f", "android-safetynet", "android-key", "tpm", "apple", "unknown"])(
  "an attestation with certificates is refused without verification: %s",
  async (certificateFor) => {
    const { user, caller } = await api.createUser();
    const authenticator = createAuthenticator({ origin });
    const create = async () =>
      authenticator.create(await caller.passkey.startCreate({}), { attestation: { certificateFor } });
    await expect(caller.passkey.create({ name: "Key", credential: await create() })).rejects.toMatchObject(invalid);
    const given = { userId: user.id, credential: await create(), now: noon };
    await expect(verifyPasskeyCreation(api.db, { id: "localhost", origin }, given)).rejects.toMatchObject({
      message: "the new passkey's attestation was not asked for",
    });
  },
);

test("a user can request sixty passkey challenges an hour, over both procedures", async () => {
  const limited = await createTestApi({ publicUrl: origin, limits: createLimits });
  const [owner, other] = [await limited.createUser(), await limited.createUser()];
  const { caller } = owner;
  await addPasskey(owner, createAuthenticator({ origin }));
  const tooMany = { key: "too_many_requests", retryAfterSeconds: expect.any(Number) };
  for (let asked = 1; asked < 60; asked++) {
    await (asked % 2 ? caller.passkey.startStepUp({}) : caller.passkey.startCreate({}));
  }
  await expect(caller.passkey.startStepUp({})).rejects.toMatchObject(tooMany);
  await expect(caller.passkey.startCreate({})).rejects.toMatchObject(tooMany);
  await other.caller.passkey.startCreate({});
  await limited.drop();
});

test("a challenge is valid only for its purpose and its user", async () => {
  const owner = await createOwner();
  const stranger = await createOwner();
  const { authenticator, caller } = owner;
  const toStepUp = await caller.passkey.startStepUp({});
  await expect(guest.passkey.logIn({ credential: authenticator.get(toStepUp) })).rejects.toMatchObject(refused);
  const toLogIn = await guest.passkey.startLogIn({});
  await expect(caller.auth.stepUp({ passkey: authenticator.get(toLogIn) })).rejects.toMatchObject(invalid);
  const credential = createAuthenticator({ origin }).create(await caller.passkey.startCreate({}));
  await expect(stranger.caller.passkey.create({ name: "Key", credential })).rejects.toMatchObject(invalid);
  // The other user could not use up the challenge.
  await caller.passkey.create({ name: "Key", credential });
});

test("a made-up or malformed answer is refused", async () => {
  const { authenticator } = await createOwner();
  const good = authenticator.get(await guest.passkey.startLogIn({}));
  for (const change of [
    { clientDataJSON: "" },
    { clientDataJSON: "bnVsbA" },
    { authenticatorData: "AA" },
    { signature: "!" },
    { userHandle: "" },
  ]) {
    const options = await guest.passkey.startLogIn({});
    const { response, ...rest } = authenticator.get(options);
    const credential = { ...rest, response: { ...response, ...change } };
    // Without a handle only the id identifies the user.
    if ("userHandle" in change) await guest.passkey.logIn({ credential });
    else await expect(guest.passkey.logIn({ credential })).rejects.toMatchObject(refused);
  }
  const unknown = { ...good, id: "AAAA", rawId: "AAAA" };
  await expect(guest.passkey.logIn({ credential: unknown })).rejects.toMatchObject(refused);
});

test("a step-up with the user's own passkey lasts 10 minutes, and another user's passkey is refused", async () => {
  const [owner, stranger] = [await createOwner(), await createOwner()];
  const options = await owner.caller.passkey.startStepUp({});
  expect(options.allowCredentials.map(({ id }) => id)).toEqual([owner.passkey.id]);
  clock.now = noon + 10 * minute;
  await expect(owner.caller.passkey.startCreate({})).rejects.toMatchObject({ key: "step_up_required" });
  const posing = { ...(await owner.caller.passkey.startStepUp({})), allowCredentials: [] };
  const passkey = stranger.authenticator.get(posing);
  await expect(owner.caller.auth.stepUp({ passkey })).rejects.toMatchObject(invalid);
  const own = owner.authenticator.get(await owner.caller.passkey.startStepUp({}));
  expect(await owner.caller.auth.stepUp({ passkey: own })).toEqual({ detail: "stepped_up" });
  await owner.caller.passkey.startCreate({});
  expect(await eventsOf(owner)).toEqual(["passkey_created", "step_up_failed", "stepped_up"]);
  const { caller } = await api.createUser();
  await expect(caller.passkey.startStepUp({})).rejects.toMatchObject({ key: "passkey_not_found" });
});

test("a log-in with a passkey needs no second factor", async () => {
  const owner = await createOwner();
  await api.db.update(users).set({ two_factor_enabled: true }).where(eq(users.id, owner.user.id));
  expect(await logIn(owner.authenticator)).toEqual({ access: expect.any(String), refresh: expect.any(String) });
});

test("a deactivated user cannot log in with a passkey", async () => {
  const { user, authenticator } = await createOwner();
  await api.db.update(users).set({ is_active: false }).where(eq(users.id, user.id));
  await expect(logIn(authenticator)).rejects.toMatchObject(refused);
});

test("creating a passkey needs a step-up if the log-in is older than 10 minutes", async () => {
  const { caller } = await api.createUser();
  clock.now = noon + 10 * minute;
  await expect(caller.passkey.startCreate({})).rejects.toMatchObject({ key: "step_up_required" });
});

test("deleting a passkey needs a step-up if the log-in is older than 10 minutes", async () => {
  const password = "Correct-Horse-7";
  const owner = await createOwner({}, { password_hash: await hashPassword(password) });
  const { id } = owner.passkey;
  clock.now = noon + 10 * minute;
  await expect(owner.caller.passkey.delete({ id })).rejects.toMatchObject({ key: "step_up_required" });
  const wrong = owner.caller.passkey.delete({ id, password: "Wrong-Horse-7" });
  await expect(wrong).rejects.toMatchObject({ key: "password_incorrect" });
  expect((await owner.caller.passkey.list({})).results.length).toBe(1);
  expect(await owner.caller.passkey.delete({ id, password })).toEqual({ detail: "passkey_deleted" });
  expect(await eventsOf(owner)).toEqual(["passkey_created", "step_up_failed", "passkey_deleted"]);
});

test("another user's passkey looks missing, and its id cannot be registered again", async () => {
  const [owner, stranger] = [await createOwner(), await createOwner()];
  await expect(stranger.caller.passkey.delete({ id: owner.passkey.id })).rejects.toMatchObject({
    key: "passkey_not_found",
  });
  const credential = createAuthenticator({ origin }).create(await stranger.caller.passkey.startCreate({}));
  await api.db.update(passkeys).set({ id: credential.id }).where(eq(passkeys.id, owner.passkey.id));
  await expect(stranger.caller.passkey.create({ name: "Key", credential })).rejects.toMatchObject(invalid);
});

test("a user has at most 20 passkeys, even after parallel calls", async () => {
  const owner = await createOwner();
  const authenticator = createAuthenticator({ origin });
  const made = Array.from({ length: passkeysMax - 3 }, (_, index) => ({
    id: `made-${index}`,
    user_id: owner.user.id,
    name: "Key",
    public_key: "x",
  }));
  await api.db.insert(passkeys).values(made);
  const answers = await Promise.allSettled(Array.from({ length: 6 }, () => addPasskey(owner, authenticator)));
  expect(answers.filter(({ status }) => status === "fulfilled").length).toBe(2);
  expect((await owner.caller.passkey.list({})).results.length).toBe(passkeysMax);
  await expect(owner.caller.passkey.startCreate({})).rejects.toMatchObject({
    key: "conflict",
    values: { reason: "too_many" },
  });
});

test("passkeys are not available at a bare IP address, because WebAuthn needs a domain", async () => {
  for (const url of ["http://127.0.0.1:3000", "http://[::1]:3000"]) expect(relyingPartyOf(url)).toBe(null);
  expect(relyingPartyOf("https://daymark.example.org")).toEqual({
    id: "daymark.example.org",
    origin: "https://daymark.example.org",
  });
  const bare = await createTestApi();
  const { caller } = await bare.createUser();
  const missing = { key: "not_found" };
  await expect(caller.passkey.startCreate({})).rejects.toMatchObject(missing);
  await expect(caller.passkey.startStepUp({})).rejects.toMatchObject(missing);
  await expect(bare.guest.passkey.startLogIn({})).rejects.toMatchObject(missing);
  await bare.drop();
});
