import { appendFileSync, mkdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LogLineListInput } from "@daymark/domain/operator/log";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApi, fieldsOf, keyOf } from "../testing.ts";

const api = await createTestApi();
afterAll(api.drop);
const { caller: admin } = await api.createUser({ is_staff: true });
const folder = join(api.logDirectory, "http");
const path = join(folder, "2026-11-21.log");
const named = { app_dir: "http", date_file: "2026-11-21.log" };

const read = (input: Omit<LogLineListInput, "app_dir" | "date_file"> = {}) =>
  admin.log.line.list({ ...named, ...input });
const messages = ({ results }: { results: { message: string }[] }) => results.map(({ message }) => message);

function entry(message: string, { level = "info", ...fields }: Record<string, unknown> = {}): string {
  return `${JSON.stringify({ level, time: "2026-11-21T10:00:00.000Z", ...fields, message })}\n`;
}

beforeEach(() => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, "");
});

describe("the list of log entries", () => {
  test("has the newest first, with all their fields", async () => {
    writeFileSync(path, entry("older") + entry("newer", { level: "warn", status: 404, error: { code: "X" } }));
    expect((await read()).results).toEqual([
      {
        ...{ time: "2026-11-21T10:00:00.000Z", level: "warn", message: "newer" },
        fields: { status: 404, error: { code: "X" } },
        offset: entry("older").length,
      },
      { time: "2026-11-21T10:00:00.000Z", level: "info", message: "older", fields: {}, offset: 0 },
    ]);
  });

  test("is paged without gaps or duplicates while entries are appended", async () => {
    const all = Array.from({ length: 95 }, (_, index) => `entry ${index} ${"ї".repeat(index * 9)}`);
    writeFileSync(path, all.map((message) => entry(message)).join(""));
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await read({ limit: 10, ...(cursor && { cursor }) });
      seen.push(...messages(page));
      appendFileSync(path, entry("written meanwhile"));
      if (page.next === null) break;
      cursor = page.next;
    }
    expect(seen).toEqual(all.reverse());
  });

  test("gives a follower each new entry once, and a partly written line only when it is complete", async () => {
    writeFileSync(path, entry("first"));
    let { newer, is_newest } = await read();
    expect(is_newest).toBe(true);
    const follow = async (limit = 100) => {
      const page = await read({ cursor: newer, limit });
      ({ newer, is_newest } = page);
      return messages(page);
    };
    expect(await follow()).toEqual([]);
    appendFileSync(path, entry("second") + entry("third") + entry("fourth").slice(0, 20));
    expect(await follow(1)).toEqual(["second"]);
    expect(is_newest).toBe(false);
    expect(await follow()).toEqual(["third"]);
    expect(is_newest).toBe(true);
    expect(await follow()).toEqual([]);
    appendFileSync(path, entry("fourth").slice(20));
    expect(await follow()).toEqual(["fourth"]);
    // An operator emptied the file: all its content is new.
    truncateSync(path);
    appendFileSync(path, entry("after"));
    expect(await follow()).toEqual(["after"]);
  });

  test("shows a line that is not an entry as text, and cuts off a very long one", async () => {
    const long = entry("long", { text: "x".repeat(200_000) });
    writeFileSync(path, `${entry("one")}plain words\r\n\n{"level":"odd"}\n${long}{"level":"error","time":"2026-`);
    const { results, newer } = await read();
    expect(results.map(({ level, time, message }) => [level, time, message.length > 99 ? "…" : message])).toEqual([
      [null, null, '{"level":"error","time":"2026-'],
      ["info", "2026-11-21T10:00:00.000Z", "…"],
      [null, null, '{"level":"odd"}'],
      [null, null, "plain words"],
      ["info", "2026-11-21T10:00:00.000Z", "one"],
    ]);
    expect(results[1]?.message).toMatch(/x…$/);
    expect((await read({ cursor: newer })).results).toEqual([]);
  });

  test("is empty for an empty file, and a file deleted meanwhile is not found", async () => {
    expect(await read()).toMatchObject({ results: [], next: null, is_newest: true, below: 0, bytes: 0 });
    const { newer } = await read();
    rmSync(path);
    expect(await keyOf(read({ cursor: newer }))).toBe("date_file_not_found");
  });

  test("can start at a linked line and continue in both directions", async () => {
    writeFileSync(path, ["a", "b", "c", "d"].map((message) => entry(message)).join(""));
    const { results } = await read();
    const page = await read({ line: results[1]?.offset ?? -1, limit: 2 });
    expect(messages(page)).toEqual(["c", "b"]);
    expect(page.is_newest).toBe(false);
    expect(messages(await read({ cursor: page.newer }))).toEqual(["d"]);
    expect(messages(await read({ cursor: page.next ?? "" }))).toEqual(["a"]);
    // A former position, in a file that has been emptied since.
    expect(messages(await read({ line: 999_999 }))).toEqual(["d", "c", "b", "a"]);
  });
});

