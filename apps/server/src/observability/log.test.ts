import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { describeError, type Logs, openLogs } from "./log.ts";

const noon = Date.parse("2026-03-14T12:00:00Z");
let directory: string;
let now = noon;
let logs: Logs;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "daymark-log-"));
  now = noon;
  logs = open("node-1");
});
afterEach(() => {
  logs.close();
  rmSync(directory, { recursive: true, force: true });
});

function open(nodeName: string): Logs {
  return openLogs({ directory, nodeName, level: "info", retentionDays: 30, bytesMax: 1_000_000, now: () => now });
}

const read = (path: string) => readFileSync(join(directory, path), "utf8");

test("an entry is a JSON line in its app's file of the day, readable only by the owner", () => {
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

test("the next file opens at midnight, and no line is lost", () => {
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

test("a file that cannot be opened stops nothing, and logging resumes once it can", () => {
  logs.of("http").info({}, "before");
  now = Date.parse("2026-03-14T23:59:59.999Z");
  logs.flush();
  // A folder where the file should be.
  mkdirSync(join(directory, "http/2026-03-15.log"));
  now += 1;
  logs.of("http").info({}, "lost");
  logs.flush();
  rmdirSync(join(directory, "http/2026-03-15.log"));
  logs.of("http").info({}, "after");
  logs.close();
  expect(read("http/2026-03-14.log").trim().split("\n")).toHaveLength(1);
  expect(JSON.parse(read("http/2026-03-15.log")).message).toBe("after");
});

test("at the start of a day, files older than the retention are deleted, of every instance, and no others", () => {
  logs.of("worker").info({}, "first day");
  const old = ["2026-02-11.log", "2026-02-12.log", "2026-02-12.node2.log", "2026-02-12.gone-for-good.log"];
  const others = ["2026-02-12.log.gz", "2026-02-12.of.mine.log", "2026-02-12.txt", "notes.txt"];
  for (const name of [...old, "2026-02-13.log", ...others]) writeFileSync(join(directory, "worker", name), "");
  now += 86_400_000;
  logs.of("worker").info({}, "second day");
  logs.close();
  const kept = readdirSync(join(directory, "worker"));
  expect(kept.sort()).toEqual([...others, "2026-02-13.log", "2026-03-14.log", "2026-03-15.log"].sort());
});

test("files of silent apps are deleted too, at a start and on a day without entries", () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const filesOf = (folder: string) => readdirSync(join(directory, folder)).sort();
    for (const folder of ["admin", "archive"]) {
      mkdirSync(join(directory, folder));
      for (const name of ["2026-02-11.log", "2026-02-12.log"]) writeFileSync(join(directory, folder, name), "");
    }
    logs.close();
    logs = open("node-1");
    expect(filesOf("admin")).toEqual(["2026-02-12.log"]);
    now += 86_400_000;
    vi.advanceTimersByTime(3_600_000);
    expect(filesOf("admin")).toEqual([]);
    expect(filesOf("archive")).toEqual(["2026-02-11.log", "2026-02-12.log"]);
  } finally {
    vi.useRealTimers();
  }
});

test("a second instance has its own files, and the next one to start alone continues the first's", () => {
  const second = open("web-2");
  logs.of("http").info({}, "of the first");
  second.of("http").info({}, "of the second");
  logs.close();
  second.of("http").info({}, "still its own");
  second.close();
  logs = open("web-3");
  logs.of("http").info({}, "of the third");
  logs.close();
  const messages = (path: string) =>
    read(path)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).message);
  expect(readdirSync(join(directory, "http")).sort()).toEqual(["2026-03-14.log", "2026-03-14.web-2.log"]);
  expect(messages("http/2026-03-14.log")).toEqual(["of the first", "of the third"]);
  expect(messages("http/2026-03-14.web-2.log")).toEqual(["of the second", "still its own"]);
});

