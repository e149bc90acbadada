import { createHash } from "node:crypto";
import { isDistributed } from "@daymark/db/testing";
import { afterAll, describe, expect, test } from "vitest";
import { createTestHost, expectProblem, habit } from "./testing.ts";

let isReachable = true;
const lost: (() => void)[] = [];
let laterMilliseconds = 0;
const connections = 10;
const host = await createTestHost({
  max: connections,
  now: () => Date.now() + laterMilliseconds,
  watch: { isReachable: () => isReachable, onLost: (listener) => lost.push(listener) },
});
afterAll(host.drop);
const { send } = host;

/** In the format of the web client: superjson, in a batch or alone. */
const json = (input: unknown) => ({ json: input });
const query = (input: unknown) => encodeURIComponent(JSON.stringify(json(input)));

describe("tRPC", () => {
  test("calls the same procedures", async () => {
    const { token } = await host.createUser();
    const created = await send("POST", "/trpc/habit.create", { token, body: json(habit) });
    expect(created).toMatchObject({ status: 200, json: { result: { data: { json: { title: "Run" } } } } });
    const listed = await send("GET", `/trpc/habit.list?input=${query({})}`, { token });
    expect(listed.json.result.data.json.results).toEqual([created.json.result.data.json]);
  });

  test("reports an error by code, with the wrong fields", async () => {
    const { token } = await host.createUser();
    const { status, json: answer } = await send("POST", "/trpc/note.create", { token, body: json({ text: " " }) });
    expect(status).toBe(400);
    expect(answer.error.json).toEqual({
      code: -32600,
      message: "validation_failed",
      data: {
        code: "validation_failed",
        status: 400,
        errors: { text: [{ code: "blank" }] },
        path: "note.create",
      },
    });
    const guest = await send("POST", "/trpc/note.create", { body: json({ text: "x" }) });
    expect(guest).toMatchObject({ status: 401, json: { error: { json: { data: { code: "not_authenticated" } } } } });
  });

  test("accepts at most ten calls in a batch", async () => {
    const { token } = await host.createUser();
    const batch = (count: number) => {
      const names = Array.from({ length: count }, () => "note.create").join(",");
      const body = Object.fromEntries(Array.from({ length: count }, (_, index) => [index, json({ text: "x" })]));
      return send("POST", `/trpc/${names}?batch=1`, { token, body });
    };
    const ten = await batch(10);
    expect(ten.json).toHaveLength(10);
    const { status, json: answer } = await batch(11);
    expect(status).toBe(400);
    expect(answer.error.json.data).toEqual({
      code: "validation_failed",
      status: 400,
      errors: { batch: [{ code: "too_many", values: { max: 10 } }] },
    });
    expect((await send("GET", "/api/notes/", { token })).json.results).toHaveLength(10);
    // Commas may also be encoded.
    expect(
      (await send("POST", `/trpc/${"note.list%2C".repeat(11)}note.list?batch=1`, { token, body: {} })).status,
    ).toBe(400);
  });

  test.each([
    ["GET", "/trpc/nothing.here", undefined, 404, "not_found"],
    ["POST", "/trpc/note.create", "{", 400, "invalid_json"],
    ["POST", "/trpc/note.create", `{"json":"${"x".repeat(100_000)}"}`, 413, "payload_too_large"],
  ])("%s %s is refused in tRPC's format", async (method, url, body, status, code) => {
    const { token } = await host.createUser();
    const answer = await send(method, url, { token, body });
    expect(answer.status).toBe(status);
    expect(answer.json.error.json.data).toMatchObject({ code, status });
  });

  test.each([
    [
      "a mutation sent by GET",
      "GET",
      "note.create?input=%7B%22json%22%3A%7B%22text%22%3A%22x%22%7D%7D",
      undefined,
      404,
      "not_found",
    ],
    ["a query sent by POST", "POST", "note.list", json({}), 404, "not_found"],
    ["another method", "PUT", "note.create", json({ text: "x" }), 404, "not_found"],
    ["a query with an unreadable parameter", "GET", "note.list?connectionParams=%7Bx", undefined, 400, "invalid_json"],
  ])(
    "%s gets our own error, changes nothing and is not logged as a failure",
    async (_, method, path, body, status, code) => {
      const { token } = await host.createUser();
      const answer = await send(method, `/trpc/${path}`, { token, body });
      expect(answer.status).toBe(status);
      const { error } = JSON.parse(answer.text);
      expect(error.json).toMatchObject({ message: code, data: { code, status } });
      expect((await send("GET", "/api/notes/", { token })).json.results).toEqual([]);
      expect(host.readLogs()).not.toMatch(/METHOD_NOT_SUPPORTED|PARSE_ERROR/);
    },
  );

  test("refuses every call with an unknown time zone", async () => {
    const { token } = await host.createUser();
    const answer = await send("GET", `/trpc/note.list?input=${query({})}`, {
      token,
      headers: { "x-timezone": "Mars/Olympus" },
    });
    expect(answer).toMatchObject({ status: 400, json: { error: { json: { data: { code: "invalid_timezone" } } } } });
  });
});

