import { users } from "@daymark/db/schema/user";
import { countWaiting } from "@daymark/db/testing";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createTestHost, expectProblem } from "../testing.ts";
import { insertKey } from "../testing-calls.ts";

const host = await createTestHost();
const { send } = host;
afterAll(host.drop);

const lists = `/trpc/note.list?input=${encodeURIComponent(JSON.stringify({ json: {} }))}`;

/**
 * Makes calls of a user wait for their turn behind reads that the database does not answer yet.
 *
 * @param change is made while the calls wait
 * @param calls run when the reads have been answered
 */
async function changeWhileWaiting<Answer>(
  token: string,
  change: () => Promise<unknown>,
  calls: () => Promise<Answer>[],
): Promise<Answer[]> {
  const { sql } = host.database;
  const [reads, waiting] = await sql.begin(async (locked) => {
    await locked`lock table notes in access exclusive mode`;
    const three = [1, 2, 3].map(() => send("GET", lists, { token }));
    const isLocked = async () => (await countWaiting(sql)) === three.length;
    await expect.poll(isLocked).toBe(true);
    const started = calls();
    await change();
    return [three, started] as const;
  });
  await Promise.all(reads);
  return Promise.all(waiting);
}

test("a waiting call changes nothing after its session has ended", async () => {
  const user = await host.createUser();
  const { token } = user;
  const body = { title: "Late", type: "good", target: 1, unit: "repetitions", hue: 0 };
  const answers = await changeWhileWaiting(
    token,
    () => host.sessions.endAll(host.database.db, user.id, { keep: null }),
    () => [
      send("POST", "/api/habits/", { token, body }),
      send("PATCH", "/api/settings/", { token, body: { theme: "light" } }),
      send("GET", lists, { token }),
    ],
  );
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  if (answers[0]) expectProblem(answers[0], 401, "session_terminated");
  const rows = await host.database.sql`select from habits where user_id = ${user.id}`;
  expect(rows).toHaveLength(0);
});

test("a waiting call of an admin who loses the right gets 503, and its retry is refused", async () => {
  const { db } = host.database;
  const admin = await host.createUser({ is_staff: true, email_verified: true });
  const other = await host.createUser({ email_verified: true });
  const { token } = admin;
  const promote = () => send("PATCH", `/api/admin/users/${other.id}/`, { token, body: { is_staff: true } });
  const demote = async () => {
    await db.update(users).set({ is_staff: false }).where(eq(users.id, admin.id));
    host.sessions.forget(admin.id);
  };
  const [answer] = await changeWhileWaiting(token, demote, () => [promote()]);
  expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
  expectProblem(await promote(), 403, "permission_denied");
  const [row] = await db.select({ is_staff: users.is_staff }).from(users).where(eq(users.id, other.id));
  expect(row).toEqual({ is_staff: false });
});

test("a waiting call of a user whose paid plan ends gets 503, and its retry is refused", async () => {
  const { db } = host.database;
  const user = await host.createUser({ plan: "paid" });
  const { token } = user;
  const read = () => send("GET", "/api/habits/analytics/?from=2026-11-01&to=2026-11-30", { token });
  expect((await read()).status).toBe(200);
  const endPlan = async () => {
    await db.update(users).set({ plan: "free" }).where(eq(users.id, user.id));
    host.sessions.forget(user.id);
  };
  const [answer] = await changeWhileWaiting(token, endPlan, () => [read()]);
  expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
  expectProblem(await read(), 403, "plan_limit_reached");
});

test.each([
  ["by a key", {}],
  ["by a key, with an Idempotency-Key", { "idempotency-key": "late" }],
])(
  "a write %s that waits behind another write of its user changes nothing once the key is revoked",
  async (_, headers) => {
    const { sql } = host.database;
    const user = await host.createUser();
    const { key } = await insertKey(host, user.id, "write");
    const write = (token: string, text: string, more = {}) =>
      send("POST", "/api/notes/", { token, body: { text }, headers: more });
    const [first, late] = await sql.begin(async (holder) => {
      await holder`select pg_advisory_xact_lock(hashtextextended('notes', ${user.id}))`;
      const first = write(user.token, "First");
      const isWaiting = async () => (await countWaiting(sql)) === 1;
      await expect.poll(isWaiting).toBe(true);
      const late = write(key, "Late", headers);
      // Enough reads by the key that the write has time to reach its queue.
      for (let read = 0; read < 20; read += 1) await send("GET", "/api/notes/", { token: key });
      await sql`delete from api_keys where user_id = ${user.id}`;
      host.sessions.forget(user.id);
      return [first, late] as const;
    });
    expect((await first).status).toBe(201);
    expectProblem(await late, 401, "api_key_invalid");
    expect(await sql`select text from notes where user_id = ${user.id}`).toEqual([{ text: "First" }]);
  },
);

test("a waiting call that needs no log-in ignores a token that ends meanwhile", async () => {
  const user = await host.createUser();
  const { token } = user;
  const [captcha] = await changeWhileWaiting(
    token,
    () => host.sessions.endAll(host.database.db, user.id, { keep: null }),
    () => [send("GET", "/api/captcha/?action=register", { token })],
  );
  expect(captcha?.status).toBe(200);
});
