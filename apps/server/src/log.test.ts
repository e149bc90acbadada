import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { describeError, type Logs, openLogs } from "./log.ts";

const noon = Date.parse("2026-03-14T12:00:00Z");
let directory: string;
let now = noon;
let logs: Logs;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "daymark-log-"));
  now = noon;
  logs = openLogs({ directory, level: "info", retentionDays: 30, now: () => now });
});
afterEach(() => {
  logs.close();
  rmSync(directory, { recursive: true, force: true });
});

const read = (path: string) => readFileSync(join(directory, path), "utf8");

test("an app's entry is a JSON line in its folder's file of the day, open to nobody else", () => {
  logs.of("auth").info({ user: 7 }, "logged in");
  logs.of("auth").debug({}, "not at this level");
  logs.close();
  const [line, ...rest] = read("auth/2026-03-14.log").split("\n");
  expect(JSON.parse(line ?? "")).toEqual({
    level: "info",
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    user: 7,
    message: "logged in",
  });
  expect(rest).toEqual([""]);
  expect(statSync(join(directory, "auth/2026-03-14.log")).mode & 0o777).toBe(0o600);
});

test("midnight opens the next file, and neither loses a line", () => {
  logs.of("http").info({}, "before");
  now = Date.parse("2026-03-14T23:59:59.999Z");
  for (let index = 0; index < 500; index++) logs.of("http").info({ index }, "last moments");
  now += 1;
  logs.of("http").info({}, "after");
  logs.close();
  expect(read("http/2026-03-14.log").trim().split("\n")).toHaveLength(501);
  const next = read("http/2026-03-15.log").trim().split("\n");
  expect(next.map((line) => JSON.parse(line).message)).toEqual(["after"]);
});

test("files older than the retention go when a day begins, and nothing else does", () => {
  logs.of("worker").info({}, "first day");
  for (const name of ["2026-02-11.log", "2026-02-12.log", "2026-02-12.node2.log", "2026-02-13.log", "notes.txt"]) {
    writeFileSync(join(directory, "worker", name), "");
  }
  now += 86_400_000;
  logs.of("worker").info({}, "second day");
  logs.close();
  const kept = readdirSync(join(directory, "worker"));
  expect(kept.sort()).toEqual(["2026-02-13.log", "2026-03-14.log", "2026-03-15.log", "notes.txt"]);
});

test("whatever is logged stays one line that no terminal obeys", () => {
  const hostile = 'a\r\nb\u001b[31mc\u0000\u2028d\u2029e\u0085f\u009b31m"\\\ud800\n{"level":"fatal"}';
  logs.of("http").info({ hostile }, hostile);
  logs.close();
  const content = read("http/2026-03-14.log");
  expect(content.match(/\n/g)).toHaveLength(1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(content.trimEnd()).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
  expect(JSON.parse(content).hostile.startsWith("a\r\nb\u001b[31mc")).toBe(true);
});

test("an error is told without the values of its statement, tokens or passwords", () => {
  const token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIiwidHlwIjoiYWNjZXNzIn0.dGhpcyBpcyBhIHNpZ25hdHVyZQ";
  const cause = Object.assign(new Error(`bad token ${token}`), { code: "22P02" });
  const error = new Error("Failed query: insert into users values ($1)\nparams: Secret-Passw0rd!,anna@example.org", {
    cause,
  });
  const told = JSON.stringify(describeError(error));
  expect(told).toContain("insert into users values ($1)");
  expect(told).toContain("22P02");
  expect(told).toContain("log.test.ts");
  expect(told).not.toMatch(/Secret|anna@|eyJ|c2lnbmF0dXJl/);
  expect(JSON.stringify(describeError(new Error("connect postgres://daymark:hunter22@db:5432")))).not.toContain(
    "hunter22",
  );
});

test("a chain of causes that ends in itself is told once and no more", () => {
  const error = new Error("round");
  error.cause = error;
  expect(JSON.stringify(describeError(error)).length).toBeLessThan(20_000);
});
