import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, describe, expect, test } from "vitest";
import { createTestHost, expectProblem, habit } from "../testing.ts";
import { insertKey } from "../testing-calls.ts";

const host = await createTestHost();
afterAll(host.drop);
const { send } = host;

/** The official client, which sends its requests to the app without a network. */
async function connect(key: string, language = "en"): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
    requestInit: { headers: { authorization: `Bearer ${key}`, "accept-language": language } },
    fetch: async (url, init) => {
      const answer = await host.app.inject({
        method: (init?.method ?? "GET") as "POST",
        url: new URL(url).pathname,
        headers: Object.fromEntries(new Headers(init?.headers)),
        ...(typeof init?.body === "string" && { payload: init.body }),
      });
      const headers = new Headers();
      for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
      const hasNoBody = [202, 204, 304].includes(answer.statusCode);
      return new Response(hasNoBody ? null : answer.body, { status: answer.statusCode, headers });
    },
  });
  await client.connect(transport);
  return client;
}

async function createPerson(scope: "read" | "write" = "write", language?: string) {
  const { token, id } = await host.createUser();
  const { key } = await insertKey(host, id, scope);
  return { token, client: await connect(key, language) };
}

async function call(client: Client, name: string, input: object) {
  const { isError = false, structuredContent, content } = await client.callTool({ name, arguments: { ...input } });
  const [first] = content as { text: string }[];
  return { isError, result: structuredContent as Record<string, unknown>, text: first?.text ?? "" };
}

