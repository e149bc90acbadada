import { once } from "node:events";
import { IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { queryObjects } from "node:v8";
import superjson from "superjson";
import { afterAll, describe, expect, test, vi } from "vitest";
import { createTestHost, habit } from "../testing.ts";
import { sendRaw } from "../testing-raw.ts";

const host = await createTestHost();
await host.app.listen({ host: "127.0.0.1", port: 0 });
afterAll(host.drop);
const { send } = host;

const encode = (input: unknown) => encodeURIComponent(JSON.stringify(input));

/** The lines of the http log that a call adds. */
async function linesOf(call: () => Promise<unknown>): Promise<{ route: string; path?: string; message: string }[]> {
  const before = host.readLogs().split("\n").length;
  await call();
  const added = host
    .readLogs()
    .split("\n")
    .slice(before - 1, -1);
  return added.map((line) => JSON.parse(line));
}

describe("an input over tRPC is plain JSON", () => {
  const revived: [string, unknown][] = [
    ["a typed array of thirty million", { json: 30_000_000, meta: { values: [["typed-array", "Uint8Array"]] } }],
    ["an array of doubles", { json: [1e8], meta: { values: [["typed-array", "Float64Array"]] } }],
    ["a set", { json: ["a", "b"], meta: { values: ["set"] } }],
    ["a date", { json: { text: "2026-01-01T00:00:00Z" }, meta: { values: { text: ["Date"] } } }],
    ["a regular expression", { json: { text: "/(a+)+$/" }, meta: { values: { text: ["regexp"] } } }],
    ["an empty meta", { json: { text: "x" }, meta: {} }],
    ["a meta of null", { json: { text: "x" }, meta: null }],
  ];

  test.each(revived)("%s is refused for its superjson meta", async (_, input) => {
    const { token } = await host.createUser();
    const answers = [
      await send("POST", "/trpc/note.create", { token, body: input as object }),
      await send("POST", "/trpc/auth.login", { body: input as object }),
      await send("GET", `/trpc/note.list?input=${encode(input)}`, { token }),
    ];
    for (const answer of answers) {
      expect(answer.status, answer.text).toBe(400);
      expect(answer.json.error.json.data).toMatchObject({
        code: "validation_failed",
        errors: { meta: [{ code: "unknown_field" }] },
      });
    }
    const batch = await send("POST", "/trpc/note.create?batch=1", { token, body: { 0: input } });
    expect(batch.json).toMatchObject([{ error: { json: { data: { code: "validation_failed" } } } }]);
    expect((await send("GET", "/api/notes/", { token })).json.results).toEqual([]);
  });

  test.each(["30000000", "null", '"text"'])("%s is not a valid envelope", async (body) => {
    const { token } = await host.createUser();
    const answer = await send("POST", "/trpc/note.create", { token, body });
    expect(answer).toMatchObject({ status: 400, json: { error: { json: { message: "invalid_json" } } } });
  });

  test("a client with superjson as its transformer can write and read", async () => {
    const { token } = await host.createUser();
    const created = await send("POST", "/trpc/habit.create", { token, body: superjson.serialize(habit) });
    expect(superjson.deserialize(created.json.result.data)).toMatchObject({ title: habit.title });
  });
});

describe("a path is decoded once", () => {
  test.each([
    "/trpc/note%252Elist",
    "/trpc/export%252Eget",
    "/trpc/note.list%252Cnote.list?batch=1",
    "/trpc/note.list%25",
    "/%74rpc/note%252Elist",
  ])("%s gets 404", async (url) => {
    const { token } = await host.createUser();
    const answer = await send("GET", url, { token });
    expect(answer.status, answer.text).toBe(404);
    expect(answer.json.error.json.data.code).toBe("not_found");
  });

  test.each([
    "/api/unsubscribe/%252e%252e",
    "/api/habits/%2531/",
    "/%61pi/habits/%2531/",
    "/api/blogs/100%25/",
    "/api/logs/mail/%252e%252e%252fetc%252fpasswd/",
  ])("the REST path %s gets 404", async (url) => {
    const { token } = await host.createUser({ is_staff: true });
    const answer = await send("GET", url, { token });
    expect(answer, answer.text).toMatchObject({ status: 404, json: { code: "not_found" } });
  });

  test("a name encoded once is found, and encoding does not bypass a blocked procedure", async () => {
    const { token } = await host.createUser();
    const input = `?input=${encode({ json: {} })}`;
    expect((await send("GET", `/trpc/note%2Elist${input}`, { token })).status).toBe(200);
    expect((await send("GET", `/%74rpc/note%2Elist${input}`, { token })).status).toBe(200);
    for (const name of ["export.get", "export%2Eget", "note.list,export%2Eget", "note.list%2Cexport.get"]) {
      expect((await send("GET", `/trpc/${name}?batch=1`, { token })).status, name).toBe(404);
    }
  });

  test("the calls of a batch are counted by the decoded names", async () => {
    const { token } = await host.createUser();
    for (const comma of [",", "%2C", "%2c"]) {
      const names = (count: number) => Array.from({ length: count }, () => "note.list").join(comma);
      expect((await send("GET", `/trpc/${names(10)}?batch=1`, { token })).json, comma).toHaveLength(10);
      const eleven = await send("GET", `/trpc/${names(11)}?batch=1`, { token });
      expect(eleven, comma).toMatchObject({ status: 400, json: { error: { json: { message: "validation_failed" } } } });
    }
  });
});

describe("the log contains", () => {
  test("the procedures of a batch, in any encoding of their names", async () => {
    const [line] = await linesOf(() => send("GET", "/trpc/note%2Elist%2Chabit.list?batch=1"));
    expect(line).toMatchObject({ route: "/trpc/note.list,habit.list" });
  });

  test("the path of an unrouted request, without query, secrets and control characters", async () => {
    const secrets = ["c2VjcmV0LXRva2VuLTEyMzQ1", "Horse-7x"].join("/");
    const [line] = await linesOf(() => send("GET", `/api/nothing/2026-11-23/%1b%5b2J/${secrets}/?code=123456`));
    expect(line).toMatchObject({
      path: "/api/nothing/2026-11-23/%1b%5b2J/[hidden]/[hidden]/",
      message: "GET /api/nothing/2026-11-23/%1b%5b2J/[hidden]/[hidden]/ 404",
    });
    const [unknown] = await linesOf(() => send("POST", "/trpc/nothing.here", { body: {} }));
    expect(unknown).toMatchObject({ route: "/trpc/:path", path: "/trpc/nothing.here" });
    const [twice] = await linesOf(() => send("GET", `/trpc/${"auth%252Elogin%252C".repeat(20)}`));
    expect(twice?.path).toMatch(/^\/trpc\/auth%/);
    expect(twice?.path?.length).toBeLessThanOrEqual(201);
  });

  test("a path that cannot be decoded", async () => {
    const [line] = await linesOf(() => send("GET", "/api/%zz/%"));
    expect(line?.message).toBe("GET /api/%zz/% 404");
  });
});

describe("a client that disconnects before its response", () => {
  /** Sends the beginning of a log-in and leaves. */
  async function leave(): Promise<void> {
    const arrived = once(host.app.server, "request");
    const socket = connect((host.app.server.address() as AddressInfo).port, "127.0.0.1");
    socket.write("POST /api/auth/token/ HTTP/1.1\r\nhost: localhost\r\n");
    socket.write('content-type: application/json\r\ncontent-length: 90000\r\n\r\n{"username":');
    const [request] = await arrived;
    const closed = once(request, "close").catch(() => {});
    socket.destroy();
    await closed;
  }

  test("leaves no request in memory", async () => {
    await leave();
    const before = queryObjects(IncomingMessage, { format: "count" });
    for (let count = 0; count < 30; count++) await leave();
    // Other connections may end meanwhile, but only few.
    expect(queryObjects(IncomingMessage, { format: "count" })).toBeLessThan(before + 10);
  });

  test("is logged with status 499", async () => {
    const count = () => host.readLogs().split('"status":499').length;
    const before = count();
    const [line] = await linesOf(async () => {
      await leave();
      await vi.waitUntil(() => count() > before);
    });
    expect(line).toMatchObject({ method: "POST", route: "/api/auth/token/", status: 499 });
  });
});

describe("a refused path reaches no procedure, even if its client has just left", () => {
  /** Sends a request, and closes its connection right after the server has begun to handle it. */
  async function sendAndLeave(path: string): Promise<void> {
    const closed = new Promise((resolve) => {
      host.app.server.prependOnceListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
        response.once("close", resolve);
        process.nextTick(() => socket.destroy());
      });
    });
    const client = connect((host.app.server.address() as AddressInfo).port, "127.0.0.1");
    client.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${"x".repeat(40)}\r\n\r\n`);
    await closed;
  }

  test.each([
    ["a file over tRPC", "/trpc/export.get"],
    ["a procedure over tRPC that is encoded twice", "/trpc/note%252Elist"],
    ["a batch of eleven calls", `/trpc/${Array.from({ length: 11 }, () => "note.list").join(",")}?batch=1`],
    ["a REST path that is encoded twice", "/api/habits/%2531/"],
  ])("%s", async (_, path) => {
    const authenticate = vi.spyOn(host.sessions, "authenticate");
    await sendAndLeave("/api/notes/");
    await vi.waitUntil(() => authenticate.mock.calls.length > 0);
    authenticate.mockClear();
    const lines = await linesOf(async () => {
      await sendAndLeave(path);
      // The server would authenticate the refused request before this one.
      await send("GET", "/api/notes/", { token: "y".repeat(40) });
    });
    expect(authenticate.mock.calls.map(([token]) => token)).toEqual(["y".repeat(40)]);
    expect(lines.map(({ message }) => message)).not.toContainEqual(expect.stringContaining("failed"));
    authenticate.mockRestore();
  });
});

describe("a response has one framing", () => {
  test.each(["trpc-accept: application/jsonl", "accept: application/jsonl", "accept: text/html, application/jsonl"])(
    "a batch that requests streaming by %s is sent whole",
    async (header) => {
      const answer = await sendRaw(
        host.app,
        `GET /trpc/captcha.get,captcha.get?batch=1 HTTP/1.1\r\nhost: localhost\r\n${header}\r\nconnection: close\r\n\r\n`,
      );
      const { head, body } = answer;
      expect(head).toMatch(/content-length: \d+/i);
      expect(head).not.toMatch(/transfer-encoding/i);
      expect(JSON.parse(body)).toHaveLength(2);
    },
  );

  test("a single call that requests streaming gets its response", async () => {
    const { token } = await host.createUser();
    const answer = await send("GET", `/trpc/note.list?input=${encode({ json: {} })}`, {
      token,
      headers: { "trpc-accept": "application/jsonl" },
    });
    expect(answer).toMatchObject({ status: 200, json: { result: { data: { json: { results: [] } } } } });
  });
});

function chunkedPost(coding: string): string {
  return `POST /api/auth/token/ HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: ${coding}\r\n`;
}

test.each([
  ["HTTP/1.1 without a Host", "GET /healthz HTTP/1.1\r\n", 400],
  ["a second Host", "GET /healthz HTTP/1.1\r\nhost: localhost\r\nhost: other.example\r\n", 400],
  ["a second Host in HTTP/1.0", "GET /healthz HTTP/1.0\r\nhost: localhost\r\nhost: localhost\r\n", 400],
  ["HTTP/2.0 without its preface", "GET /healthz HTTP/2.0\r\nhost: localhost\r\n", 505],
  ["a body that is also compressed", `${chunkedPost("gzip, chunked")}\r\n0\r\n`, 501],
  ["an unknown expectation", "GET /healthz HTTP/1.1\r\nhost: localhost\r\nexpect: x\r\n", 417],
])("%s is refused, and the connection is closed", async (_, head, status) => {
  const answer = await sendRaw(host.app, `${head}\r\n`);
  expect(answer.status).toBe(status);
  expect(answer.head).toMatch(/^connection: close$/im);
  expect(JSON.parse(answer.body)).toMatchObject({ status, code: "bad_request" });
});

test.each([
  ["HTTP/1.0 without a Host", "GET /healthz HTTP/1.0\r\n"],
  [
    "a chunked body",
    `${chunkedPost("Chunked").replace("POST /api/auth/token/", "GET /healthz")}connection: close\r\n\r\n0\r\n`,
  ],
  ["Expect: 100-continue", "GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\nconnection: close\r\n"],
])("%s is served", async (_, head) => {
  const answer = await sendRaw(host.app, `${head}\r\n`);
  expect(answer.head + answer.body).toContain("HTTP/1.1 200 OK");
});
