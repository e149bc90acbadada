import { createAuthenticator } from "@daymark/auth/testing-authenticator";
import { afterAll, describe, expect, test } from "vitest";
import { createTestHost, expectProblem, habit } from "./testing.ts";

// More requests than connections: those that wait for the first must not keep it from finishing.
const host = await createTestHost({ max: 5 });
afterAll(host.drop);
const { send } = host;

const create = (token: string, key: string, body: unknown, path = "/api/notes/") =>
  send("POST", path, { token, body, headers: { "idempotency-key": key } });
const countNotes = async (token: string) => (await send("GET", "/api/notes/", { token })).json.results.length;

test("twenty parallel creations with one key are one row and twenty times the same answer", async () => {
  const { token } = await host.createUser();
  const answers = await Promise.all(Array.from({ length: 20 }, () => create(token, "twenty", { text: "Once" })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await countNotes(token)).toBe(1);
});

test("parallel creations under different keys do not wait for one another's locks in a circle", async () => {
  const { token } = await host.createUser();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => create(token, `key ${index % 6}`, habit, "/api/habits/")),
  );
  const created = answers.filter(({ status }) => status === 201);
  expect(new Set(created.map(({ json }) => json.id)).size).toBe(3);
  for (const answer of answers) if (answer.status !== 201) expectProblem(answer, 403, "plan_limit_reached");
});

test("parallel passkeys under different keys do not wait for one another's locks in a circle", async () => {
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

test("a repeat gives the first answer even where the entity has gone since, with and without the trailing slash", async () => {
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

test("a key is its user's and its operation's own", async () => {
  const [one, other] = await Promise.all([host.createUser(), host.createUser()]);
  const answers = await Promise.all([
    create(one.token, "mine", { text: "Note" }),
    create(other.token, "mine", { text: "Another note" }),
    create(one.token, "mine", habit, "/api/habits/"),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
});

test("what failed leaves its key free", async () => {
  const { token } = await host.createUser();
  expectProblem(await create(token, "free", { text: "" }), 400, "validation_failed");
  expect((await create(token, "free", { text: "Better" })).status).toBe(201);
  const habits = await Promise.all([1, 2, 3].map(() => host.createHabit(token)));
  expectProblem(await create(token, "full", habit, "/api/habits/"), 403, "plan_limit_reached");
  const { json } = await send("DELETE", `/api/habits/${habits[0]?.id}/`, { token });
  expect(json.detail).toBe("The habit has been deleted.");
  await host.database.sql`update habits set deleted_at = deleted_at - interval '1 hour'`;
  expect((await create(token, "full", habit, "/api/habits/")).status).toBe(201);
});

test("after 24 hours a key is new", async () => {
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
  test("has up to 64 characters", async () => {
    const { token } = await host.createUser();
    expect((await create(token, "k".repeat(64), { text: "One" })).status).toBe(201);
    const { errors } = expectProblem(await create(token, "k".repeat(65), { text: "One" }), 400, "validation_failed");
    expect(errors).toEqual({ "Idempotency-Key": ["Enter at most 64 characters."] });
    expect(await countNotes(token)).toBe(1);
  });

  test("of any characters a header can carry is taken as it is", async () => {
    const { token } = await host.createUser();
    const keys = ["'; drop table notes; --", "ÿ\u00a0é", '{"a":1}', "%00"];
    for (const key of keys) for (let times = 0; times < 2; times++) await create(token, key, { text: key });
    expect(await countNotes(token)).toBe(keys.length);
  });

  test("means nothing to what creates nothing", async () => {
    const { token } = await host.createUser();
    const { id } = await host.createHabit(token);
    const path = `/api/habits/${id}/progress/2026-03-01/increment/`;
    for (let times = 1; times <= 2; times++) {
      expect((await create(token, "add", { by: 5 }, path)).json.value).toBe(times * 5);
    }
  });

  test("of a guest is refused like any guest's request", async () => {
    const answer = await send("POST", "/api/notes/", { body: { text: "x" }, headers: { "idempotency-key": "guest" } });
    expectProblem(answer, 401, "not_authenticated");
  });
});
