import { execFile, execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { users } from "@daymark/db/schema/user";
import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { createTestApi, habitInput } from "../testing.ts";

const run = promisify(execFile);
const hasReaders = ["khal", "vdirsyncer"].every((name) => {
  try {
    execFileSync(name, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
});

/** The zone of the owner and of the readers. */
const zone = "Europe/Kyiv";

const api = await createTestApi({ publicUrl: "https://habits.example" });
const directory = await mkdtemp(join(tmpdir(), "daymark-readers-"));
afterAll(async () => {
  await api.drop();
  await rm(directory, { recursive: true });
});

/** A calendar of a daily habit, done on every second day from ten days before a day to that day. */
async function writeCalendarAt(day: string): Promise<string> {
  const today = toDayNumber(day);
  const startOf = (number: number) => Date.parse(`${fromDayNumber(number)}T12:00:00Z`);
  api.clock.now = startOf(today - 10);
  const { user, caller } = await api.createUser();
  await api.db.update(users).set({ timezone: zone }).where(eq(users.id, user.id));
  const { id } = await caller.habit.create({ ...habitInput, title: "Read" });
  for (let number = today - 10; number <= today; number += 2) {
    api.clock.now = startOf(number);
    await caller.progress.set({ id, day: fromDayNumber(number), value: habitInput.target });
  }
  const { url } = await caller.calendarLink.create({ shows: ["due", "done", "missed"] });
  const { content } = await api.guest.calendarLink.read({ token: url.split("/").at(-2) ?? "" });
  return new Response(content as ReadableStream<Uint8Array>).text();
}

/** Lets vdirsyncer fetch a calendar over HTTP, and returns the directory in which it keeps the events. */
async function fetchByVdirsyncer(calendar: string, name: string): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/calendar; charset=utf-8" }).end(calendar);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const events = join(directory, name, "events");
  await mkdir(join(directory, name, "status"), { recursive: true });
  const config = join(directory, name, "vdirsyncer.conf");
  await writeFile(
    config,
    `[general]
status_path = "${join(directory, name, "status")}"
[pair daymark]
a = "web"
b = "files"
collections = null
[storage web]
type = "http"
url = "http://127.0.0.1:${port}/daymark.ics"
[storage files]
type = "filesystem"
path = "${events}"
fileext = ".ics"
`,
  );
  try {
    const env = { ...process.env, TZ: zone, VDIRSYNCER_CONFIG: config };
    await run("sh", ["-c", "yes | vdirsyncer discover && vdirsyncer sync"], { env });
  } finally {
    server.close();
  }
  return events;
}

/** The events of a range of days as khal lists them, such as `2026-03-29 ✓ Read`. */
async function listByKhal(events: string, from: string, days: number): Promise<string[]> {
  const config = join(events, "../khal.conf");
  await writeFile(
    config,
    `[calendars]
[[daymark]]
path = ${events}
[locale]
local_timezone = ${zone}
default_timezone = ${zone}
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
timeformat = %H:%M
[sqlite]
path = ${join(events, "../khal.db")}
`,
  );
  const options = ["--format", "{start-long} {title}", "--day-format", "", from, `${days}d`];
  const env = { ...process.env, TZ: zone, LC_ALL: "C.UTF-8" };
  const { stdout } = await run("khal", ["-c", config, "list", ...options], { env });
  return stdout.split("\n").filter((line) => line.trim());
}

describe.skipIf(!hasReaders)("khal, with what vdirsyncer fetched, shows each event on its day", () => {
  test.each([
    ["23", "2026-03-29"],
    ["25", "2026-10-25"],
  ])("around a day of %s hours", async (hours, day) => {
    const events = await fetchByVdirsyncer(await writeCalendarAt(day), hours);
    const today = toDayNumber(day);
    const expected = Array.from({ length: 16 }, (_, index) => {
      const number = today - 10 + index;
      const sign = number > today ? "" : index % 2 === 0 ? "✓ " : "✗ ";
      return `${fromDayNumber(number)} ${sign}Read`;
    });
    expect(await listByKhal(events, fromDayNumber(today - 10), 16)).toEqual(expected);
  });
});
