import { createLimits } from "@daymark/auth/limits/rate-limit";
import { hashPassword } from "@daymark/auth/password/password";
import { users } from "@daymark/db/schema/user";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { createTestApi, keyOf, noon } from "../testing.ts";
import { createPerson } from "../two-factor/testing.ts";

const api = await createTestApi();
const { db, clock, guestWith } = api;
afterAll(api.drop);
beforeEach(() => {
  clock.now = noon;
});

const minute = 60_000;
const password = "Correct-Horse-7";
const password_hash = await hashPassword(password);
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";
const phone = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36";
let count = 0;

async function insertUser() {
  count++;
  const username = `sleeper_${count}`;
  await db.insert(users).values({ username, email: `${username}@example.com`, password_hash });
  return username;
}

async function logIn(username: string, userAgent = firefox) {
  const tokens = await guestWith({ userAgent }).auth.login({ username, password });
  const caller = await api.callerOfToken(tokens.access);
  const { results } = await caller.session.list({});
  const id = results.find((session) => session.is_current)?.id ?? "";
  return { ...tokens, caller, id };
}

function isOver(login: { access: string }) {
  return api.sessions.authenticate(login.access).then((answer) => answer === "session_terminated");
}

test("the list shows where the user is logged in, and which session is calling", async () => {
  const username = await insertUser();
  const first = await logIn(username);
  clock.now += minute;
  const second = await logIn(username, phone);
  const stranger = await logIn(await insertUser());
  clock.now += minute;
  const { results, next } = await second.caller.session.list({});
  expect(next).toBe(null);
  const common = { location: null, network: "direct", is_automated: false };
  expect(results).toEqual([
    {
      ...common,
      id: second.id,
      device_type: "Mobile",
      os: "Android",
      browser: "Chrome",
      created_at: new Date(noon + minute).toISOString(),
      last_active_at: new Date(noon + 2 * minute).toISOString(),
      expires_at: expect.any(String),
      is_current: true,
    },
    {
      ...common,
      id: first.id,
      device_type: "PC",
      os: "Linux",
      browser: "Firefox",
      created_at: new Date(noon).toISOString(),
      last_active_at: new Date(noon).toISOString(),
      expires_at: expect.any(String),
      is_current: false,
    },
  ]);
  const lifetime = Date.parse(results[1]?.expires_at ?? "") - noon;
  expect(Math.abs(lifetime - 24 * 60 * minute)).toBeLessThan(1000);
  expect(JSON.stringify(results)).not.toContain(stranger.id);
});

test("the list shows a session's location, and whether a program runs it", async () => {
  const username = await insertUser();
  const facts = { location: "Kyiv, UA", network: "vpn_or_proxy" } as const;
  const script = guestWith({ userAgent: "curl/8.9.1", address: "192.0.2.9", facts });
  const { access } = await script.auth.login({ username, password });
  const { results } = await (await api.callerOfToken(access)).session.list({});
  expect(results).toMatchObject([{ ...facts, is_automated: true, browser: "curl" }]);
});

test("a session can be read by its id", async () => {
  const username = await insertUser();
  const [first, second] = [await logIn(username), await logIn(username)];
  expect(await second.caller.session.get({ id: first.id })).toMatchObject({ id: first.id, is_current: false });
  expect(await second.caller.session.get({ id: second.id })).toMatchObject({ id: second.id, is_current: true });
});

test("a session can be ended by its id, at once, and the others continue", async () => {
  const username = await insertUser();
  const [first, second] = [await logIn(username), await logIn(username)];
  expect(await second.caller.session.end({ id: first.id })).toEqual({ detail: "session_terminated" });
  expect(await isOver(first)).toBe(true);
  expect(await isOver(second)).toBe(false);
  await expect(second.caller.session.end({ id: first.id })).rejects.toMatchObject({ key: "session_not_found" });
  await expect(second.caller.session.get({ id: first.id })).rejects.toMatchObject({ key: "session_not_found" });
});

test("the calling session can end itself", async () => {
  const login = await logIn(await insertUser());
  await login.caller.session.end({ id: login.id });
  expect(await isOver(login)).toBe(true);
});

test("another user's session looks missing and continues", async () => {
  const [mine, theirs] = [await logIn(await insertUser()), await logIn(await insertUser())];
  for (const id of [theirs.id, "nothing", "", "' or 1=1 --"]) {
    await expect(mine.caller.session.get({ id })).rejects.toMatchObject({ key: "session_not_found" });
    await expect(mine.caller.session.end({ id })).rejects.toMatchObject({ key: "session_not_found" });
  }
  expect(await isOver(theirs)).toBe(false);
});

