import { argon2Sync, createHash } from "node:crypto";
import { users } from "@daymark/db/schema/user";
import { maskEmail } from "@daymark/domain/text/masked-email";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { noon } from "../testing.ts";
import { createAuthApi, hour, password } from "./testing.ts";

const api = await createAuthApi();
const { db, clock, guest, register, logIn } = api;
afterAll(api.drop);
beforeEach(async () => {
  clock.now = noon;
  await db.execute(sql`truncate mails`);
});

test("a user can log in with the user name or the address, in any case", async () => {
  const { username, email, user } = await register();
  for (const name of [username, username.toUpperCase(), email, email.toUpperCase(), ` ${email} `]) {
    const { caller } = await logIn(name);
    expect((await caller.auth.profile({})).username).toBe(user.username);
  }
});

test.each(["nobody", "nobody@example.com", "no body", "' or 1=1 --", "@", "a@b@c"])(
  "an unknown name gets its own error: %s",
  async (username) => {
    await expect(guest.auth.login({ username, password })).rejects.toMatchObject({ key: "login_user_not_found" });
  },
);

test("a wrong password gets its own error and starts no session", async () => {
  const { username, user } = await register();
  await expect(guest.auth.login({ username, password: "Wrong-Horse-7" })).rejects.toMatchObject({
    key: "login_password_incorrect",
  });
  expect((await api.sql`select * from sessions where user_id = ${user.id}`).length).toBe(0);
});

test("a deactivated account is reported as not found", async () => {
  const { username, user } = await register();
  await db.update(users).set({ is_active: false }).where(eq(users.id, user.id));
  await expect(guest.auth.login({ username, password })).rejects.toMatchObject({ key: "login_user_not_found" });
});

test("an account without a password is refused as a third-party account", async () => {
  const { username, user } = await register();
  await db.update(users).set({ password_hash: null }).where(eq(users.id, user.id));
  await expect(guest.auth.login({ username, password })).rejects.toMatchObject({ key: "third_party_account" });
});

test("a log-in replaces a hash with a lower cost, and the password still works", async () => {
  const { username, user } = await register();
  const salt = Buffer.from("sixteen bytes ok");
  const cheap = { memory: 64, passes: 1, parallelism: 1, tagLength: 32 };
  const hash = argon2Sync("argon2id", { message: password, nonce: salt, ...cheap });
  const [saltText, hashText] = [salt, hash].map((bytes) => bytes.toString("base64").replace(/=+$/, ""));
  const stored = `$argon2id$v=19$m=64,t=1,p=1$${saltText}$${hashText}`;
  await db.update(users).set({ password_hash: stored }).where(eq(users.id, user.id));
  await logIn(username);
  const [after] = await db.select().from(users).where(eq(users.id, user.id));
  expect(after?.password_hash).toMatch(/^\$argon2id\$v=19\$m=33792,t=2/);
  await logIn(username);
});

test("a refresh returns an access token, and with rotation also a new refresh token", async () => {
  const { username } = await register();
  const { refresh } = await logIn(username);
  expect(await guest.auth.refresh({ refresh })).toEqual({ access: expect.any(String) });
  const rotated = await guest.auth.refresh({ refresh, rotate: true });
  expect(rotated.refresh).not.toBe(refresh);
  expect(await guest.auth.refresh({ refresh, rotate: true })).toMatchObject({ refresh: rotated.refresh });
});

test("remember_me decides the lifetime of the refresh token", async () => {
  const { username } = await register();
  const lifetime = (token: string) => {
    const { iat, exp } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    return exp - iat;
  };
  expect(lifetime((await logIn(username)).refresh)).toBe(86_400);
  expect(lifetime((await logIn(username, { remember_me: false })).refresh)).toBe(86_400);
  expect(lifetime((await logIn(username, { remember_me: true })).refresh)).toBe(30 * 86_400);
});

test("a log-out ends the session and its access token", async () => {
  const { username } = await register();
  const { access, refresh } = await logIn(username);
  expect(await guest.auth.blacklist({ refresh })).toEqual({ detail: "logged_out" });
  expect(await api.sessions.authenticate(access)).toBe("session_terminated");
  await expect(guest.auth.refresh({ refresh })).rejects.toMatchObject({ key: "session_terminated" });
  await expect(guest.auth.blacklist({ refresh })).rejects.toMatchObject({ key: "session_terminated" });
});

const encodeJson = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

