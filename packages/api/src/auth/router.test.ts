import { argon2Sync, createHash } from "node:crypto";
import { emailTokens, users } from "@daymark/db/schema/user";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createTestApi, noon } from "../testing.ts";

const api = await createTestApi({ max: 20 });
const { db, clock, guest } = api;
afterAll(api.drop);
beforeEach(async () => {
  clock.now = noon;
  await db.execute(sql`truncate mails`);
});

const hour = 3_600_000;
const password = "Correct-Horse-7";
let count = 0;

function registration(values: object = {}) {
  count++;
  const username = `Walker_${count}`;
  const email = `walker_${count}@example.com`;
  return { username, email, password, password_confirmation: password, agreement: true as const, ...values };
}

async function register(values: object = {}) {
  const input = registration(values);
  await guest.auth.register(input);
  const [user] = await db.select().from(users).where(eq(users.email, input.email));
  if (!user) throw new Error("nobody was registered");
  return { ...input, user };
}

async function logIn(username: string, options: { remember_me?: boolean } = {}) {
  const tokens = await guest.auth.login({ username, password, ...options });
  return { ...tokens, caller: await api.callerOfToken(tokens.access) };
}

async function tokenOfMail(index = -1): Promise<string> {
  const mail = (await api.readMails()).at(index);
  return new URL(mail?.values.link ?? "").searchParams.get("token") ?? "";
}

function fieldsOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => "accepted",
    (error) => (error.key === "validation_failed" ? error.fields : error),
  );
}

test("a registration makes an account that can log in, and a mail with a link", async () => {
  const input = registration({ newsletter: true });
  const answer = await api
    .guestWith({ language: "uk", timezone: "Europe/Kyiv", now: noon + hour })
    .auth.register(input);
  expect(answer).toEqual({ detail: "registered", username: input.username });
  const [user] = await db.select().from(users).where(eq(users.email, input.email));
  expect(user).toMatchObject({
    username: input.username,
    email_verified: false,
    is_staff: false,
    plan: "free",
    newsletter_subscriber: true,
    language: "uk",
    timezone: "Europe/Kyiv",
    date_joined: new Date(noon + hour),
    password_hash: expect.stringMatching(/^\$argon2id\$/),
  });
  expect(await api.readMails()).toEqual([
    {
      template: "verify_email",
      to: input.email,
      language: "uk",
      values: {
        username: input.username,
        link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/verify-email\?token=[\w-]{22,}$/),
      },
    },
  ]);
  expect((await logIn(input.username)).access).toBeTruthy();
});

test("a taken name or address is refused in any case, both at once", async () => {
  const { username, email } = await register();
  expect(await fieldsOf(guest.auth.register(registration({ username: username.toUpperCase() })))).toEqual({
    username: [{ code: "username_taken" }],
  });
  expect(await fieldsOf(guest.auth.register(registration({ email: email.toUpperCase() })))).toEqual({
    email: [{ code: "email_taken" }],
  });
  expect(
    await fieldsOf(
      guest.auth.register(
        registration({ username, email, password: "Password1!", password_confirmation: "Password1!" }),
      ),
    ),
  ).toEqual({
    username: [{ code: "username_taken" }],
    email: [{ code: "email_taken" }],
    password: [{ code: "password_common" }],
  });
});

test("20 parallel registrations of one name make exactly one account, and one mail", async () => {
  const username = "Only_One";
  const calls = Array.from({ length: 20 }, (_, index) =>
    fieldsOf(guest.auth.register(registration({ username: index % 2 ? username : username.toLowerCase() }))),
  );
  const answers = await Promise.all(calls);
  expect(answers.filter((answer) => answer === "accepted").length).toBe(1);
  for (const answer of answers.filter((answer) => answer !== "accepted")) {
    expect(answer).toEqual({ username: [{ code: "username_taken" }] });
  }
  expect((await api.readMails()).length).toBe(1);
  expect(
    (await api.sql`select * from graphile_worker.jobs where task_identifier = 'send_mail'`).length,
  ).toBeGreaterThan(0);
});

