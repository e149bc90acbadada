import { appRouter } from "@daymark/api/router";
import { afterAll, describe, expect, test } from "vitest";
import { inputMembers, listOperations, type Operation, proceduresOf } from "../openapi/operation.ts";
import { createTestHost, habit } from "../testing.ts";

// Inputs of users, fuzzers and the Big List of Naughty Strings. None of them may cause an error of ours.
const texts = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udfff\ud800",
  "\ufeff",
  "\u202eevil",
  "Z̸̡̛̗͚̖̪͙̲͍̎̄̀͜a̵̛̯͐l̵̩͎̈́g̴̛̹̳ó̶̡",
  "👩‍👩‍👧‍👦",
  "ﷺ".repeat(50),
  "ı İ ß ǆ ﬀ",
  "null",
  "undefined",
  "NaN",
  "-0",
  "1e309",
  "0x10",
  "2147483648",
  "9223372036854775808",
  "99999999999999999999999999",
  "1.5",
  "' or 1=1 --",
  "'; drop table users; --",
  '"><script>alert(1)</script>',
  "#{7*7} {{7*7}} %s %n %x",
  "../../../etc/passwd",
  "\r\nSet-Cookie: a=b",
  "\\",
  "%",
  "_",
  "%00",
  "constructor",
  "__proto__",
  "toString",
  "x".repeat(20_000),
];
const values: unknown[] = [
  ...texts,
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e-7,
  2 ** 31,
  2 ** 53,
  1e308,
  [],
  [null],
  [[]],
  ["a", "a"],
  Array.from({ length: 2000 }, (_, index) => index),
  {},
  { a: 1 },
  { __proto__: null, toString: 1, constructor: { prototype: { is_staff: true } } },
];

const host = await createTestHost();
afterAll(host.drop);
const operations = listOperations(proceduresOf(appRouter));

/** Creates a logged-in user with a habit. */
async function begin() {
  const user = await host.createUser({ plan: "paid" });
  return { ...user, habitId: (await host.createHabit(user.token)).id };
}

type Person = Awaited<ReturnType<typeof begin>>;

const goodFor = ({ habitId, refresh }: Person): Record<string, unknown> => ({
  ...habit,
  id: habitId,
  day: "2026-03-01",
  from: "2026-03-01",
  to: "2026-03-31",
  value: 5,
  by: 1,
  text: "Note",
  ids: [habitId],
  username: "someone_new",
  email: "someone@example.com",
  password: "Correct-Horse-7",
  password_confirmation: "Correct-Horse-7",
  agreement: true,
  refresh,
  token: "abc",
});

/** A valid request except for one member. */
function request(operation: Operation, person: Person, spoilt: string, value: unknown) {
  const good = goodFor(person);
  const members = Object.fromEntries(
    [...inputMembers(operation.input).keys()].filter((name) => name in good).map((name) => [name, good[name]]),
  );
  members[spoilt] = value;
  const take = (name: string) => {
    const value = members[name];
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    delete members[name];
    // A lone surrogate cannot be encoded in a URL.
    return encodeURIComponent(text.toWellFormed());
  };
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => take(name));
  if (operation.method !== "GET") return { url: `/api${path}`, body: JSON.stringify(members) };
  const query = Object.keys(members).map((name) => `${encodeURIComponent(name)}=${take(name)}`);
  return { url: `/api${path}?${query.join("&")}`, body: undefined };
}

describe.each(operations.map((operation) => [operation.name, operation] as const))("%s", (name, operation) => {
  test("never fails on any value of a member or on an unknown member", async () => {
    const members = [...inputMembers(operation.input).keys(), "surprise", "__proto__", "constructor", "toString"];
    let person = await begin();
    let count = 0;
    for (const member of members) {
      const isKnown = inputMembers(operation.input).has(member);
      for (const value of isKnown ? values : ["x", null, { a: 1 }]) {
        const { token } = person;
        const { url, body } = request(operation, person, member, value);
        const answer = await host.send(operation.method, url, { token, ...(body && { body }) });
        const sent = `${operation.method} ${url.slice(0, 200)} ${body?.slice(0, 200)}`;
        expect(answer.status, `${sent} -> ${answer.text}`).toBeLessThan(500);
        if (answer.status >= 400) expect(answer.type, sent).toBe("application/problem+json; charset=utf-8");
        // A served call may have ended the session or deleted the account, and so may a refused use of an old token.
        const mayHaveEnded = answer.status < 400 || answer.status === 401;
        if (mayHaveEnded && typeof (await host.sessions.authenticate(token)) === "string") person = await begin();
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(10);
    expect(host.readLogs()).not.toContain(`"${name} failed"`);
  });
});

test.each([
  ["a deeply nested list", "[".repeat(40_000) + "]".repeat(40_000)],
  ["a deeply nested object", `${'{"a":'.repeat(15_000)}1${"}".repeat(15_000)}`],
  ["a deeply nested member", `{"text":${"[".repeat(40_000)}${"]".repeat(40_000)}}`],
  ["__proto__", '{"__proto__":{"is_staff":true},"text":"x"}'],
  ["constructor.prototype", '{"constructor":{"prototype":{"is_staff":true}},"text":"x"}'],
  ["a repeated member", '{"text":"x","text":{"a":1}}'],
  ["a huge number", '{"text":1e400,"pinned":1e400}'],
  ["many members", JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`m${index}`, 1])))],
])("%s in a body is refused and changes nothing", async (_, body) => {
  const { token } = await begin();
  for (const headers of [undefined, { "idempotency-key": `deep ${body.length}` }]) {
    const answer = await host.send("POST", "/api/notes/", { token, body, ...(headers && { headers }) });
    expect(answer.status, answer.text.slice(0, 200)).toBe(400);
    expect(answer.json.code).toBe("validation_failed");
  }
  const overTrpc = await host.send("POST", "/trpc/note.create", { token, body: `{"json":${body}}` });
  expect(overTrpc.status).toBe(400);
  expect(({} as { is_staff?: boolean }).is_staff).toBeUndefined();
});

test("no header value makes a request fail", async () => {
  const { token } = await begin();
  const headers = [
    "authorization",
    "x-timezone",
    "accept-language",
    "idempotency-key",
    "user-agent",
    "x-theme",
    "x-forwarded-for",
  ];
  for (const header of headers) {
    for (const value of texts) {
      const sendable = Buffer.from(value.slice(0, 4000))
        .toString("latin1")
        .replaceAll("\u0000", "")
        .replace(/[\r\n]/g, "");
      const answer = await host.send("POST", "/api/notes/", {
        token,
        body: { text: "x" },
        headers: { [header]: sendable },
      });
      expect(answer.status, `${header}: ${sendable.slice(0, 100)} -> ${answer.text}`).toBeLessThan(500);
    }
  }
});