describe("a search of log entries", () => {
  beforeEach(() => {
    writeFileSync(
      path,
      entry("GET /api/habits/ 200", { status: 200, address: "10.0.0.7" }) +
        entry("slow", { level: "warn", detail: { kind: "Запит", code: "22P02" } }) +
        entry('failed "badly"', { level: "error", text: "a\\b\nc", tried: ["First", { by: "Two" }] }) +
        "torn {\n" +
        entry("dying", { level: "fatal" }),
    );
  });

  test.each([
    ["trace", ["dying", 'failed "badly"', "slow", "GET /api/habits/ 200"]],
    ["warn", ["dying", 'failed "badly"', "slow"]],
    ["fatal", ["dying"]],
  ] as const)("by level includes the more severe ones: %s", async (level, found) => {
    expect(messages(await read({ level }))).toEqual(found);
  });

  test.each([
    ["SLOW", ["slow"]],
    ["habits/ 2", ["GET /api/habits/ 200"]],
    ["10.0.0.7", ["GET /api/habits/ 200"]],
    ["status=200", ["GET /api/habits/ 200"]],
    ["code=22p", ["slow"]],
    ["kind=запит", ["slow"]],
    ["kind=запис", []],
    ["kind=22p02", []],
    ["0=first", ['failed "badly"']],
    ["by=two", ['failed "badly"']],
    ["=", ['failed "badly"', "slow", "GET /api/habits/ 200"]],
    ["запит", ["slow"]],
    ["detail", ["slow"]],
    ['"badly"', ['failed "badly"']],
    ["a\\b\nc", ['failed "badly"']],
    ["torn {", ["torn {"]],
    // The level and the time are not part of the searched text.
    ["2026-11-21", []],
    ["fatal", []],
    ["", ["dying", "torn {", 'failed "badly"', "slow", "GET /api/habits/ 200"]],
  ])("by text covers message and fields, in any case: %s", async (search, found) => {
    expect(messages(await read({ search }))).toEqual(found);
  });

  test("combines level and text", async () => {
    expect(messages(await read({ level: "error", search: "a" }))).toEqual(['failed "badly"']);
  });

  test("reads part of a large file in each call, and returns a cursor", async () => {
    const filler = entry("nothing to see", { text: "z".repeat(900) }).repeat(1_000);
    writeFileSync(path, entry("the needle"));
    for (let times = 0; times < 36; times += 1) appendFileSync(path, filler);
    const found: string[] = [];
    let calls = 0;
    for (let cursor: string | undefined; ; ) {
      const page = await read({ search: "needle", ...(cursor && { cursor }) });
      found.push(...messages(page));
      calls += 1;
      if (page.next === null) break;
      expect(page.below).toBeLessThan(page.bytes);
      cursor = page.next;
    }
    expect(found).toEqual(["the needle"]);
    expect(calls).toBeGreaterThan(1);
    const [first] = (await read({ line: 0 })).results;
    expect(first?.message).toBe("the needle");
  });
});

test("an invalid cursor, level, search or limit is refused", async () => {
  for (const cursor of ["", "x", "WyJvbGRlciIsLTFd", Buffer.from('["older",1.5]').toString("base64url")]) {
    expect(await keyOf(read({ cursor }))).toBe("invalid_cursor");
  }
  expect(await fieldsOf(read({ level: "loud" as "info" }))).toHaveProperty("level");
  expect(await fieldsOf(read({ search: "x".repeat(201) }))).toHaveProperty("search");
  expect(await fieldsOf(read({ limit: 101 }))).toHaveProperty("limit");
});