describe("while the database is down", () => {
  test("every call gets 503 with Retry-After, and the process is healthy but not ready", async () => {
    const { token } = await host.createUser();
    isReachable = false;
    try {
      const rest = await send("GET", "/api/habits/", { token, headers: { "accept-language": "uk" } });
      expect(expectProblem(rest, 503, "unavailable").detail).toMatch(/^Сервіс тимчасово недоступний/);
      expect(rest.headers["retry-after"]).toBe("2");
      const trpc = await send("GET", `/trpc/habit.list?input=${query({})}`, { token });
      expect(trpc).toMatchObject({ status: 503, headers: { "retry-after": "2" } });
      expect(trpc.json.error.json.data).toEqual({ code: "unavailable", status: 503, retry_after: 2 });
      expectProblem(await send("GET", "/readyz"), 503, "unavailable");
      expect(await send("GET", "/healthz")).toMatchObject({ status: 200, json: { status: "ok" } });
      expect((await send("GET", "/api/openapi.json")).status).toBe(200);
    } finally {
      isReachable = true;
    }
    expect(await send("GET", "/readyz")).toMatchObject({ status: 200, json: { status: "ready" } });
    expect((await send("GET", "/api/habits/", { token })).status).toBe(200);
  });

  test("a call that waits for it is answered when it is lost", async () => {
    const { token, id } = await host.createUser();
    // Like a database that hangs: the statement waits for a lock until the answer was sent.
    await host.database.sql.begin(async (sql) => {
      await sql`lock table notes in access exclusive mode`;
      const rest = send("GET", "/api/notes/", { token });
      const trpc = send("GET", `/trpc/note.list?input=${query({})}`, { token });
      const waiting = async () =>
        (
          await host.database
            .sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%notes%'`
        ).length;
      while ((await waiting()) < 2) await new Promise(setImmediate);
      for (const listener of lost) listener();
      expectProblem(await rest, 503, "unavailable");
      expect(await trpc).toMatchObject({ status: 503, json: { error: { json: { data: { code: "unavailable" } } } } });
    });
    expect(id).toBeGreaterThan(0);
    expect((await send("GET", "/api/notes/", { token })).status).toBe(200);
  });
});

test("a node whose connections are all taken for ten seconds is healthy but not ready, until one is given back", async () => {
  const { sql } = host.database.serving;
  const held = await Promise.all(Array.from({ length: connections }, () => sql.reserve()));
  try {
    expect((await send("GET", "/readyz")).status).toBe(200);
    laterMilliseconds = 10_000;
    expectProblem(await send("GET", "/readyz"), 503, "unavailable");
    expect((await send("GET", "/healthz")).status).toBe(200);
  } finally {
    for (const connection of held) connection.release();
  }
  await expect.poll(async () => (await send("GET", "/readyz")).status).toBe(200);
  laterMilliseconds = 0;
});

// A distributed table can have no trigger.
test.skipIf(isDistributed).each([
  ["shuts down", "57P01"],
  ["reports a deadlock", "40P01"],
  ["has a full disk", "53100"],
])("a database that %s during a call gets its own status over tRPC too", async (_, code) => {
  const { token } = await host.createUser();
  const { sql } = host.database;
  // The errors of PostgreSQL during a shutdown, or in a deadlock.
  await sql.unsafe(`create function go_away() returns trigger language plpgsql
    as $$ begin raise exception 'bye' using errcode = '${code}'; end $$`);
  await sql`create trigger go_away before insert on notes execute function go_away()`;
  try {
    const body = json({ text: "x" });
    const alone = await send("POST", "/trpc/note.create", { token, body });
    expect(alone).toMatchObject({ status: 503, headers: { "retry-after": "2" } });
    expect(alone.json.error.json.data).toMatchObject({ code: "unavailable", status: 503, retry_after: 2 });
    const twice = await send("POST", "/trpc/note.create,note.create?batch=1", { token, body: { 0: body, 1: body } });
    expect(twice).toMatchObject({ status: 503, headers: { "retry-after": "2" } });
    const mixed = await send("POST", "/trpc/note.create,auth.saveSettings?batch=1", { token, body: { 0: body } });
    expect(mixed).toMatchObject({ status: 207, headers: { "retry-after": "2" } });
  } finally {
    await sql`drop function go_away cascade`;
  }
});

