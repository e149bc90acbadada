import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LogApp, type Logs, openLogs } from "./log.ts";

const hourMilliseconds = 3_600_000;
const bytesMax = 100_000;
/** Notices about left-out lines are written even without room. */
const noticesBytesMax = 2_000;
let directory: string;
let now: number;
let opened: Logs[];
let logs: Logs;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "daymark-log-space-"));
  now = Date.parse("2026-03-14T12:00:00Z");
  opened = [];
});
afterEach(() => {
  vi.useRealTimers();
  for (const each of opened) each.close();
  rmSync(directory, { recursive: true, force: true });
});

function open(nodeName = "node-1"): Logs {
  const each = openLogs({ directory, nodeName, level: "info", retentionDays: 30, bytesMax, now: () => now });
  opened.push(each);
  return each;
}

function put(path: string, bytes: number): void {
  mkdirSync(join(directory, path, ".."), { recursive: true });
  writeFileSync(join(directory, path), `${"x".repeat(bytes - 1)}\n`);
}

/** Writes as many lines as a client without an account may cause: twice the limit. */
function flood(app: LogApp, level: "info" | "error" = "info", by = logs): void {
  for (let bytes = 0; bytes < 2 * bytesMax; bytes += 300) {
    by.of(app)[level]({ flood: "x".repeat(200) }, `flood of ${level}`);
    // Flushes like the timer. This also shows that the limit holds with any buffering.
    if (bytes % 3_000 === 0) by.flush();
  }
  by.flush();
}

/** Paths of all files but the lock, with a byte count for each. */
function sizes(): Record<string, number> {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile() && entry.name !== "lock");
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(paths.sort().map((path) => [path.slice(directory.length + 1), statSync(path).size]));
}

const total = () => Object.values(sizes()).reduce((sum, bytes) => sum + bytes, 0);

interface Entry {
  level: string;
  message: string;
  lines_left_out_today?: number;
}

function read(path: string): Entry[] {
  const lines = readFileSync(join(directory, path), "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
}

const today = "http/2026-03-14.log";
const notices = (path: string) => read(path).filter((entry) => entry.lines_left_out_today !== undefined);
const messages = (path: string) => read(path).map(({ message }) => message);

test("all log files stay within the limit, and the oldest days of any app and instance are deleted first", () => {
  put("auth/2026-03-10.log", 10_000);
  put("http/2026-03-11.web-2.log", 20_000);
  put("worker/2026-03-12.log", 20_000);
  put("http/2026-03-13.log", 20_000);
  put("http/notes.txt", 50_000);
  logs = open();
  expect(Object.keys(sizes())).toHaveLength(5);
  flood("http");
  expect(Object.keys(sizes())).toEqual([
    "http/2026-03-13.log",
    "http/2026-03-14.log",
    "http/notes.txt",
    "worker/2026-03-12.log",
  ]);
  expect(total() - 50_000).toBeLessThanOrEqual(bytesMax + noticesBytesMax);
});

test("a folder over the limit is reduced at the start, even if nothing is logged", () => {
  for (const day of ["08", "09", "10", "11"]) put(`mail/2026-03-${day}.log`, 40_000);
  logs = open();
  expect(Object.keys(sizes())).toEqual(["mail/2026-03-10.log", "mail/2026-03-11.log"]);
});

test("a flood in one app keeps earlier days, other apps' lines, and its own warnings and errors", () => {
  put("http/2026-03-13.log", 40_000);
  logs = open();
  flood("http");
  logs.of("http").warn({}, "a warning");
  logs.of("http").error({}, "an error");
  logs.of("auth").info({}, "a session began");
  logs.flush();
  expect(sizes()["http/2026-03-13.log"]).toBe(40_000);
  expect(sizes()[today]).toBeGreaterThanOrEqual(bytesMax / 2);
  expect(sizes()[today]).toBeLessThan(bytesMax * 0.6);
  expect(messages(today).slice(-2)).toEqual(["a warning", "an error"]);
  expect(messages("auth/2026-03-14.log")).toEqual(["a session began"]);
});

test("a flood of errors in all apps stops at the limit, and each log says so", () => {
  logs = open();
  flood("http", "error");
  flood("auth", "error");
  expect(total()).toBeGreaterThan(bytesMax * 0.9);
  expect(total()).toBeLessThanOrEqual(bytesMax + noticesBytesMax);
  for (const path of [today, "auth/2026-03-14.log"]) {
    expect(notices(path)).toEqual([
      expect.objectContaining({ level: "warn", message: expect.stringContaining("lines are left out until midnight") }),
    ]);
  }
});

test("a notice gives the number of dropped lines: at first, every hour with new ones, and at the end of the day", () => {
  logs = open();
  const leaveOut = (count: number) => {
    for (let line = 0; line < count; line++) logs.of("http").info({}, "left out");
    logs.flush();
  };
  const told = () => notices(today).map((notice) => notice.lines_left_out_today);
  flood("http");
  const [first = 0] = told();
  expect(told()).toEqual([first]);
  now += hourMilliseconds;
  leaveOut(5);
  const second = told()[1] ?? 0;
  expect(told()).toEqual([first, second]);
  leaveOut(7);
  now += hourMilliseconds - 1;
  leaveOut(0);
  expect(told()).toEqual([first, second]);
  now += 1;
  leaveOut(0);
  expect(told()).toEqual([first, second, second + 7]);
  now += 5 * hourMilliseconds;
  leaveOut(0);
  expect(told()).toHaveLength(3);
  leaveOut(2);
  leaveOut(4);
  now = Date.parse("2026-03-15T00:00:00Z");
  logs.of("http").info({}, "a new day");
  logs.flush();
  expect(told()).toEqual([first, second, second + 7, second + 9, second + 13]);
  expect(messages("http/2026-03-15.log")).toEqual(["a new day"]);
  const written = messages(today).filter((message) => message === "flood of info").length;
  expect(written + second + 13).toBe(667 + 5 + 7 + 2 + 4);
});

test("after a restart on a day with a flood, an instance still drops lines", () => {
  logs = open();
  flood("http");
  logs.close();
  const before = sizes()[today] ?? 0;
  logs = open();
  flood("http");
  expect(sizes()[today]).toBeLessThan(before + 1_000);
});

test("lines of another instance count within a minute", () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  logs = open();
  logs.of("http").info({}, "before");
  const other = open("web-2");
  flood("http", "info", other);
  vi.advanceTimersByTime(60_000);
  logs.of("http").info({}, "after");
  logs.close();
  expect(messages(today)).toEqual(["before", expect.stringContaining("lines below warning are left out")]);
});

test("a log continues after space was freed", () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  logs = open();
  flood("http");
  writeFileSync(join(directory, today), "");
  vi.advanceTimersByTime(60_000);
  logs.of("http").info({}, "written again");
  logs.flush();
  expect(messages(today).at(-1)).toBe("written again");
});
