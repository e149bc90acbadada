import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { operatorCommands, runPersonCommand } from "@daymark/client/cli/run-command";
import { afterAll, describe, expect, test } from "vitest";
import { createTestHost } from "../testing.ts";
import { insertKey } from "../testing-calls.ts";

const host = await createTestHost();
const url = await host.app.listen({ port: 0, host: "127.0.0.1" });
const folders: string[] = [];

/** A time zone in which it is this hour now. */
function zoneAt(hour: number): string {
  const offset = ((hour - new Date().getUTCHours() + 35) % 24) - 11;
  // The names have the reverse sign (tz database, file etcetera).
  return offset === 0 ? "Etc/GMT" : `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`;
}

// Noon, give or take an hour, and on the date of UTC: no test runs over a midnight.
const zone = process.env.TZ;
process.env.TZ = zoneAt(12);
afterAll(async () => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
  await host.drop();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

interface Person {
  token: string;
  userId: number;
}

async function createPerson(): Promise<Person> {
  const { token, id } = await host.createUser();
  return { token, userId: id };
}

/** A terminal in an empty home. `confirm` is what happens while the log-in waits. */
function openHome(env: Record<string, string> = {}, confirm: (code: string) => Promise<void> = async () => {}) {
  const home = mkdtempSync(join(tmpdir(), "daymark-home-"));
  folders.push(home);
  /** Runs `daymark <name> <args>` to its end. */
  const run = async (name: string, ...args: string[]) => {
    let [out, err] = ["", ""];
    const code = await runPersonCommand(name, args, {
      env: { XDG_CONFIG_HOME: home, ...env },
      print: (text) => {
        out += `${text}\n`;
      },
      warn: (text) => {
        err += `${text}\n`;
      },
      wait: () => confirm(/code ([A-Z-]+)/.exec(out)?.[1] ?? ""),
      operatorCommands,
    });
    return { code, out, err };
  };
  return { run, file: join(home, "daymark/credentials.json") };
}

/** A person's page /device: allows or refuses the code that the command shows. */
function decide({ token }: Person, decision: "allow" | "refuse", access: "read" | "write" = "write") {
  return async (user_code: string) => {
    const body = { json: { user_code, decision, access } };
    const answer = await host.send("POST", "/trpc/connectedApp.setDevice", { token, body });
    expect(answer.status, answer.text).toBe(200);
  };
}

async function openKey({ userId }: Person, scope: "read" | "write" = "write") {
  const { key } = await insertKey(host, userId, scope);
  return openHome({ DAYMARK_SERVER: url, DAYMARK_TOKEN: key });
}

const entriesOf = async ({ token }: Person, id: number) =>
  (await host.send("GET", `/api/habits/${id}/progress/?from=2026-01-01&to=today`, { token })).json.results;

describe("the log of a day", () => {
  test("gets an entry at a time, and is listed with its times", async () => {
    const person = await createPerson();
    await host.createHabit(person.token, { title: "Water", unit: "milliliters", keeps_log: true });
    const { run } = await openKey(person);
    expect(await run("log", "Water", "250ml", "yesterday", "--at", "08:30")).toMatchObject({ code: 0, err: "" });
    const added = await run("log", "Water", "1", "l", "yesterday");
    expect(added.out).toMatch(/^✓ Water: 1250 milliliters on \d{4}-\d\d-\d\d\n$/);
    expect((await run("log", "Water", "yesterday")).out).toBe("--:--  1 liter\n08:30  250 milliliters\n");
    expect((await run("log", "Water")).out).toMatch(/^Water: no entries on /);
    expect(await run("log", "Water", "5", "--at", "8.30")).toMatchObject({
      code: 2,
      err: "“8.30” is not a time such as 08:30.\n",
    });
  });

  test("has a time after midnight on the day that has not ended by then", async () => {
    const person = await createPerson();
    await host.createHabit(person.token, { title: "Water", unit: "milliliters", keeps_log: true });
    const settings = { token: person.token, body: { day_start_hour: 4 } };
    expect((await host.send("PATCH", "/api/settings/", settings)).status).toBe(200);
    const { run } = await openKey(person);
    for (const time of ["04:00", "23:00", "01:30", "03:59"]) {
      expect(await run("log", "Water", "250ml", "2026-03-10", "--at", time)).toMatchObject({ code: 0, err: "" });
    }
    const { out } = await run("log", "Water", "2026-03-10");
    expect(out.match(/^\S+/gm)).toEqual(["04:00", "23:00", "01:30", "03:59"]);
  });

  test("is refused for a habit that keeps none", async () => {
    const person = await createPerson();
    await host.createHabit(person.token, { title: "Read" });
    const { run } = await openKey(person);
    expect(await run("log", "Read", "5")).toMatchObject({ code: 1, err: expect.stringContaining("keeps no log") });
  });
});

test("today is listed although its result depends on more days than one query covers", async () => {
  const person = await createPerson();
  const { id } = await host.createHabit(person.token, {
    title: "Check",
    schedule: { times_in_days: { times: 1, days: 366 } },
  });
  const { run } = await openKey(person);
  const before = new Date(Date.now() - 300 * 86_400_000).toISOString().slice(0, 10);
  await host.send("PUT", `/api/habits/${id}/progress/${before}/`, { token: person.token, body: { value: 1000 } });
  expect(await run("today")).toMatchObject({ code: 0, err: "", out: expect.stringMatching(/^· +Check/) });
});

describe("the log-in", () => {
  test("is allowed in a browser, kept for the user alone, used by commands, and ended on the server", async () => {
    const person = await createPerson();
    await host.createHabit(person.token, { title: "Read" });
    const { run, file } = openHome({}, decide(person, "allow"));
    const login = await run("login", "--server", `${url}/`);
    expect(login).toMatchObject({ code: 0, err: "" });
    expect(login.out).toMatch(/^Open http:\/\/localhost\/device\?user_code=[A-Z]{4}-[A-Z]{4}\n/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await run("today")).out).toContain("Read");
    const list = async () => (await host.send("GET", "/api/connected-apps/", { token: person.token })).json.results;
    expect(await list()).toMatchObject([{ name: expect.stringMatching(/^Daymark command on ./) }]);

    expect(await run("logout")).toMatchObject({ code: 0 });
    expect(await list()).toEqual([]);
    expect(await run("logout")).toEqual({ code: 1, out: "", err: "You are not logged in.\n" });
    expect(await run("today")).toMatchObject({ code: 2, err: expect.stringContaining("Say which server") });
  });

  test("waits until the user has decided, and says that it was refused", async () => {
    const person = await createPerson();
    let polls = 0;
    const { run } = openHome({}, async (code) => {
      polls += 1;
      if (polls === 3) await decide(person, "refuse")(code);
    });
    expect(await run("login", "--server", url)).toMatchObject({
      code: 1,
      err: "The log-in was refused in the browser.\n",
    });
    expect(polls).toBe(3);
  });

  test("renews an expired token, and keeps the new one", async () => {
    const person = await createPerson();
    const { run, file } = openHome({}, decide(person, "allow"));
    await run("login", "--server", url);
    const kept = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...kept, tokens: { ...kept.tokens, expiresAt: 0 } }));
    expect(await run("today")).toMatchObject({ code: 0 });
    const renewed = JSON.parse(readFileSync(file, "utf8"));
    expect(renewed.tokens.refreshToken).not.toBe(kept.tokens.refreshToken);
    expect(renewed.tokens.expiresAt).toBeGreaterThan(Date.now());
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("that the user has disconnected asks for a new one, which replaces it", async () => {
    const person = await createPerson();
    const { run } = openHome({}, decide(person, "allow"));
    await run("login", "--server", url);
    const [app] = (await host.send("GET", "/api/connected-apps/", { token: person.token })).json.results;
    await host.send("DELETE", `/api/connected-apps/${app.id}/`, { token: person.token });
    expect(await run("today")).toEqual({
      code: 1,
      out: "",
      err: "The log-in has ended, or the token is wrong: run “daymark login”.\n",
    });
    expect(await run("login")).toMatchObject({ code: 0 });
    expect(await run("today")).toMatchObject({ code: 0 });
  });

  test("finds the server to which an address leads, and refuses one without Daymark", async () => {
    const person = await createPerson();
    const other = createServer((request, response) =>
      response.writeHead(301, { location: `${url}${request.url}` }).end(),
    );
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const { run, file } = openHome({}, decide(person, "allow"));
    expect(await run("login", "--server", address)).toMatchObject({
      code: 0,
      err: `${address} redirects to ${url}.\n`,
    });
    expect(JSON.parse(readFileSync(file, "utf8")).server).toBe(url);
    other.removeAllListeners("request");
    other.on("request", (_, response) => response.writeHead(404).end("Nothing here"));
    const refused = { code: 1, out: "", err: `There is no Daymark at ${address}.\n` };
    expect(await run("login", "--server", address)).toEqual(refused);
    other.close();
  });

  test("is never sent to another server", async () => {
    const person = await createPerson();
    const { run, file } = openHome({}, decide(person, "allow"));
    await run("login", "--server", url);
    const elsewhere = openHome({ DAYMARK_SERVER: "http://127.0.0.1:9" });
    mkdirSync(join(elsewhere.file, ".."));
    writeFileSync(elsewhere.file, readFileSync(file));
    expect(await elsewhere.run("today")).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^You are not logged in to http:\/\/127\.0\.0\.1:9: /),
    });
  });
});

