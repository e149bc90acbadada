import { GenerationFailed, insertUnique } from "@daymark/db/connection/unique";
import { sessions as sessionTable } from "@daymark/db/schema/session";
import { users } from "@daymark/db/schema/user";
import { createTestDatabase } from "@daymark/db/testing";
import { sessionsMax } from "@daymark/domain/base/bounds";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { authenticated, insertUser, login, noon, startNode } from "../testing.ts";

const database = await createTestDatabase({ max: 20 });
const { db } = database;
const node = await startNode(database);
const { sessions, clock } = node;
afterAll(async () => {
  await sessions.close();
  await database.drop();
});
beforeEach(() => {
  clock.now = noon;
});

const second = 1000;
const hour = 3600 * second;
const day = 24 * hour;

async function logIn(options: { rememberMe?: boolean; userAgent?: string } = {}) {
  const user = await insertUser(db);
  const tokens = await sessions.create(db, user.id, { ...login, ...options });
  await authenticated(sessions, tokens.access);
  return { user, ...tokens };
}

function claimsOf(token: string) {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}

async function rowOf(sessionId: string) {
  const [row] = await db.select().from(sessionTable).where(eq(sessionTable.id, sessionId));
  return row;
}

/** Rotates a refresh token and returns its successor. */
async function rotate(token: string): Promise<string> {
  const answer = await sessions.refresh(db, token, { rotate: true });
  if (typeof answer === "string" || !answer.refresh) throw new Error(`refused: ${JSON.stringify(answer)}`);
  return answer.refresh;
}

const refresh = (token: string) => sessions.refresh(db, token, { rotate: false });

test("a log-in returns the tokens of one session, and the session's row says where the user logged in", async () => {
  const userAgent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36";
  const { user, sessionId, access, refresh } = await logIn({ userAgent });
  expect(claimsOf(access)).toMatchObject({ sid: sessionId, sub: String(user.id) });
  expect(claimsOf(refresh)).toMatchObject({ sid: sessionId, sub: String(user.id) });
  expect(await rowOf(sessionId)).toMatchObject({
    userId: user.id,
    os: "Windows",
    browser: "Chrome",
    device_type: "PC",
    is_automated: false,
    address: "127.0.0.1",
    fresh_until: new Date(noon + 600 * second),
  });
});

test("the caller comes from the database row, not from the token", async () => {
  const { user, access } = await logIn();
  await db.update(users).set({ is_staff: true, plan: "paid", language: "uk" }).where(eq(users.id, user.id));
  sessions.forget(user.id);
  expect((await authenticated(sessions, access)).user).toMatchObject({ is_staff: true, plan: "paid", language: "uk" });
});

test("the caller contains no secret of the user", async () => {
  const { access } = await logIn();
  const { user } = await authenticated(sessions, access);
  expect(Object.keys(user).sort()).toEqual(
    [
      "day_start_hour",
      "email_verified",
      "has_webhooks",
      "id",
      "is_staff",
      "language",
      "plan",
      "timezone",
      "username",
    ].sort(),
  );
});

test("a refresh token does not authenticate, and an access token does not refresh", async () => {
  const { access, refresh: refreshToken } = await logIn();
  expect(await sessions.authenticate(refreshToken)).toBe("token_invalid");
  expect(await refresh(access)).toBe("token_invalid");
  expect(await sessions.endByToken(db, access)).toBe("token_invalid");
});

test("a session expires a day after its log-in, however often it is refreshed", async () => {
  const { refresh: token, sessionId } = await logIn();
  const { iat, exp } = claimsOf(token);
  expect(exp - iat).toBe(86_400);
  clock.now += 23 * hour;
  expect(claimsOf(await rotate(token)).exp).toBe(exp);
  clock.now = noon + day;
  expect(await refresh(token)).toBe("token_expired");
  expect(((await rowOf(sessionId))?.expiresAt.getTime() ?? 0) - noon).toBeLessThan(day + second);
});

test("a remembered session expires 30 days after its last refresh, and after 180 days in all", async () => {
  const { refresh: first, sessionId } = await logIn({ rememberMe: true });
  let token = first;
  expect(claimsOf(token).exp - claimsOf(token).iat).toBe(30 * 86_400);
  for (const days of [25, 50, 75, 100, 125, 150, 179]) {
    clock.now = noon + days * day;
    token = await rotate(token);
    expect(claimsOf(token).exp * second).toBe(Math.min(clock.now + 30 * day, noon + 180 * day));
  }
  expect((await rowOf(sessionId))?.expiresAt).toEqual(new Date(noon + 180 * day));
  clock.now = noon + 180 * day;
  expect(await refresh(token)).toBe("token_expired");
});