test("an expired session is not found", async () => {
  const username = await insertUser();
  const old = await logIn(username);
  clock.now += 24 * 60 * minute + 1000;
  const current = await logIn(username);
  const { results } = await current.caller.session.list({});
  expect(results.map(({ id }) => id)).toEqual([current.id]);
  await expect(current.caller.session.get({ id: old.id })).rejects.toMatchObject({ key: "session_not_found" });
  await expect(current.caller.session.end({ id: old.id })).rejects.toMatchObject({ key: "session_not_found" });
});

test("all sessions end together, except the calling one on request", async () => {
  const username = await insertUser();
  const logins = [await logIn(username), await logIn(username), await logIn(username)] as const;
  const stranger = await logIn(await insertUser());
  const current = logins[2];
  expect(await current.caller.session.endAll({ keep_current: true })).toEqual({
    detail: "sessions_terminated",
    terminated: 2,
  });
  expect(await Promise.all(logins.map(isOver))).toEqual([true, true, false]);
  expect(await current.caller.session.endAll({})).toEqual({ detail: "sessions_terminated", terminated: 1 });
  expect(await isOver(current)).toBe(true);
  expect(await isOver(stranger)).toBe(false);
});

test("ending all sessions needs a step-up if the log-in is ten minutes old", async () => {
  const username = await insertUser();
  const login = await logIn(username);
  clock.now += 10 * minute - 1;
  expect(await login.caller.session.endAll({ keep_current: true })).toMatchObject({ terminated: 0 });
  clock.now += 1;
  for (const wrong of [{}, { keep_current: true }]) {
    await expect(login.caller.session.endAll(wrong)).rejects.toMatchObject({ key: "step_up_required" });
  }
  await expect(login.caller.session.endAll({ password: "Wrong-Horse-7" })).rejects.toMatchObject({
    key: "password_incorrect",
  });
  expect((await api.sql`select * from sessions where id = ${login.id}`).length).toBe(1);
  expect(await login.caller.session.endAll({ password })).toMatchObject({ terminated: 1 });
});

test("a wrong password is refused even if none is needed", async () => {
  const login = await logIn(await insertUser());
  await expect(login.caller.session.endAll({ password: "Wrong-Horse-7" })).rejects.toMatchObject({
    key: "password_incorrect",
  });
  expect(await isOver(login)).toBe(false);
});

test("a password is refused as a step-up for an account that has none", async () => {
  const username = await insertUser();
  const login = await logIn(username);
  await db.update(users).set({ password_hash: null }).where(eq(users.username, username));
  await expect(login.caller.session.endAll({ password })).rejects.toMatchObject({ key: "third_party_account" });
  expect(await login.caller.session.endAll({})).toMatchObject({ terminated: 1 });
});

test("a call whose session ends meanwhile ends no other session", async () => {
  const username = await insertUser();
  const [late, other] = [await logIn(username), await logIn(username)];
  // The session ends after the guard has let the call pass.
  await api.sql`delete from sessions where id = ${late.id}`;
  for (const call of [
    () => late.caller.session.end({ id: other.id }),
    () => late.caller.session.endAll({}),
    () => late.caller.session.endAll({ keep_current: true }),
  ]) {
    await expect(call()).rejects.toMatchObject({ key: "session_terminated" });
  }
  expect(await isOver(other)).toBe(false);
});

test("a guest cannot see or end any session", async () => {
  const { guest } = api;
  const calls = [
    guest.session.list({}),
    guest.session.get({ id: "x" }),
    guest.session.end({ id: "x" }),
    guest.session.endAll({}),
  ];
  for (const call of calls) await expect(call).rejects.toMatchObject({ key: "not_authenticated" });
});

test("ending the other sessions is recorded only if there were some", async () => {
  const username = await insertUser();
  const [, current] = [await logIn(username), await logIn(username)];
  for (let time = 0; time < 3; time++) await current.caller.session.endAll({ keep_current: true });
  const { results } = await current.caller.securityEvent.list({});
  expect(results.map(({ kind }) => kind)).toEqual(["sessions_ended", "logged_in", "logged_in"]);
});

test("a session may end the others 20 times an hour, and uses up nothing of the owner's other sessions", async () => {
  const limited = await createTestApi({ limits: createLimits });
  onTestFinished(limited.drop);
  const person = await createPerson(limited);
  const [own, stolen] = [await person.logIn(), await person.logIn()];
  const fail = () => keyOf(stolen.caller.session.endAll({ keep_current: true, code: "123456" }));
  for (let time = 0; time < 20; time++) expect(await fail()).toBe("two_factor_already_disabled");
  expect(await fail()).toBe("too_many_requests");
  expect(await own.caller.session.endAll({ keep_current: true })).toMatchObject({ terminated: 1 });
});
