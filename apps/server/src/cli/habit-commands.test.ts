import { afterAll, describe, expect, test } from "vitest";
import { insertKey } from "../testing-calls.ts";
import { createTerminals, type Person } from "./testing-terminals.ts";

const terminals = await createTerminals();
const { host, url, createPerson, openHome } = terminals;

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
  await terminals.drop();
});

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
