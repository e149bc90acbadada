import { appRouter } from "@daymark/api/router";
import { noteLengthMax } from "@daymark/domain/note";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { listOperations, type Operation, proceduresOf } from "./operation.ts";
import { createTestHost, type Received } from "./testing.ts";
import { inputOf } from "./testing-arbitrary.ts";
import { createOwner, type Owner, password } from "./testing-calls.ts";

/** The same run every time; another number is another run. */
const seed = 20_261_121;
const runsOfOperation = 24;

const host = await createTestHost();
afterAll(host.drop);
const operations = listOperations(proceduresOf(appRouter));

/** Words that nobody else may ever be shown. */
const secret = "the-victims-own-words";
const victim = await createVictim();

async function createVictim(): Promise<Owner> {
  const owner = await createOwner(host);
  const { token } = owner;
  await host.send("PATCH", `/api/habits/${owner.habitId}/`, { token, body: { title: secret, description: secret } });
  await host.send("PATCH", `/api/notes/${owner.noteId}/`, { token, body: { text: secret.slice(0, noteLengthMax) } });
  return owner;
}

/** All rows of somebody's in every table that tells of a user. */
async function rowsOf(userId: number): Promise<string> {
  const { sql } = host.database;
  const columns = await sql<{ table_name: string }[]>`
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'user_id' order by 1`;
  const tables = await Promise.all(
    columns.map(({ table_name }) => sql`select * from ${sql(table_name)} where user_id = ${userId} order by 1, 2`),
  );
  return JSON.stringify([await sql`select * from users where id = ${userId}`, tables]);
}

/** Operations of which a call was served: a run that is refused everywhere has tried nothing. */
const served = new Set<string>();

const before = await rowsOf(victim.id);
let attacker = await createOwner(host);

/** The call before may have ended the session, or the account. */
async function attackersToken(): Promise<string> {
  if (typeof (await host.sessions.authenticate(attacker.token)) === "string") attacker = await createOwner(host);
  return attacker.token;
}

/** Something of the attacker's, whoever that is when it is sent. */
class Own {
  readonly member: keyof Owner;
  constructor(member: keyof Owner) {
    this.member = member;
  }
}

function resolveOwn(value: unknown): unknown {
  if (value instanceof Own) return attacker[value.member];
  return Array.isArray(value) ? value.map(resolveOwn) : value;
}

const habitId = new Own("habitId");

/** What an attacker knows or guesses: their own things and those of somebody else. */
const known = {
  id: [
    ...(["habitId", "habitId", "habitId", "noteId", "apiKeyId", "sessionId", "passkeyId"] as const).map(
      (name) => new Own(name),
    ),
    ...[victim.habitId, victim.noteId, victim.apiKeyId, victim.sessionId, victim.passkeyId],
  ],
  ids: [[habitId], [victim.habitId], [habitId, victim.habitId]],
  day: ["2026-03-01", "2026-03-02", "2100-12-31", "2101-01-01"],
  from: ["2026-03-01"],
  to: ["2026-03-31", "2027-03-31"],
  password: [password, "Wrong-Horse-7"],
  password_confirmation: [password],
  new_password: ["Other-Horse-8"],
  new_password_confirmation: ["Other-Horse-8"],
  code: ["123456"],
  expires_at: [null, "2100-01-01T00:00:00Z"],
  username: ["somebody_new", "somebody_else", new Own("username")],
  email: ["somebody.new@example.com", "nobody@example.com"],
  refresh: [new Own("refresh")],
  name: ["Script"],
  value: [1, 5],
  by: [1, -1],
  title: ["Run"],
  type: ["good", "bad"],
  target: [10],
  hue: [0, 45, 359],
  unit: ["minutes", "liters"],
  agreement: [true],
  provider: ["google", "facebook"],
  scopes: [["read"], ["write"]],
};

async function sendRest(operation: Operation, input: Record<string, unknown>, token: string): Promise<Received> {
  const members = { ...input };
  const take = (name: string) => {
    const value = members[name];
    delete members[name];
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    return encodeURIComponent(text.toWellFormed());
  };
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => take(name));
  const isQuery = operation.method === "GET";
  const query = isQuery ? Object.keys(members).map((name) => `${encodeURIComponent(name)}=${take(name)}`) : [];
  const url = `/api${path}${query.length > 0 ? `?${query.join("&")}` : ""}`;
  return host.send(operation.method, url, { token, ...(!isQuery && { body: members }) });
}

async function sendTrpc({ name, method }: Operation, input: object, token: string): Promise<Received> {
  if (method !== "GET") return host.send("POST", `/trpc/${name}`, { token, body: { json: input } });
  const text = encodeURIComponent(JSON.stringify({ json: input }));
  return host.send("GET", `/trpc/${name}?input=${text}`, { token });
}

/** Of libraries, the database and the source: none of ours says them. */
const innerWords =
  /zod|drizzle|postgres|superjson|trpcerror|node_modules|\.ts:\d|\bat async\b|invalid input|expected \w+, received|select "|insert into|violates|syntax error|econn/i;
const secrets = [secret, victim.email, "password_hash", "$argon2", "token_hash", "key_hash", victim.readKey];

function expectHarmless({ status, text }: Received, sent: string): void {
  expect(status, `${sent} -> ${text}`).toBeLessThan(500);
  // A token may hold any letters.
  if (status >= 400) expect(text, sent).not.toMatch(innerWords);
  for (const word of secrets) expect(text, sent).not.toContain(word);
}

describe.each(operations.map((operation) => [operation.name, operation] as const))("%s", (_, operation) => {
  test("whatever is made from its schema is answered in our own words, over both transports", async () => {
    await fc.assert(
      fc.asyncProperty(inputOf(operation.input, known), async (made) => {
        await attackersToken();
        const input = Object.fromEntries(Object.entries(made).map(([name, value]) => [name, resolveOwn(value)]));
        const sent = `${operation.name} ${JSON.stringify(input)?.slice(0, 500)}`;
        const rest = await sendRest(operation, input, await attackersToken());
        expectHarmless(rest, `REST ${sent}`);
        if (rest.status < 300) served.add(operation.name);
        if (rest.status >= 400) {
          expect(rest.type, sent).toBe("application/problem+json; charset=utf-8");
          const { errors: __, values: ___, challenge: ____, ...told } = rest.json;
          expect(Object.keys(told).sort(), sent).toEqual(["code", "detail", "status", "title", "type"]);
        }
        const trpc = await sendTrpc(operation, input, await attackersToken());
        expectHarmless(trpc, `tRPC ${sent}`);
        if (trpc.status >= 400) expect(trpc.json.error.json.message, sent).toBe(trpc.json.error.json.data.code);
      }),
      { seed, numRuns: runsOfOperation },
    );
  });
});

test("after all of it the other person's things are as they were, and nobody has more rights", async () => {
  expect(await rowsOf(victim.id)).toBe(before);
  const { sql } = host.database;
  expect(await sql`select 1 from users where is_staff or plan <> 'free'`).toHaveLength(0);
  expect(served.size).toBeGreaterThan(operations.length / 2);
  expect(host.readLogs()).not.toMatch(/"level":"(error|fatal)"/);
});
