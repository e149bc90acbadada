import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import { createTestHost, expectProblem, habit } from "../testing.ts";
import { sendRaw } from "../testing-raw.ts";

const host = await createTestHost();
afterAll(host.drop);
const { send } = host;
const { token } = await host.createUser();

test("responses are not cached and load nothing", async () => {
  for (const path of ["/api/habits/", "/api/nothing/", "/api/habits/%E0%A4%A/", "/trpc/habit.list", "/trpc/%"]) {
    const { headers } = await send("GET", path, { token });
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
    });
    expect(headers).not.toHaveProperty("strict-transport-security");
    expect(headers).not.toHaveProperty("x-powered-by");
  }
});

test.each([
  ["uk", "Облікові дані не надано."],
  ["uk-UA, en;q=0.8", "Облікові дані не надано."],
  ["en;q=0.5, uk", "Облікові дані не надано."],
  ["en, uk", "No credentials provided."],
  ["de, uk;q=0.5", "No credentials provided."],
  ["*", "No credentials provided."],
  ["", "No credentials provided."],
  [";;;q=,,,", "No credentials provided."],
])("Accept-Language %j selects the language of messages", async (language, sentence) => {
  const answer = await send("GET", "/api/habits/", { headers: { "accept-language": language } });
  expect(expectProblem(answer, 401, "not_authenticated").detail).toBe(sentence);
});

test.each(["Basic dXNlcjpwYXNz", "Bearer", "Bearer ", "Bearer a b", "Token abc", "bearer\tx", "Bearer ключ", "null"])(
  "Authorization %j is refused as malformed",
  async (authorization) => {
    const headers = { authorization: Buffer.from(authorization).toString("latin1") };
    expectProblem(await send("GET", "/api/habits/", { headers }), 401, "not_authenticated");
  },
);

test("the scheme is case-insensitive, and an invalid token gets its own error", async () => {
  expect((await send("GET", "/api/habits/", { headers: { authorization: `bearer ${token}` } })).status).toBe(200);
  expectProblem(await send("GET", "/api/habits/", { token: "abc" }), 401, "token_invalid");
  expectProblem(await send("GET", "/api/habits/", { token: `${token}x` }), 401, "token_invalid");
});

test("a token with padding or in another encoding is refused", async () => {
  const signature = token.split(".")[2] ?? "";
  const sameBytes = signature.slice(0, -1) + String.fromCharCode(signature.charCodeAt(signature.length - 1) + 1);
  expect(Buffer.from(sameBytes, "base64url")).toEqual(Buffer.from(signature, "base64url"));
  for (const other of [`${token}=`, `${token}==`, token.replace(signature, sameBytes)]) {
    expectProblem(await send("GET", "/api/habits/", { token: other }), 401, "token_invalid");
  }
});

test("a token is refused as soon as its session has ended", async () => {
  const { token, id } = await host.createUser();
  expect((await send("GET", "/api/habits/", { token })).status).toBe(200);
  await host.sessions.endAll(host.database.db, id, { keep: null });
  expectProblem(await send("GET", "/api/habits/", { token }), 401, "session_terminated");
});

test.each(["Mars/Olympus", "+02:00", "Europe/Kyiv; drop table", "x".repeat(9000)])(
  "X-Timezone %s is refused",
  async (timezone) => {
    const headers = { "x-timezone": timezone };
    expectProblem(await send("GET", "/api/habits/", { token, headers }), 400, "invalid_timezone");
  },
);

test("X-Timezone decides the user's current day", async () => {
  const { token } = await host.createUser();
  const days = new Set<string>();
  for (const timezone of ["Pacific/Kiritimati", "Pacific/Niue"]) {
    const { json } = await send("POST", "/api/habits/", { token, body: habit, headers: { "x-timezone": timezone } });
    days.add(json.first_day);
  }
  expect(days.size).toBe(2);
});