test("20 parallel registrations of one address make exactly one account", async () => {
  const email = "only.one@example.com";
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => fieldsOf(guest.auth.register(registration({ email })))),
  );
  expect(answers.filter((answer) => answer === "accepted").length).toBe(1);
  expect(answers).toContainEqual({ email: [{ code: "email_taken" }] });
});

test("a registration that fails leaves neither an account nor a mail", async () => {
  await db.execute(sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
  await db.execute(sql`create trigger refuse before insert on mails for each row execute function refuse()`);
  const input = registration();
  await expect(guest.auth.register(input)).rejects.toThrow();
  await db.execute(sql`drop trigger refuse on mails`);
  expect(await db.select().from(users).where(eq(users.email, input.email))).toEqual([]);
  expect(await db.select().from(emailTokens).where(eq(emailTokens.email, input.email))).toEqual([]);
  expect(await fieldsOf(guest.auth.register(input))).toBe("accepted");
});

test("a password of one's own name is refused as that", async () => {
  const own = { username: "Marigold_77", password: "mARIGOLD_77!", password_confirmation: "mARIGOLD_77!" };
  expect(await fieldsOf(guest.auth.register(registration(own)))).toEqual({ password: [{ code: "password_personal" }] });
});

test("nobody registers with rights that are not theirs", async () => {
  for (const extra of [{ is_staff: true }, { plan: "paid" }, { email_verified: true }, { id: 1 }]) {
    const [member = ""] = Object.keys(extra);
    expect(await fieldsOf(guest.auth.register(registration(extra)))).toMatchObject({ cause: expect.anything() });
    expect(
      await db
        .select()
        .from(users)
        .where(eq(users.username, `Walker_${count}`)),
      member,
    ).toEqual([]);
  }
});

test("one logs in with the user name or the address, in any case", async () => {
  const { username, email, user } = await register();
  for (const name of [username, username.toUpperCase(), email, email.toUpperCase(), ` ${email} `]) {
    const { caller } = await logIn(name);
    expect((await caller.auth.profile({})).username).toBe(user.username);
  }
});

test.each(["nobody", "nobody@example.com", "no body", "' or 1=1 --", "@", "a@b@c"])(
  "an unknown name is told as such: %s",
  async (username) => {
    await expect(guest.auth.login({ username, password })).rejects.toMatchObject({ key: "login_user_not_found" });
  },
);

test("a wrong password is told as such and begins no session", async () => {
  const { username, user } = await register();
  await expect(guest.auth.login({ username, password: "Wrong-Horse-7" })).rejects.toMatchObject({
    key: "login_password_incorrect",
  });
  expect((await api.sql`select * from sessions where user_id = ${user.id}`).length).toBe(0);
});

test("a deactivated account looks like none", async () => {
  const { username, user } = await register();
  await db.update(users).set({ is_active: false }).where(eq(users.id, user.id));
  await expect(guest.auth.login({ username, password })).rejects.toMatchObject({ key: "login_user_not_found" });
});

test("an account of a third party has no password to log in with", async () => {
  const { username, user } = await register();
  await db.update(users).set({ password_hash: null }).where(eq(users.id, user.id));
  await expect(guest.auth.login({ username, password })).rejects.toMatchObject({ key: "third_party_account" });
});

test("a log-in replaces a hash of a lower cost, and the password stays", async () => {
  const { username, user } = await register();
  const salt = Buffer.from("sixteen bytes ok");
  const cheap = { memory: 64, passes: 1, parallelism: 1, tagLength: 32 };
  const hash = argon2Sync("argon2id", { message: password, nonce: salt, ...cheap });
  const [saltText, hashText] = [salt, hash].map((bytes) => bytes.toString("base64").replace(/=+$/, ""));
  const stored = `$argon2id$v=19$m=64,t=1,p=1$${saltText}$${hashText}`;
  await db.update(users).set({ password_hash: stored }).where(eq(users.id, user.id));
  await logIn(username);
  const [after] = await db.select().from(users).where(eq(users.id, user.id));
  expect(after?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2/);
  await logIn(username);
});

test("a refresh gives an access token, with rotation also a successor", async () => {
  const { username } = await register();
  const { refresh } = await logIn(username);
  expect(await guest.auth.refresh({ refresh })).toEqual({ access: expect.any(String) });
  const rotated = await guest.auth.refresh({ refresh, rotate: true });
  expect(rotated.refresh).not.toBe(refresh);
  expect(await guest.auth.refresh({ refresh, rotate: true })).toMatchObject({ refresh: rotated.refresh });
});

test("remember_me decides how long a refresh token lives", async () => {
  const { username } = await register();
  const lifetime = (token: string) => {
    const { iat, exp } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    return exp - iat;
  };
  expect(lifetime((await logIn(username)).refresh)).toBe(86_400);
  expect(lifetime((await logIn(username, { remember_me: false })).refresh)).toBe(86_400);
  expect(lifetime((await logIn(username, { remember_me: true })).refresh)).toBe(30 * 86_400);
});

test("a log-out ends the session, its access token too", async () => {
  const { username } = await register();
  const { access, refresh } = await logIn(username);
  expect(await guest.auth.blacklist({ refresh })).toEqual({ detail: "logged_out" });
  expect(await api.sessions.authenticate(access)).toBe("session_terminated");
  await expect(guest.auth.refresh({ refresh })).rejects.toMatchObject({ key: "session_terminated" });
  await expect(guest.auth.blacklist({ refresh })).rejects.toMatchObject({ key: "session_terminated" });
});

test("a token that is none, expired or of another kind is refused where a refresh token is asked for", async () => {
  const { username } = await register();
  const { access, refresh } = await logIn(username);
  for (const call of [guest.auth.refresh, guest.auth.blacklist]) {
    for (const wrong of ["x", access]) {
      await expect(call({ refresh: wrong })).rejects.toMatchObject({ key: "token_invalid" });
    }
    clock.now = noon + 24 * hour;
    await expect(call({ refresh })).rejects.toMatchObject({ key: "token_expired" });
    clock.now = noon;
  }
});

test("the link of the mail verifies the address, once, and the caller knows at once", async () => {
  const { username } = await register();
  const token = await tokenOfMail();
  const { caller, access } = await logIn(username);
  expect((await caller.auth.profile({})).email_verified).toBe(false);
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => guest.auth.verifyEmail({ token })));
  const refused = answers.filter((answer) => answer.status === "rejected");
  expect(refused.length).toBe(19);
  for (const { reason } of refused) expect(reason).toMatchObject({ key: "link_token_invalid" });
  expect((await caller.auth.profile({})).email_verified).toBe(true);
  expect(await api.sessions.authenticate(access)).toMatchObject({ user: { email_verified: true } });
});