describe("an assistant with a key", () => {
  test("sees what is open, records it by the habit's title, and can undo it", async () => {
    const { token, client } = await createPerson();
    await host.createHabit(token, { title: "Read", target: 10 });
    const open = await call(client, "list_day", {});
    expect(open.result).toMatchObject({ open: 1, habits: [{ title: "Read", result: "awaiting", value: null }] });
    const recorded = await call(client, "record_day", { habit: "read", value: 12, note: "A novel" });
    expect(recorded.result).toMatchObject({ entry: { value: 12, note: "A novel" }, before: null });
    const added = await call(client, "add_to_day", { habit: "Read", by: 3 });
    expect(added.result).toMatchObject({ entry: { value: 15 }, before: { value: 12, note: "A novel" } });
    const { before } = added.result;
    expect((await call(client, "undo_day", { habit: "Read", before })).result).toMatchObject({ entry: { value: 12 } });
    expect((await call(client, "undo_day", { habit: "Read", before: null })).result).toMatchObject({ cleared: true });
    expect((await call(client, "list_day", {})).result).toMatchObject({
      open: 1,
      habits: [{ value: null, note: null }],
    });
  });

  test("adds to a log at a time, and lists the entries of the day", async () => {
    const { token, client } = await createPerson();
    await host.createHabit(token, { title: "Water", keeps_log: true });
    const today = (await call(client, "list_day", {})).result.day as string;
    await call(client, "add_to_day", { habit: "Water", by: 3, at: `${today}T09:15:00Z` });
    await call(client, "record_day", { habit: "Water", value: 5, at: `${today}T10:00:00Z` });
    const { result } = await call(client, "list_log", { habit: "Water" });
    expect(result).toMatchObject({
      title: "Water",
      entries: [
        { at: `${today}T09:15:00.000Z`, value: 3 },
        { at: `${today}T10:00:00.000Z`, value: 2 },
      ],
    });
  });

  test("creates habits of any rhythm, and sees how far their weeks, months and quarters are", async () => {
    const { client } = await createPerson();
    const amount = { ...habit, title: "Swim", unit: "minutes", target: 300, schedule: { target_per: "month" } };
    expect((await call(client, "create_habit", amount)).result).toMatchObject({ schedule: { target_per: "month" } });
    await call(client, "create_habit", { ...habit, title: "Run", target: 1, schedule: { times_per_quarter: 2 } });
    await call(client, "record_day", { habit: "Swim", day: "2026-02-01", value: 200 });
    await call(client, "record_day", { habit: "Swim", day: "2026-02-27", value: 120 });
    await call(client, "record_day", { habit: "Run", day: "2026-01-01", value: 1 });
    const { result } = await call(client, "list_day", { day: "2026-02-27" });
    expect(result.habits).toMatchObject([
      { title: "Swim", result: "achieved", period: { period: "month", done: 320, goal: 300, of: "amount" } },
      { title: "Run", period: { period: "quarter", done: 1, goal: 2, of: "days" } },
    ]);
    const changed = await call(client, "update_habit", {
      habit: "Run",
      schedule: { month_weekdays: [{ nth: -1, weekday: 5 }] },
    });
    expect(changed.result).toMatchObject({ schedule: { month_weekdays: [{ nth: -1, weekday: 5 }] } });
    const refused = await call(client, "update_habit", { habit: "Run", schedule: { every_days: 3 } });
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining("schedule.from: required")]);
    const { tools } = await client.listTools();
    const { properties = {} } = tools.find(({ name }) => name === "create_habit")?.inputSchema ?? {};
    expect(JSON.stringify(properties.schedule)).toContain("Due on `from` and on each n-th day after it");
  });

  test("sees days whose results depend on more days than one query covers", async () => {
    const { client } = await createPerson();
    for (const [title, days] of [
      ["Swim", 7],
      ["Check", 366],
    ] as const) {
      await call(client, "create_habit", {
        ...habit,
        title,
        target: 1,
        schedule: { times_in_days: { times: 1, days } },
      });
    }
    await call(client, "record_day", { habit: "Swim", day: "2025-01-02", value: 1 });
    await call(client, "record_day", { habit: "Check", day: "2025-01-02", value: 1 });
    const month = await call(client, "get_month", { habit: "Swim", month: "2025-01" });
    expect((month.result.days as { result: string }[]).slice(0, 9).map(({ result }) => result)).toEqual([
      ...["none", "achieved", "covered", "covered", "covered", "covered", "covered", "covered", "not_achieved"],
    ]);
    const months = { month: "2025-01", other_month: "2025-02" };
    expect((await call(client, "compare_months", { habit: "Check", ...months })).result.months).toMatchObject([
      { successful_days: 1, failed_days: 0 },
      { successful_days: 0, failed_days: 0 },
    ]);
    expect((await call(client, "list_day", { day: "2025-01-05" })).result.habits).toMatchObject([
      { title: "Swim", result: "covered" },
      { title: "Check", result: "covered" },
    ]);
  });

  test.each(["0000-01", "0099-12", "2000-12", "2101-01", "9999-12", "2026-13"])(
    "gets an error for the month %s, which no habit has",
    async (month) => {
      const { client } = await createPerson("write");
      await call(client, "create_habit", { ...habit, title: "Run" });
      for (const [tool, input] of [
        ["get_month", { month }],
        ["compare_months", { month: "2026-03", other_month: month }],
      ] as const) {
        expect((await call(client, tool, { habit: "Run", ...input })).isError).toBe(true);
      }
    },
  );

  test("sees what is left until the end of a habit", async () => {
    const { token, client } = await createPerson();
    await host.createHabit(token, { title: "Books", unit: "repetitions", end: { total: 12 } });
    await host.createHabit(token, { title: "Sugar", end: { days: 30 } });
    await host.createHabit(token, { title: "Walk" });
    await call(client, "record_day", { habit: "Books", value: 4 });
    expect((await call(client, "list_day", {})).result.habits).toMatchObject([
      { title: "Books", remaining: { days: null, amount: 8, recorded: 4 } },
      { title: "Sugar", remaining: { days: 30, amount: null, recorded: null } },
      { title: "Walk", remaining: null },
    ]);
  });

  test("creates and changes a habit, reads a month, its streak and notes, and plans a vacation", async () => {
    const { client } = await createPerson();
    const created = await call(client, "create_habit", { ...habit, title: "Run", target: 5 });
    expect(created.result).toMatchObject({ title: "Run", target: 5 });
    await call(client, "record_day", { habit: "Run", day: "2026-03-02", value: 5 });
    await call(client, "record_day", { habit: "Run", day: "2026-03-03", value: 2 });
    const month = await call(client, "get_month", { habit: "run", month: "2026-03" });
    expect((month.result.days as object[]).slice(1, 3)).toMatchObject([
      { result: "achieved" },
      { result: "not_achieved" },
    ]);
    const compared = await call(client, "compare_months", { habit: "Run", month: "2026-03", other_month: "2026-02" });
    expect(compared.result.months).toMatchObject([
      { total: 7, recorded_days: 2, successful_days: 1 },
      { total: 0, recorded_days: 0, successful_days: 0 },
    ]);
    expect((await call(client, "explain_streak", { habit: "Run" })).result).toMatchObject({ current_streak: 0 });
    const changes = { target: 3, short_name: "jog" };
    expect((await call(client, "update_habit", { habit: "Run", ...changes })).result).toMatchObject(changes);
    for (const name of ["@jog", "JOG"]) {
      expect((await call(client, "explain_streak", { habit: name })).isError).toBe(false);
    }
    await call(client, "add_note", { text: "New shoes" });
    expect((await call(client, "list_notes", {})).result).toMatchObject({ results: [{ text: "New shoes" }] });
    const range = { from: "2026-12-24", to: "2026-12-26" };
    expect((await call(client, "plan_vacation", { ...range, dry_run: true })).result).toMatchObject({
      days: 3,
      id: null,
    });
    const { id } = (await call(client, "plan_vacation", range)).result;
    expect((await call(client, "delete_vacation", { id })).isError).toBe(false);
    expect((await call(client, "list_habits", {})).result.habits).toHaveLength(1);
  });

  test("gets an error that it can act on, in the user's language", async () => {
    const { token, client } = await createPerson("write", "uk");
    await host.createHabit(token, { title: "Read a book" });
    await host.createHabit(token, { title: "Read news" });
    const several = await call(client, "record_day", { habit: "read", value: 1 });
    expect(several.isError).toBe(true);
    expect(JSON.parse(several.text)).toMatchObject({
      code: "validation_failed",
      errors: { habit: [expect.stringMatching(/Read a book \(\d+\), Read news \(\d+\)/)] },
    });
    const none = await call(client, "record_day", { habit: "swim", value: 1 });
    expect(JSON.parse(none.text)).toEqual({ code: "habit_not_found", detail: "Звичку не знайдено." });
    const day = await call(client, "record_day", { habit: "news", day: "2026-02-30", value: 1 });
    expect(JSON.parse(day.text)).toMatchObject({ errors: { day: [expect.any(String)] } });
    const paid = await call(client, "correlate_habits", {
      ...{ habit: "news", other_habit: "book", from: "2026-01-01", to: "2026-02-01" },
    });
    expect(JSON.parse(paid.text)).toMatchObject({ code: "plan_limit_reached" });
    const insights = await call(client, "find_insights", {});
    expect(JSON.parse(insights.text)).toMatchObject({ code: "plan_limit_reached" });
    const review = await call(client, "review_year", { year: 2025 });
    expect(JSON.parse(review.text)).toMatchObject({ code: "plan_limit_reached" });
  });

  test("with the scope read sees only tools that change nothing", async () => {
    const { client } = await createPerson("read");
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(5);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    await expect(call(client, "record_day", { habit: "1", value: 1 })).rejects.toThrow();
  });

  test("finds schemas and a description at each tool, and marks those that replace data", async () => {
    const { client } = await createPerson();
    const { tools } = await client.listTools();
    for (const { name, description, inputSchema, outputSchema } of tools) {
      expect(description?.length, name).toBeGreaterThan(40);
      expect(inputSchema.type, name).toBe("object");
      expect(outputSchema?.type, name).toBe("object");
    }
    const destructive = tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name);
    expect(destructive).toEqual(["undo_day", "update_habit", "delete_vacation"]);
  });

  test("gets habits in parts, each with its figures", async () => {
    const { token, client } = await createPerson();
    const ids: number[] = [];
    for (const title of ["Read", "Run", "Swim"]) ids.push((await host.createHabit(token, { title })).id);
    const idsOf = (list: unknown, member: "id" | "habit_id") =>
      (list as Record<typeof member, number>[]).map((each) => each[member]);
    for (const { input, part, next } of [
      { input: { limit: 2 }, part: ids.slice(0, 2), next: 2 },
      { input: { limit: 2, offset: 2 }, part: ids.slice(2), next: null },
      { input: {}, part: ids, next: null },
    ]) {
      const { result } = await call(client, "list_habits", input);
      expect(idsOf(result.habits, "id")).toEqual(part);
      expect(idsOf(result.statistics, "habit_id")).toEqual(part);
      expect(result.next).toBe(next);
    }
  });

  test("gets habits without the history of their goals and schedules, which may be long", async () => {
    const { token, client } = await createPerson();
    const { id } = await host.createHabit(token, { title: "Read" });
    await host.database.sql`
      update habits set past_schedules = (
        select jsonb_agg(jsonb_build_object('until', date '2020-01-01' + n, 'weekdays', '[1, 2]'::jsonb, 'schedule', null))
        from generate_series(1, 3000) n
      ) where id = ${id}`;
    const { result } = await call(client, "list_habits", {});
    expect(result.habits).toMatchObject([{ id, title: "Read", target: 10 }]);
    const resource = await client.readResource({ uri: "daymark://habits" });
    const { results } = JSON.parse((resource.contents[0] as { text: string }).text);
    expect(results).toEqual(result.habits);
    expect(results[0]).not.toHaveProperty("past_schedules");
  });

  test("gets notes in parts, and a hint to request less if an answer would be too long", async () => {
    const { token, client } = await createPerson();
    for (let index = 0; index < 3; index += 1) {
      await send("POST", "/api/notes/", { token, body: { text: `${index} ${"long ".repeat(390)}` } });
    }
    const first = await call(client, "list_notes", { limit: 2 });
    expect(first.result).toMatchObject({
      results: [{ text: /^2 / }, { text: /^1 / }].map(({ text }) => ({ text: expect.stringMatching(text) })),
      next: 2,
    });
    const rest = await call(client, "list_notes", { limit: 2, offset: 2 });
    expect(rest.result).toMatchObject({ results: [{ text: expect.stringMatching(/^0 /) }], next: null });

    const { id } = await host.createHabit(token, { title: "Read", target: 10 });
    const note = "я".repeat(490);
    for (let day = 1; day <= 28; day += 1) {
      for (const month of ["01", "02", "03", "04", "05", "06", "07", "08"]) {
        const path = `/api/habits/${id}/progress/2026-${month}-${String(day).padStart(2, "0")}/`;
        await send("PUT", path, { token, body: { value: 1, note } });
      }
    }
    await expect(client.readResource({ uri: "daymark://days/2026-01-01/2026-12-31" })).rejects.toThrow(
      "The answer would be too long. Ask for fewer days or rows.",
    );
    expect((await client.readResource({ uri: "daymark://days/2026-01-01/2026-01-31" })).contents).toHaveLength(1);
  });

  test("reads resources and the prompt of a weekly review", async () => {
    const { token, client } = await createPerson();
    const { id } = await host.createHabit(token, { title: "Read" });
    const habits = await client.readResource({ uri: "daymark://habits" });
    expect(JSON.parse((habits.contents[0] as { text: string }).text).results).toMatchObject([{ id, title: "Read" }]);
    await call(client, "record_day", { habit: "Read", day: "2026-03-02", value: 5 });
    const days = await client.readResource({ uri: "daymark://days/2026-03-01/2026-03-31" });
    expect(JSON.parse((days.contents[0] as { text: string }).text).results).toMatchObject([{ value: 5 }]);
    const { messages } = await client.getPrompt({ name: "weekly_review", arguments: { focus: "sleep" } });
    expect(JSON.stringify(messages)).toContain("sleep");
  });

  test("reaches only its own user's habits", async () => {
    const [owner, stranger] = [await createPerson(), await createPerson()];
    const { id } = await host.createHabit(owner.token, { title: "Read" });
    const answer = await call(stranger.client, "record_day", { habit: String(id), value: 1 });
    expect(JSON.parse(answer.text)).toMatchObject({ code: "habit_not_found" });
  });
});