test.each([
  ["a request that is not HTTP", "GARBAGE\r\n\r\n", "400 Bad Request"],
  [
    "headers of more than 8 KiB",
    `GET /api/notes/ HTTP/1.1\r\nhost: x\r\nx: ${"a".repeat(8_192)}\r\n\r\n`,
    "431 Request Header Fields Too Large",
  ],
  [
    "more than a hundred headers",
    `GET /api/notes/ HTTP/1.1\r\nhost: x\r\n${"x: a\r\n".repeat(100)}\r\n`,
    "431 Request Header Fields Too Large",
  ],
  [
    "an endless number of headers",
    `GET /api/notes/ HTTP/1.1\r\nhost: x\r\n${"x: a\r\n".repeat(200)}`,
    "431 Request Header Fields Too Large",
  ],
])("%s gets its status without a message of the parser", async (_, sent, status) => {
  const { app, drop } = await createTestHost();
  try {
    await app.listen({ port: 0, host: "127.0.0.1" });
    const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
    socket.write(sent);
    expect(await text(socket)).toBe(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  } finally {
    await drop();
  }
});

test("a hundred headers of 8 kB together are accepted", async () => {
  const { app, drop } = await createTestHost();
  try {
    await app.listen({ port: 0, host: "127.0.0.1" });
    const headers = Array.from({ length: 98 }, (_, index) => `x-${index}: ${"a".repeat(70)}\r\n`).join("");
    const request = `GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${headers}\r\n`;
    expect((await sendRaw(app, request)).status).toBe(200);
  } finally {
    await drop();
  }
});

test("a HEAD request gets an empty body", async () => {
  const { status, text } = await send("HEAD", "/api/habits/", { token });
  expect({ status, text }).toEqual({ status: 200, text: "" });
});

const origin = "https://app.example.org";
const preflight = {
  origin,
  "access-control-request-method": "PUT",
  "access-control-request-headers": "authorization,content-type,x-timezone",
};

describe("with an origin in CORS_ORIGINS", async () => {
  const host = await createTestHost({ corsOrigins: [origin] });
  afterAll(host.drop);

  test("a preflight from it is allowed, without credentials", async () => {
    const { status, headers, text } = await host.send("OPTIONS", "/api/habits/", { headers: preflight });
    expect({ status, text }).toEqual({ status: 204, text: "" });
    expect(headers).toMatchObject({
      "access-control-allow-origin": origin,
      "access-control-allow-methods": expect.stringContaining("PUT"),
      "access-control-allow-headers": "authorization,content-type,x-timezone",
      vary: expect.stringMatching(/origin/i),
    });
    expect(headers).not.toHaveProperty("access-control-allow-credentials");
  });

  test("its scripts can read answers and errors", async () => {
    const { token } = await host.createUser();
    const answer = await host.send("GET", "/api/habits/", { token, headers: { origin } });
    expect(answer.status).toBe(200);
    expect(answer.headers["access-control-allow-origin"]).toBe(origin);
    const refused = await host.send("GET", "/api/habits/", { headers: { origin } });
    expectProblem(refused, 401, "not_authenticated");
    expect(refused.headers["access-control-allow-origin"]).toBe(origin);
  });

  test("scripts of another origin can read nothing", async () => {
    const headers = { ...preflight, origin: "https://other.example.org" };
    const asked = await host.send("OPTIONS", "/api/habits/", { headers });
    expect(asked.headers).not.toHaveProperty("access-control-allow-origin");
    const answer = await host.send("GET", "/api/habits/", { headers });
    expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
  });

  test("tRPC and pages stay closed to it", async () => {
    for (const path of ["/trpc/habit.list", "/healthz"]) {
      const { headers } = await host.send("GET", path, { headers: { origin } });
      expect(headers).not.toHaveProperty("access-control-allow-origin");
    }
  });
});

test("without CORS_ORIGINS a preflight is refused and no answer names an origin", async () => {
  const host = await createTestHost();
  try {
    const asked = await host.send("OPTIONS", "/api/habits/", { headers: preflight });
    expectProblem(asked, 405, "method_not_allowed");
    expect(asked.headers).not.toHaveProperty("access-control-allow-origin");
  } finally {
    await host.drop();
  }
});