test("a refresh without rotation also extends a remembered session", async () => {
  const { refresh: token, sessionId } = await logIn({ rememberMe: true });
  clock.now += 10 * day;
  await refresh(token);
  expect((await rowOf(sessionId))?.expiresAt).toEqual(new Date(noon + 40 * day));
});

test("a client that never rotates keeps its token until it expires", async () => {
  const { refresh: token, sessionId } = await logIn();
  for (let passed = 0; passed < 24; passed++) {
    const answer = await refresh(token);
    expect(answer).toEqual({ access: expect.any(String) });
    expect(await sessions.authenticate((answer as { access: string }).access)).toMatchObject({
      session: { id: sessionId },
    });
    clock.now += hour;
  }
  expect(await refresh(token)).toBe("token_expired");
});

test("20 parallel refreshes with rotation return one successor and end no session", async () => {
  const { refresh: token, sessionId } = await logIn();
  const answers = await Promise.all(Array.from({ length: 20 }, () => rotate(token)));
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).not.toBe(token);
  expect(await rowOf(sessionId)).toMatchObject({ generation: 1 });
  expect(await refresh(answers[0] ?? "")).toMatchObject({ access: expect.any(String) });
});

test("a lost response does not log the user out: the old token works until its successor is used", async () => {
  const { refresh: token } = await logIn();
  const successor = await rotate(token);
  for (const pause of [second, 30 * second, 10 * hour]) {
    clock.now += pause;
    expect(await rotate(token)).toBe(successor);
    expect(await refresh(token)).toEqual({ access: expect.any(String) });
  }
  expect(await rotate(successor)).not.toBe(successor);
});

test("the old token still works for 30 s after its successor is first used", async () => {
  const { refresh: token } = await logIn();
  const successor = await rotate(token);
  await refresh(successor);
  clock.now += 30 * second - 1;
  expect(await rotate(token)).toBe(successor);
  expect(await refresh(successor)).toMatchObject({ access: expect.any(String) });
});

test("using the old token after that time counts as theft and ends the session at once", async () => {
  const { refresh: token, access, sessionId } = await logIn();
  const successor = await rotate(token);
  await refresh(successor);
  clock.now += 30 * second;
  node.warnings.length = 0;
  expect(await refresh(token)).toBe("session_terminated");
  expect(await sessions.authenticate(access)).toBe("session_terminated");
  expect(await refresh(successor)).toBe("session_terminated");
  expect(await rowOf(sessionId)).toBeUndefined();
  expect(node.warnings).toEqual(["a refresh token was used after its time: its session is ended"]);
});

test("using a token older than the previous one counts as theft, even within 30 s", async () => {
  const { refresh: first, access } = await logIn();
  const third = await rotate(await rotate(first));
  expect(await sessions.refresh(db, first, { rotate: true })).toBe("session_terminated");
  expect(await sessions.authenticate(access)).toBe("session_terminated");
  expect(await refresh(third)).toBe("session_terminated");
});

test("ending a session invalidates its access tokens at once, and keeps other sessions", async () => {
  const { user, access, sessionId } = await logIn();
  const other = await sessions.create(db, user.id, login);
  await authenticated(sessions, access);
  expect(await sessions.end(db, user.id, sessionId)).toBe(true);
  expect(await sessions.authenticate(access)).toBe("session_terminated");
  expect(await sessions.authenticate(other.access)).toMatchObject({ user: { id: user.id } });
  expect(await sessions.end(db, user.id, sessionId)).toBe(false);
});

test("another user's session cannot be ended", async () => {
  const [mine, theirs] = [await logIn(), await logIn()];
  expect(await sessions.end(db, mine.user.id, theirs.sessionId)).toBe(false);
  expect(await sessions.authenticate(theirs.access)).toMatchObject({ session: { id: theirs.sessionId } });
});

test("a log-out by refresh token ends the session, and a second log-out finds none", async () => {
  const { access, refresh: token } = await logIn();
  expect(await sessions.endByToken(db, token)).toEqual({ userId: expect.any(Number), sessionId: expect.any(String) });
  expect(await sessions.authenticate(access)).toBe("session_terminated");
  expect(await refresh(token)).toBe("session_terminated");
  expect(await sessions.endByToken(db, token)).toBe("session_terminated");
});

test("all sessions end together, or all except one", async () => {
  const { user, access, sessionId } = await logIn();
  const others = [await sessions.create(db, user.id, login), await sessions.create(db, user.id, login)];
  const bystander = await logIn();
  expect(await sessions.endAll(db, user.id, { keep: sessionId })).toBe(2);
  expect(await sessions.authenticate(access)).toMatchObject({ session: { id: sessionId } });
  for (const other of others) expect(await sessions.authenticate(other.access)).toBe("session_terminated");
  expect(await sessions.endAll(db, user.id, { keep: null })).toBe(1);
  expect(await sessions.authenticate(access)).toBe("session_terminated");
  expect(await sessions.authenticate(bystander.access)).toMatchObject({ user: { id: bystander.user.id } });
});

