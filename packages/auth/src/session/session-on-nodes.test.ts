import { setImmediate } from "node:timers/promises";
import { createDatabase } from "@daymark/db/connection/client";
import { sessions as sessionTable } from "@daymark/db/schema/session";
import { users } from "@daymark/db/schema/user";
import { createTestDatabase } from "@daymark/db/testing";
import { eq, sql } from "drizzle-orm";
import { afterAll, expect, inject, test } from "vitest";
import { authenticated, insertUser, login, type Node, noon, startNode } from "../testing.ts";

// The nodes' clocks stand still, so cache entries never expire: only a notice can invalidate them.
const database = await createTestDatabase();
const { db } = database;
const [here, there] = [await startNode(database), await startNode(database)];
afterAll(async () => {
  await Promise.all([here.sessions.close(), there.sessions.close()]);
  await database.drop();
});

/** A session that both nodes have cached. */
async function logIn() {
  const user = await insertUser(db);
  const tokens = await here.sessions.create(db, user.id, login);
  await authenticated(here.sessions, tokens.access);
  await authenticated(there.sessions, tokens.access);
  return { user, ...tokens };
}

function answerOf(node: Node, access: string) {
  return expect.poll(() => node.sessions.authenticate(access), { interval: 20, timeout: 20_000 });
}

/** How many statements a node needs to authenticate a caller. */
async function costOf(node: Node, access: string): Promise<number> {
  node.statements.length = 0;
  await node.sessions.authenticate(access);
  return node.statements.length;
}

test("a session's first request costs one statement, and the next ones cost none", async () => {
  const user = await insertUser(db);
  const { access } = await here.sessions.create(db, user.id, login);
  expect(await costOf(here, access)).toBe(1);
  for (let again = 0; again < 10; again++) expect(await costOf(here, access)).toBe(0);
  expect(await costOf(there, access)).toBe(1);
});

test("a session ended on one instance is refused there at once, and soon on the other instance", async () => {
  const { user, sessionId, access } = await logIn();
  await here.sessions.end(db, user.id, sessionId);
  expect(await here.sessions.authenticate(access)).toBe("session_terminated");
  await answerOf(there, access).toBe("session_terminated");
});

test("a log-out, the end of all sessions and a token theft also reach the other instance", async () => {
  const [all, loggedOut, stolen] = [await logIn(), await logIn(), await logIn()];
  await here.sessions.endAll(db, all.user.id, { keep: null });
  await here.sessions.endByToken(db, loggedOut.refresh);
  let token = stolen.refresh;
  for (let rotations = 0; rotations < 2; rotations++) {
    const answer = await here.sessions.refresh(db, token, { rotate: true });
    token = (answer as { refresh: string }).refresh;
  }
  await here.sessions.refresh(db, stolen.refresh, { rotate: false });
  for (const { access } of [all, loggedOut, stolen]) await answerOf(there, access).toBe("session_terminated");
});

test.each([
  ["a deleted session", (id: number) => db.delete(sessionTable).where(eq(sessionTable.userId, id))],
  ["a deleted user", (id: number) => db.delete(users).where(eq(users.id, id))],
  ["a deactivated user", (id: number) => db.update(users).set({ is_active: false }).where(eq(users.id, id))],
  [
    "a session whose expiry was moved to the past",
    (id: number) =>
      db
        .update(sessionTable)
        .set({ expiresAt: new Date(noon - 1) })
        .where(eq(sessionTable.userId, id)),
  ],
])("%s is refused on every instance, even if changed directly in the database", async (_, change) => {
  const { user, access } = await logIn();
  const bystander = await logIn();
  await change(user.id);
  for (const node of [here, there]) {
    await answerOf(node, access).toBe("session_terminated");
    expect(await costOf(node, bystander.access)).toBe(0);
  }
});

test("truncating the table logs every user out on every instance", async () => {
  const { access } = await logIn();
  await db.execute(sql`truncate sessions cascade`);
  for (const node of [here, there]) await answerOf(node, access).toBe("session_terminated");
});

