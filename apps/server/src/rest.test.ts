import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import { createTestHost, expectProblem, habit } from "./testing.ts";

const host = await createTestHost();
afterAll(host.drop);
const { send } = host;
const { token } = await host.createUser();
const { id } = await host.createHabit(token);
const today = new Date().toISOString().slice(0, 10);

test("a creation is 201 with the entity, its path without the trailing slash too", async () => {
  const { token } = await host.createUser();
  for (const [index, path] of ["/api/habits/", "/api/habits"].entries()) {
    const { status, type, json } = await send("POST", path, { token, body: { ...habit, title: "  Read  " } });
    expect(status).toBe(201);
    expect(type).toBe("application/json; charset=utf-8");
    expect(json).toEqual({
      id: expect.any(Number),
      title: "Read",
      description: "",
      type: "good",
      target: 10,
      targets: [{ from: today, target: 10 }],
      unit: "minutes",
      hue: 45,
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      position: index,
      archived: false,
      first_day: today,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  }
  expect(await send("GET", "/api/habits", { token })).toMatchObject({ status: 200, json: { next: null } });
});

test("a delete is 200 with a sentence in the request's language", async () => {
  const { json: note } = await send("POST", "/api/notes/", { token, body: { text: "Buy shoes" } });
  const { status, json } = await send("DELETE", `/api/notes/${note.id}/`, {
    token,
    headers: { "accept-language": "uk-UA,uk;q=0.9" },
  });
  expect(status).toBe(200);
  expect(json).toEqual({ detail: "Нотатку видалено." });
});

describe("what travels in the path and the query is parsed by its schema", () => {
  test("integers, booleans, days", async () => {
    const body = { value: 12 };
    const set = await send("PUT", `/api/habits/${id}/progress/2026-03-01/`, { token, body });
    expect(set.json).toEqual({
      habit_id: id,
      day: "2026-03-01",
      value: 12,
      unit: "minutes",
      skipped: false,
      note: null,
    });
    const list = await send("GET", "/api/progress/?from=2026-03-01&to=2026-03-31", { token });
    expect(list.json).toEqual({ results: [set.json] });
    expect((await send("GET", "/api/habits/?archived=true", { token })).json).toEqual({ results: [], next: null });
    expect((await send("GET", "/api/habits/?archived=false&type=good", { token })).json.results).toHaveLength(1);
  });

  test.each([
    ["/api/habits/abc/", "id", "A valid integer is required."],
    ["/api/habits/1.5/", "id", "A valid integer is required."],
    ["/api/habits/0/", "id", "The value must be at least 1."],
    ["/api/habits/9007199254740992/", "id", "The value must be at most 9,007,199,254,740,991."],
    ["/api/habits/99999999999999999999/", "id", "The value must be at most 9,007,199,254,740,991."],
    ["/api/habits/?archived=yes", "archived", "True or false is required."],
    ["/api/habits/?archived=1", "archived", "True or false is required."],
    ["/api/habits/?type=good&type=bad", "type", "Choose one of: good, bad."],
    ["/api/habits/?sort=title", "sort", "This field is not known."],
    ["/api/progress/?from=2026-03-01", "to", "This field is required."],
    ["/api/progress/?from=2026-02-30&to=2026-03-01", "from", "A day must be in the 21st century."],
    ["/api/progress/?from=2026-03-02&to=2026-03-01", "to", "The last day must not be before the first."],
    ["/api/progress/?from=2025-01-01&to=2026-03-01", "to", "At most 366 days can be shown at once."],
  ])("%s is refused under %s", async (path, field, sentence) => {
    const { errors } = expectProblem(await send("GET", path, { token }), 400, "validation_failed");
    expect(errors).toEqual({ [field]: [sentence] });
  });

  test("every id that the document allows is looked for", async () => {
    for (const id of [2 ** 31, 2 ** 53 - 1]) {
      expectProblem(await send("GET", `/api/habits/${id}/`, { token }), 404, "habit_not_found");
    }
  });

  test("a member in the query of an operation that has a body is not known", async () => {
    const answer = await send("PUT", `/api/habits/${id}/progress/2026-03-01/?value=5`, { token, body: {} });
    expect(expectProblem(answer, 400, "validation_failed").errors).toEqual({ value: ["This field is not known."] });
  });
});

describe("a body", () => {
  test("is never coerced", async () => {
    const answer = await send("POST", "/api/habits/", { token, body: { ...habit, target: "5", weekdays: "1" } });
    expect(expectProblem(answer, 400, "validation_failed").errors).toEqual({
      target: ["A valid integer is required."],
      weekdays: ["A list is required."],
    });
  });

  test("cannot bring members that are not known, nor those of the path", async () => {
    const created = await send("POST", "/api/habits/", { token, body: { ...habit, user_id: 1, position: 0 } });
    expect(Object.keys(expectProblem(created, 400, "validation_failed").errors)).toEqual(["user_id", "position"]);
    const other = await host.createHabit(token, { type: "bad" });
    const set = await send("PUT", `/api/habits/${id}/progress/2026-03-01/`, {
      token,
      body: { id: other.id, value: 1 },
    });
    expect(expectProblem(set, 400, "validation_failed").errors).toEqual({ id: ["This field is not known."] });
  });

  test.each(["[]", '"text"', "5", "null", "true", "[[[]]]"])("%s is no object", async (body) => {
    const answer = await send("POST", "/api/notes/", { token, body });
    expect(expectProblem(answer, 400, "validation_failed").errors).toEqual({ body: ["This value is not valid."] });
  });

  test("that is absent equals {}, with a content type and without", async () => {
    for (const headers of [undefined, { "content-type": "application/json" }]) {
      const answer = await send("POST", "/api/notes/", { token, headers });
      expect(expectProblem(answer, 400, "validation_failed").errors).toEqual({ text: ["This field is required."] });
    }
    const { json } = await send("POST", "/api/notes/", { token, body: { text: "To go" } });
    const headers = { "content-type": "application/json" };
    expect((await send("DELETE", `/api/notes/${json.id}/`, { token, headers })).status).toBe(200);
  });

  test.each<Record<string, string>>([
    { "content-type": "text/plain;charset=UTF-8", "content-length": "0" },
    { "content-type": "application/x-www-form-urlencoded", "content-length": "0" },
    { "transfer-encoding": "chunked" },
    { "content-type": "application/json", "transfer-encoding": "chunked" },
  ])("that is absent equals {} whatever the client says of it: %j", async (headers) => {
    expect((await send("PATCH", "/api/settings/", { token, headers })).status).toBe(200);
    expect((await send("POST", `/api/habits/${id}/restore/`, { token, headers })).status).toBe(200);
  });

  test.each(["{", "", "{'text': 1}", '{"text": NaN}', "undefined"].filter(Boolean))("%s is no JSON", async (body) => {
    expectProblem(await send("POST", "/api/notes/", { token, body }), 400, "invalid_json");
  });

  test("that is not UTF-8 is no JSON", async () => {
    const answer = await host.app.inject({
      method: "POST",
      url: "/api/notes/",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      payload: Buffer.from([0x7b, 0x22, 0x74, 0x65, 0x78, 0x74, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]),
    });
    expect(answer.json()).toMatchObject({ status: 400, code: "invalid_json" });
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml"])(
    "of type %s is not supported",
    async (type) => {
      const answer = await send("POST", "/api/notes/", {
        token,
        body: '{"text":"x"}',
        headers: { "content-type": type },
      });
      expectProblem(answer, 415, "unsupported_media_type");
    },
  );

  test("over 100 kB is too large", async () => {
    const answer = await send("POST", "/api/notes/", { token, body: { text: "x".repeat(100_000) } });
    expectProblem(answer, 413, "payload_too_large");
  });
});

describe("a path or method that is not there", () => {
  test.each([
    ["GET", "/api/"],
    ["GET", "/api"],
    ["GET", "/api/nothing/"],
    ["POST", "/api/nothing/at/all"],
    ["PUT", "/api/habits/"],
    ["PATCH", "/api/progress/"],
    ["GET", "/api/habits/%E0%A4%A/"],
    ["GET", `/api/habits/${"9".repeat(2000)}/`],
    ["GET", "/api/%00"],
    ["GET", "/api/habits/1/2/3/4/"],
  ])("%s %s", async (method, path) => {
    expectProblem(await send(method, path, { token }), 404, "not_found");
  });
});

describe("headers", () => {
  test("answers are for nobody's cache and load nothing", async () => {
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
  ])("Accept-Language %j chooses the words", async (language, sentence) => {
    const answer = await send("GET", "/api/habits/", { headers: { "accept-language": language } });
    expect(expectProblem(answer, 401, "not_authenticated").detail).toBe(sentence);
  });

  test.each(["Basic dXNlcjpwYXNz", "Bearer", "Bearer ", "Bearer a b", "Token abc", "bearer\tx", "Bearer ключ", "null"])(
    "Authorization %j is malformed",
    async (authorization) => {
      const headers = { authorization: Buffer.from(authorization).toString("latin1") };
      expectProblem(await send("GET", "/api/habits/", { headers }), 401, "not_authenticated");
    },
  );

  test("the scheme is known in any case, and what is no token of ours is told so", async () => {
    expect((await send("GET", "/api/habits/", { headers: { authorization: `bearer ${token}` } })).status).toBe(200);
    expectProblem(await send("GET", "/api/habits/", { token: "abc" }), 401, "token_invalid");
    expectProblem(await send("GET", "/api/habits/", { token: `${token}x` }), 401, "token_invalid");
  });

  test("a token dies with its session, between one call and the next", async () => {
    const { token, id } = await host.createUser();
    expect((await send("GET", "/api/habits/", { token })).status).toBe(200);
    await host.sessions.endAll(id, { keep: null });
    expectProblem(await send("GET", "/api/habits/", { token }), 401, "session_terminated");
  });

  test.each(["Mars/Olympus", "+02:00", "Europe/Kyiv; drop table", "x".repeat(9000)])(
    "X-Timezone %s is not known",
    async (timezone) => {
      const headers = { "x-timezone": timezone };
      expectProblem(await send("GET", "/api/habits/", { token, headers }), 400, "invalid_timezone");
    },
  );

  test("X-Timezone decides which day is today", async () => {
    const { token } = await host.createUser();
    const days = new Set<string>();
    for (const timezone of ["Pacific/Kiritimati", "Pacific/Niue"]) {
      const { json } = await send("POST", "/api/habits/", { token, body: habit, headers: { "x-timezone": timezone } });
      days.add(json.first_day);
    }
    expect(days.size).toBe(2);
  });
});

test.each([
  ["what is no HTTP", "GARBAGE\r\n\r\n", "400 Bad Request"],
  [
    "headers that do not end",
    `GET /api/notes/ HTTP/1.1\r\nhost: x\r\nx: ${"a".repeat(20_000)}\r\n\r\n`,
    "431 Request Header Fields Too Large",
  ],
])("%s is refused by its status, without a word of the parser's", async (_, sent, status) => {
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

test.each(["/healthz", "/readyz", "/api/openapi.json", "/api/docs", "/api/notes"])(
  "%s is the same with a trailing slash",
  async (path) => {
    const [bare, slashed] = await Promise.all([path, `${path}/`].map((url) => send("GET", url, { token })));
    expect(bare?.status).toBe(200);
    expect(slashed?.text).toBe(bare?.text);
  },
);

test("a HEAD has the headers of its GET and nothing more", async () => {
  const { status, text } = await send("HEAD", "/api/habits/", { token });
  expect({ status, text }).toEqual({ status: 200, text: "" });
});

test.each(["habits", "notes", "auth/sessions", "api-keys", "auth/passkeys"])(
  "%s come whole, whatever limit is asked for, and a limit that is none is told",
  async (list) => {
    const whole = await send("GET", `/api/${list}/`, { token });
    expect(await send("GET", `/api/${list}/?limit=1`, { token })).toMatchObject({ status: 200, json: { next: null } });
    expect((await send("GET", `/api/${list}/?limit=1`, { token })).json.results.length).toBe(whole.json.results.length);
    expectProblem(await send("GET", `/api/${list}/?limit=0`, { token }), 400, "validation_failed");
  },
);