test("a link works for 24 hours, and only the newest", async () => {
  const { username } = await register();
  const first = await tokenOfMail();
  const { caller } = await logIn(username);
  expect(await caller.auth.sendEmailVerification({ captcha: "unread where none is on" })).toEqual({
    detail: "email_verification_sent",
  });
  const second = await tokenOfMail();
  expect(second).not.toBe(first);
  await expect(guest.auth.verifyEmail({ token: first })).rejects.toMatchObject({ key: "link_token_invalid" });
  await expect(api.guestWith({ now: noon + 24 * hour }).auth.verifyEmail({ token: second })).rejects.toMatchObject({
    key: "link_token_invalid",
  });
  expect(await guest.auth.verifyEmail({ token: second })).toEqual({ detail: "email_verified" });
});

test("whoever is verified gets no further mail", async () => {
  const { username } = await register();
  await guest.auth.verifyEmail({ token: await tokenOfMail() });
  const { caller } = await logIn(username);
  await db.execute(sql`truncate mails`);
  await expect(caller.auth.sendEmailVerification({})).rejects.toMatchObject({ key: "conflict" });
  expect(await api.readMails()).toEqual([]);
});

test("a mail sent again is in the language its owner has chosen and goes to their own address", async () => {
  const { username, email } = await register();
  const { caller, access } = await logIn(username);
  await caller.auth.settings.update({ language: "uk" });
  await db.execute(sql`truncate mails`);
  await (await api.callerOfToken(access, { language: "en" })).auth.sendEmailVerification({});
  expect(await api.readMails()).toMatchObject([{ to: email, language: "uk" }]);
});