describe("done", () => {
  test("records an amount with its unit, on the day that is named", async () => {
    const person = await createPerson();
    const { id } = await host.createHabit(person.token, {
      ...{ title: "Running", short_name: "run", target: 5, unit: "kilometers" },
    });
    const { run } = await openKey(person);
    expect(await run("done", "run", "5km", "yesterday")).toMatchObject({ code: 0, err: "" });
    expect((await run("done", "@run", "2.5", "km")).out).toMatch(/^✓ Running: 2500 meters on \d{4}-\d\d-\d\d\n$/);
    expect(await run("done", "Running", "3", "2026-02-03")).toMatchObject({ code: 0 });
    expect(await entriesOf(person, id)).toMatchObject([
      { day: "2026-02-03", value: 3, unit: "kilometers" },
      { value: 5, unit: "kilometers" },
      { value: 2500, unit: "meters" },
    ]);
  });

  test("without an amount raises the day to its goal, and leaves a larger value as it is", async () => {
    const person = await createPerson();
    const { id } = await host.createHabit(person.token, { title: "Read", target: 20, unit: "repetitions" });
    const { run } = await openKey(person);
    const { out } = await run("done", "read", "--json");
    expect(JSON.parse(out)).toMatchObject({ habit_id: id, value: 20 });
    await run("done", "read", "35");
    expect(JSON.parse((await run("done", "read", "--json")).out)).toMatchObject({ value: 35 });
  });

  test("confirms a day of a bad habit, and keeps an amount that is there", async () => {
    const person = await createPerson();
    const { id } = await host.createHabit(person.token, {
      title: "Sweets",
      type: "bad",
      target: 2,
      unit: "repetitions",
    });
    const { run } = await openKey(person);
    expect(await run("done", "sweets")).toMatchObject({ code: 0 });
    expect(await entriesOf(person, id)).toMatchObject([{ value: null, confirmed: true }]);
    await run("done", "sweets", "1");
    expect(await run("done", "sweets")).toMatchObject({ code: 1, err: expect.stringContaining("has 1 repetition on") });
    expect(await entriesOf(person, id)).toMatchObject([{ value: 1 }]);
  });

  test.each([
    [[], 2, "Say which habit"],
    [["run", "soon"], 2, "“soon” is neither an amount"],
    [["run", "today", "yesterday"], 2, "Give one day"],
    [["run", "5", "--fast"], 2, "--fast"],
    [["swim"], 1, "No active habit matches “swim”."],
    [["run", "20000"], 1, "10000"],
    [["run", "5min"], 2, "is not a unit of this habit"],
    [["morning"], 1, "matches several habits: Morning run, Morning walk."],
  ])("%j is refused with code %i and one sentence: %s", async (args, code, sentence) => {
    const person = await createPerson();
    await host.createHabit(person.token, { title: "Morning run", unit: "kilometers" });
    await host.createHabit(person.token, { title: "Morning walk", unit: "kilometers" });
    const { run } = await openKey(person);
    const result = await run("done", ...args);
    expect(result).toMatchObject({ code, out: "" });
    expect(result.err).toContain(sentence);
    expect(result.err.trim()).not.toContain("\n");
  });

  test("is refused to a key that may only read", async () => {
    const person = await createPerson();
    await host.createHabit(person.token, { title: "Read" });
    const { run } = await openKey(person, "read");
    expect(await run("done", "read")).toMatchObject({ code: 1, out: "" });
    expect((await run("today")).code).toBe(0);
  });
});