test.each<[string, Partial<typeof users.$inferInsert>]>([
  ["staff", { is_staff: true }],
  ["plan", { plan: "paid" }],
  ["verified address", { email_verified: true }],
  ["name", { username: "somebody_else" }],
  ["language", { language: "uk" }],
  ["time zone", { timezone: "Europe/Kyiv" }],
  ["start of the day", { day_start_hour: 4 }],
])("every instance sees a change of a user's %s", async (_, change) => {
  const { user, access } = await logIn();
  await db.update(users).set(change).where(eq(users.id, user.id));
  for (const node of [here, there]) await answerOf(node, access).toMatchObject({ user: change });
});

test("a refresh does not evict the cached caller", async () => {
  const user = await insertUser(db);
  const { access, refresh } = await here.sessions.create(db, user.id, { ...login, rememberMe: true });
  await authenticated(there.sessions, access);
  here.clock.now += 60_000;
  await here.sessions.refresh(db, refresh, { rotate: true });
  here.clock.now = noon;
  // Notices arrive in order, so if this one has arrived, no other came before it.
  const marker = await logIn();
  await db.delete(sessionTable).where(eq(sessionTable.id, marker.sessionId));
  await answerOf(there, marker.access).toBe("session_terminated");
  expect(await costOf(there, access)).toBe(0);
});

test("an instance caches nothing while its LISTEN connection is down, and caches again afterwards", async () => {
  const { access, sessionId } = await logIn();
  const staying = await logIn();
  const name = new URL(database.url).pathname.slice(1);
  const administrator = createDatabase(inject("databaseUrl"), { max: 1 });
  expect(await costOf(there, staying.access)).toBe(0);
  // PostgreSQL accepts no new connections, but existing ones stay: once disconnected, the listeners cannot reconnect.
  await administrator.sql.unsafe(`alter database ${name} allow_connections false`);
  await db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'daymark sessions'`);
  await expect.poll(() => costOf(there, staying.access), { interval: 20, timeout: 20_000 }).toBe(1);
  expect(await costOf(there, staying.access)).toBe(1);
  // No notice of this change can arrive.
  await db.delete(sessionTable).where(eq(sessionTable.id, sessionId));
  expect(await there.sessions.authenticate(access)).toBe("session_terminated");

  await administrator.sql.unsafe(`alter database ${name} allow_connections true`);
  await administrator.sql.end();
  await expect.poll(() => costOf(there, staying.access), { interval: 20, timeout: 20_000 }).toBe(0);
  await db.delete(sessionTable).where(eq(sessionTable.id, staying.sessionId));
  await answerOf(there, staying.access).toBe("session_terminated");
});

test("sessions end on every instance even if many begin and end at the same time", async () => {
  const logins = await Promise.all(Array.from({ length: 20 }, logIn));
  const reading = { stop: false };
  const reader = (async () => {
    while (!reading.stop) {
      await Promise.all(logins.map(({ access }) => there.sessions.authenticate(access)));
      // A cached caller needs no turn of the event loop, but the notices need one.
      await setImmediate();
    }
  })();
  await Promise.all(logins.map(({ user, sessionId }) => here.sessions.end(db, user.id, sessionId)));
  for (const { access } of logins) await answerOf(there, access).toBe("session_terminated");
  // No read that was under way while they ended has stored an ended session again.
  for (const { access } of logins) expect(await there.sessions.authenticate(access)).toBe("session_terminated");
  reading.stop = true;
  await reader;
});

test("a flush writes the last activity of all sessions in one statement, and the users' days in another", async () => {
  const logins = [await logIn(), await logIn()];
  const later = noon + 120_000;
  here.clock.now = later;
  for (const { access } of logins) await authenticated(here.sessions, access);
  here.clock.now = noon;
  here.statements.length = 0;
  await here.sessions.flush();
  expect(here.statements.length).toBe(2);
  // The other node saw them earlier, and must not write an earlier time.
  await there.sessions.flush();
  const rows = await db.select().from(sessionTable);
  for (const { sessionId } of logins) {
    expect(rows.find(({ id }) => id === sessionId)?.last_active_at).toEqual(new Date(later));
  }
});
