import { fromDayNumber, toDayNumber, todayIn } from "@daymark/domain/base/day";
import { habitDefaults } from "@daymark/domain/tracking/habit-content";
import { afterAll, describe, expect, test } from "vitest";
import { createTestHost, expectProblem, habit } from "../testing.ts";

const host = await createTestHost();
afterAll(host.drop);
const { send } = host;
const { token } = await host.createUser();
const { id } = await host.createHabit(token);
const today = new Date().toISOString().slice(0, 10);

test("a creation gets 201 with the entity, also without the trailing slash", async () => {
  const { token } = await host.createUser();
  for (const [index, path] of ["/api/habits/", "/api/habits"].entries()) {
    const { status, type, json } = await send("POST", path, { token, body: { ...habit, title: "  Read  " } });
    expect(status).toBe(201);
    expect(type).toBe("application/json; charset=utf-8");
    expect(json).toEqual({
      ...habitDefaults,
      id: expect.any(Number),
      title: "Read",
      type: "good",
      target: 10,
      targets: [{ from: today, target: 10 }],
      past_schedules: [],
      ended_on: null,
      unit: "minutes",
      hue: 45,
      position: index,
      archived: false,
      first_day: today,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  }
  expect(await send("GET", "/api/habits", { token })).toMatchObject({ status: 200, json: { next: null } });
});

test("if a deleted habit fills the plan, the error names it and the time left, in both languages and in Retry-After", async () => {
  const { token } = await host.createUser();
  const [{ id }] = await Promise.all([
    host.createHabit(token, { title: "Read" }),
    host.createHabit(token),
    host.createHabit(token),
  ]);
  await send("DELETE", `/api/habits/${id}/`, { token });
  const [deleted] = (await send("GET", "/api/habits/deleted/", { token })).json.results;
  expect(deleted).toEqual({ id, title: "Read", type: "good", seconds_left: expect.any(Number) });
  for (const [language, words] of [
    ["en", /on the free plan\. “Read” was deleted, but it can be restored and counts for \d+ more seconds?\.$/],
    [
      "uk",
      /у безкоштовному плані створити не можна\. Видалену звичку «Read» ще можна повернути, тож вона враховується ще \d+ секунд/,
    ],
  ] as const) {
    const answer = await send("POST", "/api/habits/", { token, body: habit, headers: { "accept-language": language } });
    expect(expectProblem(answer, 403, "plan_limit_reached").detail).toMatch(words);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(answer.headers["retry-after"])).toBeLessThanOrEqual(35);
  }
});

test("the trash is listed, restored from and emptied; a full plan refuses in both languages", async () => {
  const { token } = await host.createUser();
  const { id } = await host.createHabit(token, { title: "Read" });
  await send("DELETE", `/api/habits/${id}/`, { token });
  await host.database.sql`update habits set deleted_at = now() - interval '1 hour' where id = ${id}`;
  const { json } = await send("GET", "/api/habits/trash/?limit=5", { token });
  expect(json).toMatchObject({ results: [{ id, title: "Read", recorded_days: 0 }], next: null });
  expectProblem(await send("GET", `/api/habits/${id}/`, { token }), 404, "habit_not_found");
  await Promise.all([1, 2, 3].map(() => host.createHabit(token)));
  for (const [language, words] of [
    ["en", /on the free plan\. The habit stays in the trash\. Delete another one first\.$/],
    ["uk", /у безкоштовному плані створити не можна\. Звичка залишається в кошику\./],
  ] as const) {
    const answer = await send("POST", `/api/habits/${id}/restore/`, {
      token,
      headers: { "accept-language": language },
    });
    expect(expectProblem(answer, 403, "plan_limit_reached").detail).toMatch(words);
  }
  const detail = { detail: "The habit has been deleted for good." };
  expect(await send("DELETE", `/api/habits/trash/${id}/`, { token })).toMatchObject({ status: 200, json: detail });
  expectProblem(await send("DELETE", `/api/habits/trash/${id}/`, { token }), 404, "habit_not_found");
  const empty = { detail: "The trash has been emptied." };
  expect(await send("DELETE", "/api/habits/trash/", { token })).toMatchObject({ status: 200, json: empty });
});

test("a deletion gets 200 with a message in the request's language", async () => {
  const { json: note } = await send("POST", "/api/notes/", { token, body: { text: "Buy shoes" } });
  const { status, json } = await send("DELETE", `/api/notes/${note.id}/`, {
    token,
    headers: { "accept-language": "uk-UA,uk;q=0.9" },
  });
  expect(status).toBe(200);
  expect(json).toEqual({ detail: "Нотатку видалено." });
});

describe("path and query values are parsed by the schema", () => {
  test("for integers, booleans and days", async () => {
    const body = { value: 12 };
    const set = await send("PUT", `/api/habits/${id}/progress/2026-03-01/`, { token, body });
    expect(set.json).toEqual({
      habit_id: id,
      day: "2026-03-01",
      value: 12,
      unit: "minutes",
      skipped: false,
      note: null,
      confirmed: false,
    });
    const list = await send("GET", "/api/progress/?from=2026-03-01&to=2026-03-31", { token });
    expect(list.json).toEqual({ results: [set.json] });
    expect((await send("GET", "/api/habits/?archived=true", { token })).json).toEqual({ results: [], next: null });
    expect((await send("GET", "/api/habits/?archived=false&type=good", { token })).json.results).toHaveLength(1);
  });

  test.each([
    ["/api/habits/abc/", "id", "A valid integer is required."],
    ["/api/habits/1.5/", "id", "A valid integer is required."],
    ["/api/habits/1.0/", "id", "A valid integer is required."],
    ["/api/habits/01/", "id", "A valid integer is required."],
    ["/api/habits/+1/", "id", "A valid integer is required."],
    ["/api/habits/1e0/", "id", "A valid integer is required."],
    ["/api/habits/-0/", "id", "A valid integer is required."],
    ["/api/habits/0/", "id", "The value must be at least 1."],
    ["/api/habits/9007199254740992/", "id", "The value must be at most 9,007,199,254,740,991."],
    ["/api/habits/99999999999999999999/", "id", "The value must be at most 9,007,199,254,740,991."],
    ["/api/habits/?archived=yes", "archived", "True or false is required."],
    ["/api/habits/?archived=1", "archived", "True or false is required."],
    ["/api/habits/?type=good&type=bad", "type", "Choose one of: good, bad."],
    ["/api/habits/?sort=title", "sort", "Unknown field."],
    ["/api/progress/?from=2026-03-01", "to", "This field is required."],
    ["/api/progress/?from=abc&to=2026-03-01", "from", "Enter a date as YYYY-MM-DD."],
    ["/api/progress/?from=2026-02-30&to=2026-03-01", "from", "This date does not exist."],
    ["/api/progress/?from=1999-12-31&to=2026-03-01", "from", "A day must be in the 21st century."],
    ["/api/progress/?from=2026-03-02&to=2026-03-01", "to", "The last day must not be before the first."],
    ["/api/progress/?from=2025-01-01&to=2026-03-01", "to", "A range can have at most 366 days."],
  ])("%s is refused with an error for %s", async (path, field, sentence) => {
    const { errors } = expectProblem(await send("GET", path, { token }), 400, "validation_failed");
    expect(errors).toEqual({ [field]: [sentence] });
  });

  test.each([
    ["abc", "Введіть дату у форматі РРРР-ММ-ДД."],
    ["2026-02-30", "Такої дати не існує."],
    ["2101-01-01", "День має бути у 21-му столітті."],
  ])("the day %s is refused with a Ukrainian message", async (day, sentence) => {
    const headers = { "accept-language": "uk" };
    const path = `/api/habits/${id}/progress/${day}/`;
    const answer = await send("PUT", path, { token, headers, body: { value: 5 } });
    expect(expectProblem(answer, 400, "validation_failed").errors).toEqual({ day: [sentence] });
  });

  test.each([
    ["/api/habits/", { title: "\u200b\u2060", type: "good", target: 1, unit: "minutes", hue: 0 }, "title"],
    ["/api/notes/", { text: "\u3164 \u2800" }, "text"],
  ])("invisible text counts as blank: %s", async (path, body, field) => {
    const { errors } = expectProblem(await send("POST", path, { token, body }), 400, "validation_failed");
    expect(errors).toEqual({ [field]: ["This field may not be blank."] });
  });

  test("an invisible group name means no group", async () => {
    const { id, group_name } = await host.createHabit(token, { group_name: "\u200b" });
    expect(group_name).toBeNull();
    await send("DELETE", `/api/habits/${id}/`, { token });
  });

  test("a dry run gets 200, and the creation gets 201", async () => {
    const body = { from: "2026-03-01", to: "2026-03-02" };
    const preview = await send("POST", "/api/vacations/", { token, body: { ...body, dry_run: true } });
    expect([preview.status, preview.json]).toMatchObject([200, { id: null, dry_run: true, days: 2 }]);
    const made = await send("POST", "/api/vacations/", { token, body });
    expect([made.status, made.json.dry_run]).toEqual([201, undefined]);
    const { responses } = (await send("GET", "/api/openapi.json")).json.paths["/api/vacations/"].post;
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(["200", "201"]));
  });

  test("an id within the documented range is looked up", async () => {
    for (const id of [2 ** 31, 2 ** 53 - 1]) {
      expectProblem(await send("GET", `/api/habits/${id}/`, { token }), 404, "habit_not_found");
    }
  });

  test("a query parameter is refused on an operation with a body", async () => {
    const answer = await send("PUT", `/api/habits/${id}/progress/2026-03-01/?value=5`, { token, body: {} });
    expect(expectProblem(answer, 400, "validation_failed").errors).toEqual({ value: ["Unknown field."] });
  });
});