const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

describe("the address", () => {
  test("refuses a request without a key, with a session's token, and with a revoked key", async () => {
    const answer = await send("POST", "/mcp", { body: ping });
    expectProblem(answer, 401, "not_authenticated");
    expect(answer.headers["www-authenticate"]).toMatch(/^Bearer/);
    const { token, id } = await host.createUser();
    expectProblem(await send("POST", "/mcp", { token, body: ping }), 401, "api_key_invalid");
    const { key, id: keyId } = await insertKey(host, id, "read");
    expect((await send("POST", "/mcp", { token: key, body: ping })).status).not.toBe(401);
    await send("DELETE", `/api/api-keys/${keyId}/`, { token });
    expectProblem(await send("POST", "/mcp", { token: key, body: ping }), 401, "api_key_invalid");
  });

  test("refuses a page of another origin, also with a key", async () => {
    const { id } = await host.createUser();
    const { key } = await insertKey(host, id, "read");
    const asked = (origin: string) => send("POST", "/mcp", { token: key, body: ping, headers: { origin } });
    expectProblem(await asked("https://evil.example"), 403, "permission_denied");
    expect((await asked("http://localhost")).status).not.toBe(403);
  });

  test.each([
    ["id", { id: "x".repeat(80_000), method: "resources/read", params: { uri: "daymark://none" } }],
    ["URI", { id: 1, method: "resources/read", params: { uri: `daymark://${"x".repeat(80_000)}` } }],
    ["name of a tool", { id: 1, method: "tools/call", params: { name: "x".repeat(80_000), arguments: {} } }],
    ["name of a prompt", { id: 1, method: "prompts/get", params: { name: "x".repeat(80_000) } }],
    ["method", { id: 1, method: "x".repeat(80_000) }],
  ])("refuses a long %s without repeating it", async (_, message) => {
    const { id } = await host.createUser();
    const { key } = await insertKey(host, id, "write");
    const headers = { accept: "application/json, text/event-stream" };
    const answer = await send("POST", "/mcp", { token: key, body: { jsonrpc: "2.0", ...message }, headers });
    expect([answer.status, answer.json]).toEqual([
      400,
      {
        jsonrpc: "2.0",
        id: message.id === 1 ? 1 : null,
        error: { code: -32600, message: expect.stringMatching(/more than 200 characters/) },
      },
    ]);
  });

  test.each(["GET", "DELETE"] as const)("opens no stream: %s is refused with Allow", async (method) => {
    const answer = await send(method, "/mcp");
    expectProblem(answer, 405, "method_not_allowed");
    expect(answer.headers.allow).toBe("POST");
  });

  test.each(["{", "[]", "null", '"x"', "{}", '{"jsonrpc":"2.0"}', `[${JSON.stringify(ping)}]`])(
    "refuses %s without a server error",
    async (payload) => {
      const { id } = await host.createUser();
      const { key } = await insertKey(host, id, "write");
      const headers = {
        "content-type": "application/json",
        authorization: `Bearer ${key}`,
        accept: "application/json, text/event-stream",
      };
      const answer = await host.app.inject({ method: "POST", url: "/mcp", headers, payload });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode).toBeLessThan(500);
    },
  );
});