/** Rows of sessions; the first is the most recently active one. */
async function insertSessions(userId: number, count: number, { expiresAt }: { expiresAt: number }) {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: `${userId} ${index}`,
    userId,
    expiresAt: new Date(expiresAt),
    fresh_until: new Date(noon),
    last_active_at: new Date(noon - index * second),
  }));
  await db.insert(sessionTable).values(rows);
}

async function sessionIdsOf(userId: number): Promise<string[]> {
  const rows = await db.select({ id: sessionTable.id }).from(sessionTable).where(eq(sessionTable.userId, userId));
  return rows.map(({ id }) => id);
}

test("a log-in beyond 100 sessions ends this user's session that was inactive the longest", async () => {
  const bystander = await logIn();
  clock.now = noon - 300 * second;
  const idle = await logIn();
  await insertSessions(idle.user.id, sessionsMax - 1, { expiresAt: noon + day });
  clock.now = noon;
  const { access, sessionId } = await sessions.create(db, idle.user.id, login);
  expect(await sessions.authenticate(idle.access)).toBe("session_terminated");
  expect(await refresh(idle.refresh)).toBe("session_terminated");
  await authenticated(sessions, access);
  await authenticated(sessions, bystander.access);
  const held = await sessionIdsOf(idle.user.id);
  expect(held).toContain(sessionId);
  expect(held).toContain(`${idle.user.id} ${sessionsMax - 2}`);
  expect(held.length).toBe(sessionsMax);
});

test("expired sessions end before valid ones", async () => {
  clock.now = noon - 300 * second;
  const idle = await logIn();
  await insertSessions(idle.user.id, 5 * sessionsMax, { expiresAt: noon });
  clock.now = noon;
  await sessions.create(db, idle.user.id, login);
  await authenticated(sessions, idle.access);
  expect((await sessionIdsOf(idle.user.id)).length).toBe(sessionsMax);
});

test("fifty parallel log-ins all succeed and leave 100 sessions", async () => {
  const user = await insertUser(db);
  await insertSessions(user.id, sessionsMax, { expiresAt: noon + day });
  const begun = await Promise.all(Array.from({ length: 50 }, () => sessions.create(db, user.id, login)));
  for (const { access } of begun) await authenticated(sessions, access);
  expect((await sessionIdsOf(user.id)).length).toBe(sessionsMax);
});

test("a new session survives even if all others were active later", async () => {
  const user = await insertUser(db);
  await insertSessions(user.id, sessionsMax, { expiresAt: noon + day });
  clock.now = noon - hour;
  const { access, sessionId } = await sessions.create(db, user.id, login);
  await authenticated(sessions, access);
  expect(await sessionIdsOf(user.id)).toContain(sessionId);
});

test("an expired session is refused even if its access token is still valid", async () => {
  const { refresh: token } = await logIn();
  clock.now = noon + day - 60 * second;
  const answer = await refresh(token);
  const { access } = answer as { access: string };
  expect(await sessions.authenticate(access)).toMatchObject({ session: {} });
  clock.now = noon + day + second;
  expect(await sessions.authenticate(access)).toBe("session_terminated");
});

test("a session that expires while its caller is cached is refused at once", async () => {
  const { refresh: token } = await logIn();
  clock.now = noon + day - second;
  const { access } = (await refresh(token)) as { access: string };
  await authenticated(sessions, access);
  clock.now = noon + day;
  expect(await sessions.authenticate(access)).toBe("session_terminated");
});

test("all tokens of a deactivated user are refused", async () => {
  const { user, access, refresh: token } = await logIn();
  await db.update(users).set({ is_active: false }).where(eq(users.id, user.id));
  sessions.forget(user.id);
  expect(await sessions.authenticate(access)).toBe("session_terminated");
  expect(await refresh(token)).toBe("session_terminated");
});

test("authenticating with a session does not extend it", async () => {
  const { access, sessionId } = await logIn();
  // Past half of its lifetime, when lucia would extend it by default.
  const soon = new Date(noon + hour);
  await db.update(sessionTable).set({ expiresAt: soon }).where(eq(sessionTable.id, sessionId));
  clock.now += 6 * second;
  await authenticated(sessions, access);
  expect((await rowOf(sessionId))?.expiresAt).toEqual(soon);
});

test("if a generated id is taken five times in a row, the insert fails with GenerationFailed", async () => {
  const { user, sessionId } = await logIn();
  let attempts = 0;
  const insert = () => {
    attempts++;
    return db.insert(sessionTable).values({
      id: sessionId,
      userId: user.id,
      expiresAt: new Date(noon),
      fresh_until: new Date(noon),
    });
  };
  await expect(insertUnique("sessions_pkey", insert)).rejects.toThrow(GenerationFailed);
  expect(attempts).toBe(5);
});