test("what was never a link's token is refused as such", async () => {
  for (const token of ["x", "é", "\u0000", "../..", "' or 1=1 --"]) {
    await expect(guest.auth.verifyEmail({ token })).rejects.toMatchObject({ key: "link_token_invalid" });
  }
});

test("the profile is the contract's, and holds no address and no hash of the password", async () => {
  const { username, email } = await register();
  const { caller } = await logIn(username);
  const profile = await caller.auth.profile({});
  expect(profile).toEqual({
    username,
    is_staff: false,
    hashed_email: createHash("sha256").update(email).digest("hex"),
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

test("settings are what they were at sign-up until they are changed, one by one", async () => {
  const { username } = await register();
  const { caller } = await logIn(username);
  const first = { language: "en", timezone: null, theme: "dark", day_start_hour: 0 };
  expect(await caller.auth.settings.get({})).toEqual(first);
  expect(await caller.auth.settings.update({})).toEqual(first);
  expect(await caller.auth.settings.update({ timezone: "Europe/Kyiv", day_start_hour: 6 })).toEqual({
    ...first,
    timezone: "Europe/Kyiv",
    day_start_hour: 6,
  });
  expect(await caller.auth.settings.update({ timezone: null, theme: "system", language: "uk" })).toEqual({
    language: "uk",
    timezone: null,
    theme: "system",
    day_start_hour: 6,
  });
  expect(await caller.auth.settings.get({})).toMatchObject({ language: "uk", theme: "system" });
});

test("changed settings hold for the next call", async () => {
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
])("a setting that is none is refused and changes nothing: %j", async (change) => {
  const { username } = await register();
  const { caller } = await logIn(username);
  const before = await caller.auth.settings.get({});
  await expect(caller.auth.settings.update(change as object)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  expect(await caller.auth.settings.get({})).toEqual(before);
});

test.each([[{ layout: "vertical" }], [{ filter: { type: "good" } }], [{ layout: null, theme: "light" as const }]])(
  "the free plan keeps no layout and no filter, and is told so: %j",
  async (change) => {
    const { username } = await register();
    const { caller } = await logIn(username);
    const before = await caller.auth.settings.get({});
    await expect(caller.auth.settings.update(change)).rejects.toMatchObject({ key: "plan_limit_reached" });
    expect(await caller.auth.settings.get({})).toEqual(before);
  },
);

test("a blank refresh token is a missing one", async () => {
  for (const refresh of ["", " "]) {
    await expect(guest.auth.refresh({ refresh })).rejects.toMatchObject({ key: "token_missing" });
    await expect(guest.auth.blacklist({ refresh })).rejects.toMatchObject({ key: "token_missing" });
  }
});

test("a guest has no profile, no settings and no verification mail", async () => {
  const calls = [
    guest.auth.profile({}),
    guest.auth.settings.get({}),
    guest.auth.settings.update({}),
    guest.auth.sendEmailVerification({}),
  ];
  for (const call of calls) await expect(call).rejects.toMatchObject({ key: "not_authenticated" });
});