describe("the words today and yesterday", () => {
  /** These two never have the same date. */
  const zones = ["Pacific/Kiritimati", "Pacific/Niue"];

  test.each(zones)("stand for days of the caller's time zone %s, in a path, a query and a body", async (zone) => {
    const headers = { "x-timezone": zone };
    const path = `/api/habits/${id}/progress`;
    // The test may run over midnight.
    const before = todayIn(Date.now(), zone);
    const put = await send("PUT", `${path}/today/`, { token, headers, body: { value: 4 } });
    const added = await send("POST", `${path}/yesterday/increment/`, { token, headers, body: { by: 2 } });
    const many = { entries: [{ habit_id: id, day: "yesterday", value: 9 }] };
    const set = await send("PUT", "/api/progress/", { token, headers, body: many });
    const listed = await send("GET", `${path}/?from=yesterday&to=today`, { token, headers });
    const days = [put.json.day, added.json.day, set.json.results[0].day, listed.json.results[0].day];
    const expected = [before, todayIn(Date.now(), zone)].map((today) => {
      const yesterday = fromDayNumber(toDayNumber(today) - 1);
      return [today, yesterday, yesterday, yesterday];
    });
    expect(expected).toContainEqual(days);
  });

  test.each(zones)("stand for days of a schedule and an end, with the time zone %s", async (zone) => {
    const { token } = await host.createUser();
    const headers = { "x-timezone": zone };
    const before = todayIn(Date.now(), zone);
    const body = { ...habit, schedule: { every_days: 3, from: "yesterday" }, end: { days: 30, from: "today" } };
    const created = await send("POST", "/api/habits/", { token, headers, body });
    const path = `/api/habits/${created.json.id}/`;
    const changed = await send("PATCH", path, { token, headers, body: { end: { until: "today" } } });
    const days = [created.json.schedule.from, created.json.end.from, changed.json.end.until];
    const expected = [before, todayIn(Date.now(), zone)].map((today) => {
      return [fromDayNumber(toDayNumber(today) - 1), today, today];
    });
    expect(expected).toContainEqual(days);
  });

  test.each(["Today", "tomorrow", "today ", "yesterday2"])("do not include %s", async (word) => {
    const path = `/api/habits/${id}/progress/${encodeURIComponent(word)}/`;
    const answer = await send("PUT", path, { token, body: { value: 1 } });
    expect(expectProblem(answer, 400, "validation_failed").errors).toEqual({ day: ["Enter a date as YYYY-MM-DD."] });
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

  test("is refused with error codes beside the messages, so that a client can write its own", async () => {
    const body = { ...habit, title: "", target: 10_001 };
    const { json } = await send("POST", "/api/habits/", { token, body });
    expect(json.error_codes).toEqual({ title: [{ code: "blank" }], target: [{ code: "amount_out_of_range" }] });
    const long = await send("POST", "/api/habits/", { token, body: { ...habit, title: "a".repeat(1000) } });
    expect(long.json.error_codes).toEqual({ title: [{ code: "too_long", values: { max: expect.any(Number) } }] });
    const full = await host.createUser();
    for (let count = 0; count < 3; count += 1) await host.createHabit(full.token);
    const refusal = await send("POST", "/api/habits/", { token: full.token, body: habit });
    expectProblem(refusal, 403, "plan_limit_reached");
    expect(refusal.json.values).toMatchObject({ type: "good", plan: "free" });
  });

  test("may not have unknown members, nor those of the path", async () => {
    const created = await send("POST", "/api/habits/", { token, body: { ...habit, user_id: 1, position: 0 } });
    expect(Object.keys(expectProblem(created, 400, "validation_failed").errors)).toEqual(["user_id", "position"]);
    const other = await host.createHabit(token, { type: "bad" });
    const set = await send("PUT", `/api/habits/${id}/progress/2026-03-01/`, {
      token,
      body: { id: other.id, value: 1 },
    });
    expect(expectProblem(set, 400, "validation_failed").errors).toEqual({ id: ["Unknown field."] });
  });

  test.each(["[]", '"text"', "5", "null", "true", "[[[]]]"])(
    "%s is refused, because it is not an object",
    async (body) => {
      const answer = await send("POST", "/api/notes/", { token, body });
      expect(expectProblem(answer, 400, "validation_failed").errors).toEqual({ body: ["This value is not valid."] });
    },
  );

  test("that is absent counts as {}, with and without a content type", async () => {
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
  ])("that is absent counts as {} with any headers: %j", async (headers) => {
    expect((await send("PATCH", "/api/settings/", { token, headers })).status).toBe(200);
    expect((await send("POST", `/api/habits/${id}/restore/`, { token, headers })).status).toBe(200);
  });

  test.each(["{", "", "{'text': 1}", '{"text": NaN}', "undefined"].filter(Boolean))(
    "%s is refused as invalid JSON",
    async (body) => {
      expectProblem(await send("POST", "/api/notes/", { token, body }), 400, "invalid_json");
    },
  );

  test("with a length that is no number is refused as invalid, in a text and in a list", async () => {
    const unmeasurable = { length: { toString: 1, valueOf: 1 } };
    for (const [method, path, body] of [
      ["POST", "/api/auth/token/refresh/", { refresh: unmeasurable }],
      ["PUT", "/api/progress/", { entries: unmeasurable }],
    ] as const) {
      const answer = await send(method, path, { token, body });
      expectProblem(answer, 400, "validation_failed");
      expect(answer.json.error_codes).toEqual({ body: [{ code: "invalid" }] });
    }
  });

  test("that is not UTF-8 is refused as invalid JSON", async () => {
    const answer = await host.app.inject({
      method: "POST",
      url: "/api/notes/",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      payload: Buffer.from([0x7b, 0x22, 0x74, 0x65, 0x78, 0x74, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]),
    });
    expect(answer.json()).toMatchObject({ status: 400, code: "invalid_json" });
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml"])(
    "of type %s is refused as unsupported",
    async (type) => {
      const answer = await send("POST", "/api/notes/", {
        token,
        body: '{"text":"x"}',
        headers: { "content-type": type },
      });
      expectProblem(answer, 415, "unsupported_media_type");
    },
  );

  test("without a content type is refused with a sentence that names the one to send", async () => {
    const answer = await host.app.inject({
      method: "POST",
      url: "/api/notes/",
      headers: { authorization: `Bearer ${token}` },
      payload: Buffer.from('{"text":"x"}'),
    });
    expect(answer.json()).toMatchObject({
      code: "unsupported_media_type",
      detail: "The request has no Content-Type. Send application/json.",
    });
  });

  test("over 100 kB is refused as too large", async () => {
    const answer = await send("POST", "/api/notes/", { token, body: { text: "x".repeat(100_000) } });
    expectProblem(answer, 413, "payload_too_large");
  });
});

test.each([
  ["PUT", "/api/habits/", "GET, HEAD, POST"],
  ["OPTIONS", "/api/habits", "GET, HEAD, POST"],
  ["PATCH", "/api/progress/", "GET, HEAD, PUT"],
  ["GET", "/api/auth/token/", "POST"],
  ["POST", "/api/openapi.json", "GET, HEAD"],
  ["DELETE", "/api/habits/deleted/", "GET, HEAD"],
])("%s %s is refused with the methods that the path has", async (method, path, allow) => {
  const answer = await send(method, path, { token, body: method === "GET" ? undefined : { a: 1 } });
  expectProblem(answer, 405, "method_not_allowed");
  expect(answer.headers.allow).toBe(allow);
});

describe("a path that is not there", () => {
  test.each([
    ["GET", "/api/"],
    ["GET", "/api"],
    ["GET", "/api/nothing/"],
    ["POST", "/api/nothing/at/all"],
    ["GET", "/api/habits/%E0%A4%A/"],
    ["GET", `/api/habits/${"9".repeat(2000)}/`],
    ["GET", "/api/%00"],
    ["GET", "/api/habits/1/2/3/4/"],
  ])("%s %s", async (method, path) => {
    expectProblem(await send(method, path, { token }), 404, "not_found");
  });
});

test.each(["/healthz", "/readyz", "/api/openapi.json", "/api/docs", "/api/notes"])(
  "%s has the same response with a trailing slash",
  async (path) => {
    const [bare, slashed] = await Promise.all([path, `${path}/`].map((url) => send("GET", url, { token })));
    expect(bare?.status).toBe(200);
    expect(slashed?.text).toBe(bare?.text);
  },
);

test.each(["habits", "notes", "auth/sessions", "api-keys", "auth/passkeys"])(
  "%s are returned completely for any limit, and an invalid limit is refused",
  async (list) => {
    const whole = await send("GET", `/api/${list}/`, { token });
    expect(await send("GET", `/api/${list}/?limit=1`, { token })).toMatchObject({ status: 200, json: { next: null } });
    expect((await send("GET", `/api/${list}/?limit=1`, { token })).json.results.length).toBe(whole.json.results.length);
    expectProblem(await send("GET", `/api/${list}/?limit=0`, { token }), 400, "validation_failed");
  },
);

test("a calendar is sent as iCalendar with an ETag and for no index, and a client that has it gets 304", async () => {
  const { url } = (await send("POST", "/api/calendar-links/", { token, body: { shows: ["due", "done"] } })).json;
  const path = new URL(url).pathname;
  const first = await send("GET", path);
  expect(first).toMatchObject({ status: 200, type: "text/calendar; charset=utf-8" });
  expect(first.headers["cache-control"]).toBe("private, no-cache");
  expect(first.headers["x-robots-tag"]).toBe("noindex, nofollow");
  expect(first.text).toMatch(/^BEGIN:VCALENDAR\r\n/);
  const { etag } = first.headers;
  const again = await send("GET", path, { headers: { "if-none-match": String(etag) } });
  expect([again.status, again.text, again.headers.etag]).toEqual([304, "", etag]);
  const other = path.replace(/[\w-]{43}/, "A".repeat(43));
  expectProblem(await send("GET", other), 404, "calendar_not_found");
});