test("today lists what is done, open and off, by the rules of the dashboard", async () => {
  const person = await createPerson();
  for (const title of ["Read", "Walk"]) await host.createHabit(person.token, { title, target: 10, unit: "minutes" });
  const { run } = await openKey(person);
  await run("done", "walk", "15min");
  const weekday = new Date().getDay() || 7;
  const weekdays = [1, 2, 3, 4, 5, 6, 7].filter((day) => Math.abs(day - weekday) % 6 > 1);
  await host.createHabit(person.token, { title: "Swim", target: 1, unit: "hours", weekdays });
  const { out } = await run("today");
  expect(out).toContain("○  Read  0 of 10 minutes\n✓  Walk  15 of 10 minutes\n·  Swim  0 of 1 hour\n");
  expect(out).toMatch(/\d{4}-\d\d-\d\d: 1 open\n$/);
  const state = JSON.parse((await run("today", "--json")).out);
  expect(state).toMatchObject({
    open: 1,
    habits: [{ result: "awaiting" }, { result: "achieved" }, { result: "rest" }],
  });
});

test("today tells what is due of every rhythm, from the entries of the whole week, month or quarter", async () => {
  const person = await createPerson();
  await host.database.sql`update users set plan = 'paid' where id = ${person.userId}`;
  const day = new Date().toLocaleDateString("sv-SE");
  const before = new Date(Date.parse(day) - 24 * 3_600_000).toISOString().slice(0, 10);
  const first = `${day.slice(0, 5)}${String(Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, "0")}-01`;
  const create = (given: object) => host.createHabit(person.token, { target: 1, unit: "repetitions", ...given });
  await create({ title: "Due", schedule: { every_days: 3, from: day } });
  await create({ title: "Off", schedule: { every_days: 3, from: before } });
  const amount = await create({ title: "Amount", target: 300, unit: "minutes", schedule: { target_per: "quarter" } });
  const times = await create({ title: "Times", schedule: { times_per_quarter: 1 } });
  const { run } = await openKey(person);
  await run("done", `${amount.id}`, "250min", first);
  await run("done", `${amount.id}`, "60min");
  await run("done", `${times.id}`, first);
  const { out } = await run("today");
  expect(out).toContain("○  Due     0 of 1 repetition\n·  Off     0 of 1 repetition\n");
  expect(out).toMatch(/ {2}Amount {2}(310|60) of 300 minutes this quarter\n/);
  expect(out).toMatch(/ {2}Times {3}[01] of 1 repetition, 1 of 1 day this quarter\n/);
  const state = JSON.parse((await run("today", "--json")).out);
  expect(state.open).toBe(day === first ? 2 : 1);
  expect(await run("done", `${amount.id}`)).toMatchObject({
    code: 1,
    err: "The goal of “Amount” is for a whole quarter, not for a day: give the amount.\n",
  });
  expect(state.habits[3].period).toEqual({ period: "quarter", done: 1, goal: 1, of: "days" });
});

