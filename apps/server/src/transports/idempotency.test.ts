import { createAuthenticator } from "@daymark/auth/testing-authenticator";
import { countWaiting } from "@daymark/db/testing";
import { afterAll, describe, expect, test } from "vitest";
import { createTestHost, expectProblem, habit } from "../testing.ts";
import { insertKey } from "../testing-calls.ts";
import { sendRaw } from "../testing-raw.ts";

// More requests than connections: requests that wait for the first one must not keep it from finishing.
const host = await createTestHost({ max: 5 });
await host.app.listen({ host: "127.0.0.1", port: 0 });
afterAll(host.drop);
const { send } = host;

const create = (token: string, key: string, body: unknown, path = "/api/notes/") =>
  send("POST", path, { token, body, headers: { "idempotency-key": key } });
const countNotes = async (token: string) => (await send("GET", "/api/notes/", { token })).json.results.length;

test("twenty parallel calls with one key create one row and get the same response", async () => {
  const { token } = await host.createUser();
  const answers = await Promise.all(Array.from({ length: 20 }, () => create(token, "twenty", { text: "Once" })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await countNotes(token)).toBe(1);
});

test.each([
  ["an absolute URL", (path: string) => `http://elsewhere${path}`],
  ["a long absolute URL", (path: string) => `http://${"x".repeat(6_500)}${path}`],
  ["a long fragment", (path: string) => `${path}#${"x".repeat(6_500)}`],
])("a key belongs to an operation, also if its URL is spelled with %s", async (_, spell) => {
  const { token } = await host.createUser();
  const first = await create(token, "spelled", { text: "Once" });
  const body = JSON.stringify({ text: "Once" });
  const raw = await sendRaw(
    host.app,
    `POST ${spell("/api/notes/")} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: Bearer ${token}\r\n` +
      `idempotency-key: spelled\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  expect([raw.status, JSON.parse(raw.body)]).toEqual([201, first.json]);
  expect(await countNotes(token)).toBe(1);
});

test("a key with an invalid path gets the call's own answer", async () => {
  const { token } = await host.createUser({ email_verified: true });
  for (const path of ["/api/blogs/%00/comments/", "/api/feature-requests/1%00/reactions/"]) {
    const answer = await create(token, "nothing", { text: "x", type: "like" }, path);
    expect([400, 404], answer.text).toContain(answer.status);
  }
});

test("parallel calls with different keys do not deadlock", async () => {
  const { token } = await host.createUser();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => create(token, `key ${index % 6}`, habit, "/api/habits/")),
  );
  const created = answers.filter(({ status }) => status === 201);
  expect(new Set(created.map(({ json }) => json.id)).size).toBe(3);
  for (const answer of answers) if (answer.status !== 201) expectProblem(answer, 403, "plan_limit_reached");
});

test("a user's parallel calls with keys take one connection, and other users are served", async () => {
  const [owner, other] = [await host.createUser(), await host.createUser()];
  const answers: Promise<{ status: number }>[] = [];
  await host.database.sql.begin(async (holder) => {
    await holder`select pg_advisory_xact_lock(hashtextextended('notes', ${owner.id}))`;
    for (const key of ["one", "one", "two", "three", "four", "five", "six"])
      answers.push(create(owner.token, key, { text: "A note" }));
    const waiting = () => countWaiting(holder);
    await expect.poll(waiting).toBe(1);
    for (let index = 0; index < 20; index += 1) expect(await countNotes(other.token)).toBe(0);
    expect(await waiting()).toBe(1);
  });
  expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([201]));
  expect(await countNotes(owner.token)).toBe(6);
});

test("previews of vacations with keys hold no connection while they wait for a turn, and other users are served", async () => {
  const [owners, other] = [[] as { token: string }[], await host.createUser()];
  for (let index = 0; index < 6; index += 1) owners.push(await host.createUser());
  const preview = { from: "2026-12-01", to: "2026-12-31", dry_run: true };
  const answers: Promise<{ status: number }>[] = [];
  await host.database.sql.begin(async (holder) => {
    await holder`lock table vacations in access exclusive mode`;
    for (const { token } of owners) answers.push(create(token, "preview", preview, "/api/vacations/"));
    await expect.poll(() => countWaiting(holder)).toBeGreaterThan(0);
    for (let index = 0; index < 20; index += 1) expect(await countNotes(other.token)).toBe(0);
  });
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(owners.map(() => 200));
});

test("parallel passkeys with different keys do not deadlock", async () => {
  const { token } = await host.createUser();
  const authenticator = createAuthenticator({ origin: "http://localhost" });
  const bodies = [];
  for (let index = 0; index < 6; index++) {
    const { json: options } = await send("POST", "/api/auth/passkeys/start/", { token, body: {} });
    bodies.push({ name: `Key ${index}`, credential: authenticator.create(options) });
  }
  const answers = await Promise.all(
    bodies.map((body, index) => create(token, `passkey ${index}`, body, "/api/auth/passkeys/")),
  );
  expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 201));
});

test("a failed attempt uses up a passkey challenge, even though its transaction is rolled back", async () => {
  const { token } = await host.createUser();
  const [authenticator, elsewhere] = ["http://localhost", "http://elsewhere.example"].map((origin) =>
    createAuthenticator({ origin }),
  );
  const { json: options } = await send("POST", "/api/auth/passkeys/start/", { token, body: {} });
  const make = (key: string, credential: unknown) =>
    create(token, key, { name: "Key", credential }, "/api/auth/passkeys/");
  expectProblem(await make("first", elsewhere?.create(options)), 400, "passkey_invalid");
  const good = authenticator?.create(options);
  for (const key of ["first", "second"]) expectProblem(await make(key, good), 400, "passkey_invalid");
  expect((await send("GET", "/api/auth/passkeys/", { token })).json.results).toEqual([]);
  const { json: anew } = await send("POST", "/api/auth/passkeys/start/", { token, body: {} });
  const body = authenticator?.create(anew);
  const made = await make("third", body);
  expect(made.status).toBe(201);
  expect((await make("third", body)).text).toBe(made.text);
});

test("a repeat gets the first response even if the entity was deleted, with and without a trailing slash", async () => {
  const { token } = await host.createUser();
  const first = await create(token, "again", { text: "Once" });
  await send("DELETE", `/api/notes/${first.json.id}/`, { token });
  const second = await create(token, "again", { text: "Once" }, "/api/notes");
  expect(second.text).toBe(first.text);
  expect(second.status).toBe(201);
  expect(await countNotes(token)).toBe(0);
});

test("the same key with another body is a conflict", async () => {
  const { token } = await host.createUser();
  await create(token, "conflict", { text: "One" });
  expectProblem(await create(token, "conflict", { text: "Two" }), 409, "conflict");
  expect(await countNotes(token)).toBe(1);
});

test("a key is separate for each user and operation", async () => {
  const [one, other] = await Promise.all([host.createUser(), host.createUser()]);
  const answers = await Promise.all([
    create(one.token, "mine", { text: "Note" }),
    create(other.token, "mine", { text: "Another note" }),
    create(one.token, "mine", habit, "/api/habits/"),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
});

test("a failed call leaves its key unused", async () => {
  const { token } = await host.createUser();
  expectProblem(await create(token, "free", { text: "" }), 400, "validation_failed");
  expect((await create(token, "free", { text: "Better" })).status).toBe(201);
  const habits = await Promise.all([1, 2, 3].map(() => host.createHabit(token)));
  expectProblem(await create(token, "full", habit, "/api/habits/"), 403, "plan_limit_reached");
  const { json } = await send("DELETE", `/api/habits/${habits[0]?.id}/`, { token });
  expect(json.detail).toBe("The habit has been deleted.");
  await host.database.sql`update habits set deleted_at = now() - interval '1 hour' where deleted_at is not null`;
  expect((await create(token, "full", habit, "/api/habits/")).status).toBe(201);
});

test("a key can be used again after 24 hours", async () => {
  const { token, id } = await host.createUser();
  await create(token, "old", { text: "One" });
  await host.database.sql`
    update idempotency_keys set created_at = created_at - interval '23 hours 59 minutes' where user_id = ${id}`;
  await create(token, "old", { text: "One" });
  expect(await countNotes(token)).toBe(1);
  await host.database
    .sql`update idempotency_keys set created_at = created_at - interval '2 minutes' where user_id = ${id}`;
  const later = await create(token, "old", { text: "Two" });
  expect(later).toMatchObject({ status: 201, json: { text: "Two" } });
  expect((await create(token, "old", { text: "Two" })).text).toBe(later.text);
});

describe("a key", () => {
  test("may have up to 64 characters", async () => {
    const { token } = await host.createUser();
    expect((await create(token, "k".repeat(64), { text: "One" })).status).toBe(201);
    const { errors } = expectProblem(await create(token, "k".repeat(65), { text: "One" }), 400, "validation_failed");
    expect(errors).toEqual({ "Idempotency-Key": ["Enter at most 64 characters."] });
    expect(await countNotes(token)).toBe(1);
  });

  test("may contain any characters that a header can carry", async () => {
    const { token } = await host.createUser();
    const keys = ["'; drop table notes; --", "ÿ\u00a0é", '{"a":1}', "%00"];
    for (const key of keys) for (let times = 0; times < 2; times++) await create(token, key, { text: key });
    expect(await countNotes(token)).toBe(keys.length);
  });

  test("is ignored by calls that create nothing", async () => {
    const { token } = await host.createUser();
    const { id } = await host.createHabit(token);
    const path = `/api/habits/${id}/progress/2026-03-01/increment/`;
    for (let times = 1; times <= 2; times++) {
      expect((await create(token, "add", { by: 5 }, path)).json.value).toBe(times * 5);
    }
  });

  test("is ignored by a sign-up, and not stored for the user whose API key came with it", async () => {
    const { id } = await host.createUser();
    const { key: readKey } = await insertKey(host, id, "read");
    const password = "Correct-Horse-7";
    const signUp = { username: "somebody_new", email: "new@example.org", agreement: true };
    const body = { ...signUp, password, password_confirmation: password };
    expect((await create(readKey, "sign-up", body, "/api/auth/register/")).status).toBe(201);
    expect(await host.database.sql`select 1 from idempotency_keys where user_id = ${id}`).toEqual([]);
  });

  test("of a guest is refused like any request of a guest", async () => {
    const answer = await send("POST", "/api/notes/", { body: { text: "x" }, headers: { "idempotency-key": "guest" } });
    expectProblem(answer, 401, "not_authenticated");
  });
});

describe("a stored response is returned only to a caller who may make the call now", () => {
  const post = { title: "Storks", description: "They are back", blocks: [] };
  /** Changes a user's row and invalidates the server's cache, as the procedures that change it do. */
  const change = async (userId: number, values: { is_staff?: boolean; email_verified?: boolean }) => {
    const { sql } = host.database;
    await sql`update users set ${sql(values)} where id = ${userId}`;
    host.sessions.forget(userId);
  };

  test("a read-only API key does not get the response of a write", async () => {
    const { token, id } = await host.createUser();
    const first = await create(token, "scope", { text: "Once" });
    const { key: readKey } = await insertKey(host, id, "read");
    const { key: writeKey } = await insertKey(host, id, "write");
    expectProblem(await create(readKey, "scope", { text: "Once" }), 403, "permission_denied");
    expectProblem(await create(readKey, "scope", { text: "Other" }), 403, "permission_denied");
    expect((await create(writeKey, "scope", { text: "Once" })).text).toBe(first.text);
  });

  test("an API key does not get the response of a session-only call", async () => {
    const { token, id } = await host.createUser();
    const { json: options } = await send("POST", "/api/auth/passkeys/start/", { token, body: {} });
    const body = { name: "Phone", credential: createAuthenticator({ origin: "http://localhost" }).create(options) };
    expect((await create(token, "session", body, "/api/auth/passkeys/")).status).toBe(201);
    const { key } = await insertKey(host, id, "write");
    expectProblem(await create(key, "session", body, "/api/auth/passkeys/"), 403, "permission_denied");
  });

  test("a logged-out user is refused", async () => {
    const { token, refresh } = await host.createUser();
    expect((await create(token, "gone", { text: "Once" })).status).toBe(201);
    await send("POST", "/api/auth/token/blacklist/", { body: { refresh } });
    expectProblem(await create(token, "gone", { text: "Once" }), 401, "session_terminated");
  });

  test("an admin who was demoted is refused, and the attempt is recorded", async () => {
    const { token, id } = await host.createUser({ is_staff: true });
    expect((await create(token, "demoted", post, "/api/blogs/")).status).toBe(201);
    await change(id, { is_staff: false });
    await host.database.sql`update admin_actions set at = at - interval '1 hour'`;
    expectProblem(await create(token, "demoted", post, "/api/blogs/"), 403, "permission_denied");
    expect(await readTrail(id)).toMatchObject([{ outcome: "done" }, { outcome: "permission_denied" }]);
  });

  test("a user whose address is no longer verified is refused", async () => {
    const { token, id } = await host.createUser({ email_verified: true });
    const wish = { title: "A wish", details: "Soon", category: "improvements" };
    expect((await create(token, "verified", wish, "/api/feature-requests/")).status).toBe(201);
    await change(id, { email_verified: false });
    expectProblem(await create(token, "verified", wish, "/api/feature-requests/"), 403, "email_not_verified");
  });

  test("while a feature is disabled its stored responses are refused", async () => {
    const { token } = await host.createUser({ email_verified: true });
    const { token: admin } = await host.createUser({ is_staff: true });
    const wish = { title: "Another wish", details: "Soon", category: "improvements" };
    const first = await create(token, "switch", wish, "/api/feature-requests/");
    expect(first.status).toBe(201);
    const turn = (is_on: boolean) =>
      send("PUT", "/api/admin/switches/feature_requests/", { token: admin, body: { is_on } });
    await turn(false);
    expectProblem(await create(token, "switch", wish, "/api/feature-requests/"), 403, "switched_off");
    await turn(true);
    expect((await create(token, "switch", wish, "/api/feature-requests/")).text).toBe(first.text);
  });
});

describe("the audit trail of calls with a key", () => {
  const ban = (token: string, key: string, body: object) => create(token, key, body, "/api/admin/moderation/bans/");

  test("records a success once, however often it is repeated", async () => {
    const { token, id } = await host.createUser({ is_staff: true });
    const { username, id: bannedId } = await host.createUser();
    for (let times = 0; times < 3; times++) expect((await ban(token, "twice", { username })).status).toBe(201);
    expect(await readTrail(id)).toEqual([{ action: "moderation.ban", target: `user ${bannedId}`, outcome: "done" }]);
  });

  test("records a call refused to a user who is not an admin", async () => {
    const { token, id, username } = await host.createUser();
    expectProblem(await ban(token, "refused", { username }), 403, "permission_denied");
    expect(await readTrail(id)).toEqual([
      { action: "moderation.ban", target: `user ${id}`, outcome: "permission_denied" },
    ]);
  });

  test("records a failed call, even though its transaction is rolled back", async () => {
    const { token, id } = await host.createUser({ is_staff: true });
    const { username } = await host.createUser();
    expectProblem(await ban(token, "failed", { username, until: 5 }), 400, "validation_failed");
    expectProblem(await ban(token, "failed", { username: "nobody_at_all" }), 404, "user_not_found");
    expect((await ban(token, "failed", { username })).status).toBe(201);
    expectProblem(await ban(token, "failed", { username, until: "2030-01-01T00:00:00Z" }), 409, "conflict");
    const outcomes = (await readTrail(id)).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(["validation_failed", "user_not_found", "done", "conflict"]);
  });

  test("records a success in the transaction of the change", async () => {
    const { sql } = host.database;
    const { token, id } = await host.createUser({ is_staff: true });
    const { username, id: bannedId } = await host.createUser();
    await sql`alter table idempotency_keys add constraint no_answer check (answer is null) not valid`;
    expect((await ban(token, "both", { username })).status).toBe(500);
    await sql`alter table idempotency_keys drop constraint no_answer`;
    expect(await sql`select 1 from bans where user_id = ${bannedId}`).toEqual([]);
    expect(await readTrail(id)).toMatchObject([{ outcome: "internal_error" }]);
  });
});

async function readTrail(actorId: number): Promise<{ action: string; target: string | null; outcome: string }[]> {
  const rows = await host.database.sql<{ action: string; target: string | null; outcome: string }[]>`
    select action, target, outcome from admin_actions where actor_id = ${actorId} order by id`;
  return [...rows];
}
