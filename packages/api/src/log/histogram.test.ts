import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LogHistogramInput, LogLineListInput } from "@daymark/domain/operator/log";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApi, fieldsOf, keyOf } from "../testing.ts";

const api = await createTestApi();
afterAll(api.drop);
const { caller: admin } = await api.createUser({ is_staff: true });
const folder = join(api.logDirectory, "http");
const named = { app_dir: "http", date_file: "2026-11-21.log" };
const at = (time: string) => `2026-11-21T${time}Z`;

type Filter = Omit<LogHistogramInput, "app_dir" | "date_file">;
const get = (filter: Filter = {}) => admin.log.histogram.get({ ...named, ...filter });
const read = (filter: Omit<LogLineListInput, "app_dir" | "date_file">) => admin.log.line.list({ ...named, ...filter });

/** The counts of all calls: a call counts a part of a long file. */
async function count(filter: Filter = {}) {
  const sums: Record<string, number> = {};
  let calls = 0;
  for (let cursor: string | null = null; ; ) {
    const part: Awaited<ReturnType<typeof get>> = await get({ ...filter, ...(cursor !== null && { cursor }) });
    calls += 1;
    for (const { from, lines } of part.buckets) {
      for (const [level, lines_] of Object.entries(lines)) {
        if (lines_ > 0) sums[`${from.slice(11, 19)} ${level}`] = (sums[`${from.slice(11, 19)} ${level}`] ?? 0) + lines_;
      }
    }
    cursor = part.next;
    if (cursor === null) return { sums, calls };
  }
}

function entry(time: string, message: string, { level = "info", ...fields }: Record<string, unknown> = {}): string {
  return `${JSON.stringify({ level, time: at(time), ...fields, message })}\n`;
}

beforeAll(() => mkdirSync(folder, { recursive: true }));
const write = (...lines: string[]) => writeFileSync(join(folder, named.date_file), lines.join(""));

describe("a histogram", () => {
  test("counts the entries of the file's day by level, and leaves out what is no entry", async () => {
    write(
      entry("00:00:00.000", "first"),
      "no entry\n",
      entry("00:14:59.999", "same quarter", { level: "warn" }),
      entry("00:15:00.000", "next quarter"),
      entry("23:59:59.999", "last", { level: "error" }),
    );
    expect(await get()).toMatchObject({
      ...{ from: at("00:00:00.000"), to: "2026-11-22T00:00:00.000Z", bucket_seconds: 900, next: null, below: 0 },
      buckets: [
        { from: at("00:00:00.000"), lines: { trace: 0, debug: 0, info: 1, warn: 1, error: 0, fatal: 0 } },
        { from: at("00:15:00.000"), lines: { info: 1 } },
        { from: at("23:45:00.000"), lines: { error: 1 } },
      ],
    });
  });

  test("counts what the list shows, for each filter", async () => {
    const lines = Array.from({ length: 400 }, (_, index) => {
      const minute = String(index % 60).padStart(2, "0");
      const hour = String(Math.floor(index / 60) + 8).padStart(2, "0");
      return entry(`${hour}:${minute}:00.000`, `message ${index}`, {
        level: index % 7 === 0 ? "error" : "info",
        route: index % 2 === 0 ? "/api/habits/" : "/trpc/habit.list",
        ...(index % 50 === 0 && { path: "/wp-admin" }),
      });
    });
    write(...lines);
    const range = { from: at("09:10:00.000"), to: at("12:30:00.000") };
    for (const filter of [
      {},
      { level: "error" },
      { search: "message 3" },
      { path: "/API/habits" },
      { path: "wp-admin" },
      { path: "habit", level: "error", ...range },
      range,
      { from: range.from },
      { to: range.to },
    ] as const) {
      const { results } = await read({ ...filter, limit: 100 });
      let total = results.length;
      for (let { next } = await read({ ...filter, limit: 100 }); next !== null; ) {
        const page = await read({ ...filter, limit: 100, cursor: next });
        total += page.results.length;
        next = page.next;
      }
      const { sums } = await count(filter);
      expect(total, JSON.stringify(filter)).toBeGreaterThan(0);
      expect(
        Object.values(sums).reduce((sum, each) => sum + each, 0),
        JSON.stringify(filter),
      ).toBe(total);
    }
  });

  test("of a file of more than one call's bytes is the sum of its calls, and of a short time reads that part alone", async () => {
    const text = "x".repeat(2_000);
    // Thirty megabytes over ten hours.
    const lines = Array.from({ length: 15_000 }, (_, index) => {
      const time = new Date(Date.UTC(2026, 10, 21, 8) + index * 2_400).toISOString().slice(11, 23);
      return entry(time, `message ${index}`, { text });
    });
    write(...lines);
    const { sums, calls } = await count();
    expect(calls).toBeGreaterThan(1);
    expect(Object.values(sums).reduce((sum, each) => sum + each, 0)).toBe(15_000);
    const short = { from: at("10:00:00.000"), to: at("10:01:00.000") };
    const part = await get(short);
    expect(part).toMatchObject({ bucket_seconds: 1, next: null });
    expect(part.buckets.reduce((sum, each) => sum + each.lines.info, 0)).toBe(25);
    // The list finds the same 25 entries in one call, newest first, and says that nothing is left.
    const { results, next, is_newest } = await read({ ...short, limit: 100 });
    expect([results.length, next, is_newest]).toEqual([25, null, true]);
    expect([results[0]?.time, results.at(-1)?.time]).toEqual([at("10:00:57.600"), at("10:00:00.000")]);
  });
});

test("a time that ends before it begins is refused, and so is a cursor of the list", async () => {
  write(entry("10:00:00.000", "one"), entry("10:00:01.000", "two"));
  const reversed = { from: at("11:00:00.000"), to: at("10:00:00.000") };
  expect(await fieldsOf(get(reversed))).toHaveProperty("to");
  expect(await fieldsOf(read(reversed))).toHaveProperty("to");
  const { next } = await read({ limit: 1 });
  expect(await keyOf(get({ cursor: next ?? "" }))).toBe("invalid_cursor");
});