test("the day of a person whose day begins late is still yesterday", async () => {
  const person = await createPerson();
  await host.createHabit(person.token, { title: "Read", target: 1 });
  const { run } = await openKey(person);
  await host.database.sql`update users set day_start_hour = 5 where id = ${person.userId}`;
  process.env.TZ = zoneAt(2);
  try {
    const before = new Date(Date.now() - 24 * 3_600_000).toLocaleDateString("sv-SE");
    expect(JSON.parse((await run("today", "--json")).out).day).toBe(before);
  } finally {
    process.env.TZ = zoneAt(12);
  }
});

test("stats shows all habits, or one, as a table and as JSON", async () => {
  const person = await createPerson();
  const { id } = await host.createHabit(person.token, {
    title: "Read",
    short_name: "book",
    target: 1,
    unit: "repetitions",
  });
  await host.createHabit(person.token, { title: "Walk" });
  const { run } = await openKey(person);
  await run("done", "@book", "yesterday");
  await run("done", "@book");
  const { out } = await run("stats");
  expect(out).toMatch(/^Habit {2}Streak +Longest +Success +Strength\nRead {3}2 days +2 +100% +\d+%\nWalk /);
  const one = JSON.parse((await run("stats", "@book", "--json")).out);
  expect(one).toMatchObject({ habit_id: id, current_streak: 2 });
});