test("an unexpected error gets internal_error: it is logged in full, and the response says nothing of it", async () => {
  const { token } = await host.createUser();
  await host.database.sql`alter table notes rename to notes_gone`;
  try {
    const rest = await send("GET", "/api/notes/", { token });
    expect(expectProblem(rest, 500, "internal_error").detail).toBe("Something went wrong! Try again.");
    const trpc = await send("GET", `/trpc/note.list?input=${query({})}`, { token });
    expect(trpc.status).toBe(500);
    expect(trpc.json.error.json).toEqual({
      code: -32603,
      message: "internal_error",
      data: { code: "internal_error", status: 500, path: "note.list" },
    });
    expect(rest.text + trpc.text).not.toMatch(/notes_gone|relation|select|postgres|\.ts/i);
  } finally {
    await host.database.sql`alter table notes_gone rename to notes`;
  }
  const lines = host
    .readLogs()
    .split("\n")
    .filter((line) => line.includes("note.list failed"));
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toContain('relation \\"notes\\" does not exist');
});

test("logs contain each request's route, and never its URL, headers or body", async () => {
  const { token } = await host.createUser();
  const secrets = ["Secret-1-in-path", "Secret-2-in-query", "Secret-3-in-body", "Secret-4-in-header"];
  await send("GET", `/api/${secrets[0]}/?x=${secrets[1]}`, { token });
  await send("PATCH", `/api/notes/${secrets[0]}/`, { token, body: { text: secrets[2] } });
  await send("POST", "/api/notes/", {
    token,
    body: `{"text":"${secrets[2]}"`,
    headers: { "user-agent": `${secrets[3]}` },
  });
  await send("GET", `/trpc/${secrets[0]}?input=${secrets[1]}`, { token: secrets[3] ?? "" });
  await send("GET", `/${secrets[0]}\r\nforged`, { token });
  const logged = host.readLogs();
  expect(logged).not.toMatch(/Secret-/);
  expect(logged).not.toContain(token.slice(0, 40));
  expect(logged).toContain('"route":"/api/notes/:id/"');
  for (const line of logged.trim().split("\n")) {
    expect(JSON.parse(line)).toMatchObject({
      level: expect.any(String),
      time: expect.any(String),
      message: expect.any(String),
    });
  }
});

test("a draining instance still serves, closes connections and is not ready", async () => {
  const other = await createTestHost();
  try {
    const { token } = await other.createUser();
    other.drain();
    const served = await other.send("GET", "/api/habits/", { token });
    expect(served).toMatchObject({ status: 200, headers: { connection: "close" } });
    expectProblem(await other.send("GET", "/readyz"), 503, "unavailable");
    expect((await other.send("GET", "/healthz")).status).toBe(200);
  } finally {
    await other.drop();
  }
});