test("a line cut off by a crash does not spoil the next one", () => {
  mkdirSync(join(directory, "mail"));
  writeFileSync(join(directory, "mail/2026-03-14.log"), '{"level":"info","mess');
  logs.of("mail").info({}, "whole");
  logs.close();
  const [torn, whole = "", end] = read("mail/2026-03-14.log").split("\n");
  expect([torn, JSON.parse(whole).message, end]).toEqual(['{"level":"info","mess', "whole", ""]);
});

test("credentials are not written, anywhere in an entry", () => {
  const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl";
  const secrets = [jwt, "dmk_Zm9vYmFyYmF6", "Mailed-1", "Code-2", "State-3", "Pass-4"];
  const address = `/verify-email?token=${secrets[2]}&code=${secrets[3]}&state=${secrets[4]}#x`;
  logs.of("http").info({ address, nested: { bearer: `Bearer ${jwt}` } }, `GET ${address} with ${secrets[1]}`);
  logs.of("http").warn({ form: `username=anna&password=${secrets[5]}` }, jwt);
  logs.close();
  const content = read("http/2026-03-14.log");
  for (const secret of secrets) expect(content).not.toContain(secret);
  expect(content).toContain("/verify-email?token=[redacted]&code=[redacted]&state=[redacted]#x");
  expect(content).toContain("username=anna");
});

test("a long text from a client is cut before the search for credentials", () => {
  logs.of("auth").warn({ reason: `Unexpected type: ${"eyJ-".repeat(25_000)}` }, `refused ${"eyJ-".repeat(25_000)}`);
  logs.of("auth").error({ error: new Error(`Unexpected type: ${"a ".repeat(50_000)}`) }, "refused");
  logs.close();
  const [first = "", second = ""] = read("auth/2026-03-14.log").split("\n");
  expect(JSON.parse(first)).toMatchObject({ reason: "Unexpected type: [cut]", message: "refused [cut]" });
  expect(JSON.parse(second).error.message).toMatch(/^Unexpected type: (a ){1000,2500}\[cut\]$/);
});

test.each([
  "/api/verify-email/Mailed-Token-1/",
  "/api/verify-email/Mailed-Token-1/and/more",
  "/verify-reset-password//Mailed-Token-1",
  "/api/RESET-PASSWORD/Mailed-Token-1.",
  "/not-me/Mailed-Token-1;x=1",
  "/api/unsubscribe/reminder.5.Mailed-Token-1/nowhere",
])("a mailed token in a path is not written: %s", (path) => {
  logs.of("http").info({ path }, `GET ${path} 404`);
  logs.of("http").info({}, "PATCH /api/verify-email/:token/ 200");
  logs.close();
  const [unknown = "", known = ""] = read("http/2026-03-14.log").split("\n");
  expect(unknown).not.toContain("Mailed-Token");
  expect(JSON.parse(unknown).message).toContain("/[redacted]");
  expect(JSON.parse(known).message).toBe("PATCH /api/verify-email/:token/ 200");
});

test.each([
  'invalid input syntax for type integer: "Secret"',
  `Unexpected token 'S', "Secret" is not valid JSON`,
  `Unexpected token 'S', ..."a": Secret}"... is not valid JSON`,
])("unparsable input is not quoted: %s", (message) => {
  expect(JSON.stringify(describeError(new Error(message)))).not.toMatch(/Secret"/);
});

test("an entry is always one line without control characters", () => {
  const hostile = 'a\r\nb\u001b[31mc\u0000\u2028d\u2029e\u0085f\u009b31m"\\\ud800\n{"level":"fatal"}';
  logs.of("http").info({ hostile }, hostile);
  logs.close();
  const content = read("http/2026-03-14.log");
  expect(content.match(/\n/g)).toHaveLength(1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(content.trimEnd()).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
  expect(JSON.parse(content).hostile.startsWith("a\r\nb\u001b[31mc")).toBe(true);
});

test("an error is logged without statement values, tokens or passwords", () => {
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

test("a circular chain of causes is logged once", () => {
  const error = new Error("round");
  error.cause = error;
  expect(JSON.stringify(describeError(error)).length).toBeLessThan(20_000);
});