test("an unreachable server is reported in one sentence", async () => {
  const { run } = openHome({ DAYMARK_SERVER: "http://127.0.0.1:9", DAYMARK_TOKEN: "dmk_x" });
  expect(await run("stats")).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^The server cannot be reached \(.+\)\.\n$/),
  });
});

describe("the completion", () => {
  test("for bash is valid, and completes commands and options", async () => {
    const { out } = await openHome().run("completion", "bash");
    execFileSync("bash", ["-n"], { input: out });
    const complete = (...words: string[]) =>
      execFileSync("bash", [
        "-c",
        `${out}\nCOMP_WORDS=(daymark "$@"); COMP_CWORD=$#; _daymark; echo "\${COMPREPLY[*]}"`,
        "bash",
        ...words,
      ])
        .toString()
        .trim();
    expect(complete("to")).toBe("today");
    expect(complete("")).toBe("login logout today done log stats completion start backup restore upgrade admin");
    expect(complete("login", "--")).toBe("--server --read-only --help");
    expect(complete("completion", "f")).toBe("fish");
  });

  test.each(["zsh", "fish"])("for %s names all commands, and is valid where that shell is installed", async (shell) => {
    const { out, code } = await openHome().run("completion", shell);
    expect(code).toBe(0);
    for (const name of ["login", "today", "done", "--json", "backup"]) expect(out).toContain(name);
    const isInstalled = (process.env.PATH ?? "")
      .split(":")
      .some((folder) => statSync(join(folder, shell), { throwIfNoEntry: false }));
    if (isInstalled) execFileSync(shell, ["-n"], { input: out });
  });

  test("for another shell is refused", async () => {
    expect(await openHome().run("completion", "tcsh")).toMatchObject({ code: 2, out: "" });
  });
});

test.each(["login", "logout", "today", "done", "stats", "completion"])("%s has a page of help", async (name) => {
  const { out, code } = await openHome().run(name, "--help");
  expect({ code, first: out.split("\n")[0] }).toEqual({ code: 0, first: expect.stringContaining(`daymark ${name}`) });
});