describe("the client's address", () => {
  const addressesBehind = async (trustedProxies: string[], forwarded: string) => {
    const other = await createTestHost({ trustedProxies });
    await other.send("GET", "/healthz", { headers: { "x-forwarded-for": forwarded } });
    const logged = other.readLogs();
    await other.drop();
    return /"address":"([^"]*)"/.exec(logged)?.[1];
  };

  test.each([
    [[], "203.0.113.9", "127.0.0.1"],
    [["10.0.0.0/8"], "203.0.113.9", "127.0.0.1"],
    [["127.0.0.1"], "203.0.113.9", "203.0.113.9"],
    [["127.0.0.0/8"], "198.51.100.1, 203.0.113.9", "203.0.113.9"],
    [["127.0.0.1", "10.0.0.0/8"], "198.51.100.1, 203.0.113.9, 10.1.2.3", "203.0.113.9"],
    [["127.0.0.1"], "2001:db8::1", "2001:db8::1"],
    [["127.0.0.1"], "::ffff:203.0.113.9", "203.0.113.9"],
    [["127.0.0.1"], "::FFFF:203.0.113.9", "203.0.113.9"],
    [["127.0.0.1"], "0:0:0:0:0:ffff:cb00:7109", "203.0.113.9"],
    [["127.0.0.1"], "203.0.113.9:4000", "203.0.113.9"],
    [["127.0.0.1"], "[2001:db8::1]:4000", "2001:db8::1"],
    [["127.0.0.1"], "[2001:db8::1]", "2001:db8::1"],
    [["127.0.0.1"], "[::FFFF:203.0.113.9]:4000", "203.0.113.9"],
    [["127.0.0.1"], "198.51.100.1:4000, 203.0.113.9:4001", "203.0.113.9"],
    [["127.0.0.1", "10.0.0.0/8"], "198.51.100.1:4000, 203.0.113.9:4001, 10.1.2.3:4002", "203.0.113.9"],
    [["127.0.0.1", "2001:db8::/32"], "203.0.113.9, [2001:db8::1]:4000", "203.0.113.9"],
    [["127.0.0.1", "::ffff:10.0.0.0/104"], "203.0.113.9, ::FFFF:10.1.2.3", "203.0.113.9"],
    [["127.0.0.1"], "unknown", "127.0.0.1"],
    [["127.0.0.1"], "203.0.113.9, _hidden:4000", "127.0.0.1"],
    [["127.0.0.1"], "203.0.113.9:http", "127.0.0.1"],
    [["127.0.0.1"], "[203.0.113.9", "127.0.0.1"],
  ])("with trusted proxies %j, X-Forwarded-For %s means %s", async (trusted, forwarded, address) => {
    expect(await addressesBehind(trusted, forwarded)).toBe(address);
  });
});

test("over HTTPS browsers get an HSTS header", async () => {
  const other = await createTestHost({ isSecure: true });
  const { headers } = await other.send("GET", "/healthz");
  await other.drop();
  expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
});

test("the API description is the same each time, and gets 304 for a matching ETag", async () => {
  const first = await send("GET", "/api/openapi.json");
  expect([first.status, first.type]).toEqual([200, "application/json; charset=utf-8"]);
  expect(first.json.openapi).toBe("3.1.0");
  const etag = String(first.headers.etag);
  const again = await send("GET", "/api/openapi.json", { headers: { "if-none-match": etag } });
  expect([again.status, again.text]).toEqual([304, ""]);
  expect((await send("GET", "/api/openapi.json/")).text).toBe(first.text);
});

describe("the API documentation page", () => {
  test("runs in its own origin, without eval and only with our inline scripts", async () => {
    const { headers, text } = await send("GET", "/api/docs");
    const policy = new Map(
      String(headers["content-security-policy"])
        .split("; ")
        .map((directive) => [directive.split(" ", 1)[0], directive.split(" ").slice(1)]),
    );
    expect(policy.get("sandbox")).toEqual(["allow-scripts", "allow-popups", "allow-popups-to-escape-sandbox"]);
    const inline = Array.from(text.matchAll(/<script>([\s\S]*?)<\/script>/g), ([, source = ""]) => source);
    expect(policy.get("script-src")).toEqual([
      "'self'",
      ...inline.map((source) => `'sha256-${createHash("sha256").update(source).digest("base64")}'`),
    ]);
    // The script and the document are public. The page may read no other answer.
    const script = await send("GET", "/api/docs/js/scalar.js");
    expect(script.headers["cross-origin-resource-policy"]).toBe("cross-origin");
    expect((await send("GET", "/api/openapi.json")).headers["access-control-allow-origin"]).toBe("*");
    for (const path of ["/api/blogs/", "/healthz", "/api/docs", "/api/docs/js/scalar.js"]) {
      expect((await send("GET", path)).headers, path).not.toHaveProperty("access-control-allow-origin");
    }
  });

  test("is served locally, with a policy that allows no other host", async () => {
    for (const path of ["/api/docs", "/api/docs/"]) {
      const { status, type, text, headers } = await send("GET", path);
      expect(status).toBe(200);
      expect(type).toBe("text/html; charset=utf-8");
      expect(text).toContain("/api/openapi.json");
      expect(text).toContain('src="/api/docs/js/scalar.js"');
      expect(text).not.toMatch(/(src|href)="?(https?:)?\/\//);
      expect(headers["content-security-policy"]).toMatch(/connect-src 'self'/);
      expect(headers["content-security-policy"]).not.toMatch(/https?:|\*/);
    }
    const script = await send("GET", "/api/docs/js/scalar.js");
    expect(script.type).toBe("text/javascript; charset=utf-8");
    expect(script.text.length).toBeGreaterThan(1_000_000);
  });
});