test("refresh and log-out refuse an invalid token, an expired one and one of another kind", async () => {
  const { username } = await register();
  const { access, refresh } = await logIn(username);
  // PostgreSQL cannot compare with this session's id.
  const forged = `${encodeJson({ alg: "HS256", typ: "JWT" })}.${encodeJson({ sid: "a\u0000b" })}.AAAA`;
  for (const call of [guest.auth.refresh, guest.auth.blacklist]) {
    for (const wrong of ["x", access, forged]) {
      await expect(call({ refresh: wrong })).rejects.toMatchObject({ key: "token_invalid" });
    }
    clock.now = noon + 24 * hour;
    await expect(call({ refresh })).rejects.toMatchObject({ key: "token_expired" });
    clock.now = noon;
  }
});

test("the profile matches the contract and contains neither the address nor the password hash", async () => {
  const { username, email } = await register();
  const { caller } = await logIn(username);
  const profile = await caller.auth.profile({});
  expect(profile).toEqual({
    username,
    is_staff: false,
    hashed_email: createHash("sha256").update(email).digest("hex"),
    masked_email: maskEmail(email),
    newsletter_subscriber: false,
    email_verified: false,
    pending_email: null,
    provider: null,
    providers: [],
    has_password: true,
    two_factor_enabled: false,
    plan: "free",
    date_joined: new Date(noon).toISOString(),
    limits: { good_habits: 3, bad_habits: 3, hues: 8, layouts: 2 },
  });
  expect(JSON.stringify(profile)).not.toContain(email);
});

test("settings keep their sign-up values until the user changes them one by one", async () => {
  const { username } = await register();
  const { caller } = await logIn(username);
  const unchosen = {
    layout: null,
    filter: null,
    sort: null,
    density: null,
    week_start: null,
    month_total: null,
    folded_groups: null,
  };
  const stored = { language: "en", timezone: null, theme: "dark", day_start_hour: 0 };
  const first = { ...stored, reminder_mails: true, board_mails: true, reminder_done: false, ...unchosen };
  expect(await caller.auth.settings.get({})).toEqual(first);
  expect(await caller.auth.settings.update({})).toEqual(first);
  expect(await caller.auth.settings.update({ timezone: "Europe/Kyiv", day_start_hour: 6 })).toEqual({
    ...first,
    timezone: "Europe/Kyiv",
    day_start_hour: 6,
  });
  expect(await caller.auth.settings.update({ timezone: null, theme: "system", language: "uk" })).toEqual({
    ...first,
    language: "uk",
    theme: "system",
    day_start_hour: 6,
  });
  expect(await caller.auth.settings.get({})).toMatchObject({ language: "uk", theme: "system" });
});

test("changed settings apply to the next call", async () => {
  const { username } = await register();
  const { caller, access } = await logIn(username);
  await caller.auth.settings.update({ day_start_hour: 5 });
  expect(await api.sessions.authenticate(access)).toMatchObject({ user: { day_start_hour: 5 } });
});

test.each([
  [{ day_start_hour: 7 }],
  [{ day_start_hour: -1 }],
  [{ day_start_hour: 1.5 }],
  [{ timezone: "Mars/Olympus" }],
  [{ timezone: "" }],
  [{ timezone: "+02:00" }],
  [{ theme: "pink" }],
  [{ language: "de" }],
  [{ language: null }],
  [{ is_staff: true }],
  [{ username: "other" }],
])("an invalid setting is refused and changes nothing: %j", async (change) => {
  const { username } = await register();
  const { caller } = await logIn(username);
  const before = await caller.auth.settings.get({});
  await expect(caller.auth.settings.update(change as object)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  expect(await caller.auth.settings.get({})).toEqual(before);
});

test.each([[{ layout: "vertical" }], [{ filter: { type: "good" } }], [{ layout: null, theme: "light" as const }]])(
  "the free plan refuses layout and filter and changes nothing: %j",
  async (change) => {
    const { username } = await register();
    const { caller } = await logIn(username);
    const before = await caller.auth.settings.get({});
    await expect(caller.auth.settings.update(change as object)).rejects.toMatchObject({ key: "plan_limit_reached" });
    expect(await caller.auth.settings.get({})).toEqual(before);
  },
);

test("a blank refresh token counts as missing", async () => {
  for (const refresh of ["", " "]) {
    await expect(guest.auth.refresh({ refresh })).rejects.toMatchObject({ key: "token_missing" });
    await expect(guest.auth.blacklist({ refresh })).rejects.toMatchObject({ key: "token_missing" });
  }
});

test("a guest cannot get a profile, settings or a verification mail", async () => {
  const calls = [
    guest.auth.profile({}),
    guest.auth.settings.get({}),
    guest.auth.settings.update({}),
    guest.auth.sendEmailVerification({}),
  ];
  for (const call of calls) await expect(call).rejects.toMatchObject({ key: "not_authenticated" });
});
