import { randomBytes } from "node:crypto";
import { createLimits } from "@daymark/auth/limits/rate-limit";
import { calendarLinks } from "@daymark/db/schema/connection/calendar-link";
import { habits } from "@daymark/db/schema/habit";
import { users } from "@daymark/db/schema/user";
import { isDistributed } from "@daymark/db/testing";
import type { CalendarMark } from "@daymark/domain/calendar/calendar-link";
import { calendarLinksMax } from "@daymark/domain/calendar/calendar-link";
import { eq } from "drizzle-orm";
import { parseICS } from "node-ical";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { toProblem } from "../base/error.ts";
import { readInTurn } from "../procedure/long-reads.ts";
import { createTestApi, habitInput, noon, type TestUser } from "../testing.ts";
import { admitReader } from "./read.ts";

const api = await createTestApi({ max: 20, publicUrl: "https://habits.example" });
const { db, clock } = api;
afterAll(api.drop);
beforeEach(() => {
  clock.now = noon;
});

const minute = 60_000;
const create = (user: TestUser, values: { group_name?: string | null; shows?: CalendarMark[] } = {}) =>
  user.caller.calendarLink.create({ shows: ["due", "done", "missed"], ...values });
const tokenOf = (url: string) => url.split("/").at(-2) ?? "";
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => toProblem(error).key,
  );

async function read(url: string): Promise<string> {
  const { content } = await api.guest.calendarLink.read({ token: tokenOf(url) });
  return new Response(content as ReadableStream<Uint8Array>).text();
}

/** The days of the events, each with its title, as an independent reader of iCalendar understands them. */
async function eventsAt(url: string): Promise<string[]> {
  const parsed = Object.values(parseICS(await read(url)));
  return parsed
    .flatMap((event) => (event?.type === "VEVENT" ? [`${localDay(event.start)} ${String(event.summary)}`] : []))
    .sort();
}

/** The reader gives the midnight of the reader's own zone. */
function localDay(start: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${start.getFullYear()}-${two(start.getMonth() + 1)}-${two(start.getDate())}`;
}

test("an address is shown once, stored as a hash, and identified by its last characters", async () => {
  const user = await api.createUser();
  const { url, ...told } = await create(user, { shows: ["due"] });
  expect(url).toMatch(/^https:\/\/habits\.example\/api\/calendars\/[\w-]{43}\/daymark\.ics$/);
  expect(told).toEqual({
    id: expect.any(Number),
    group_name: null,
    shows: ["due"],
    link_end: tokenOf(url).slice(-4),
    last_read_at: null,
    created_at: new Date(noon).toISOString(),
  });
  expect(await user.caller.calendarLink.list({})).toEqual({ results: [told], next: null });
  expect(JSON.stringify(await db.select().from(calendarLinks))).not.toContain(tokenOf(url));
});

describe("a calendar", () => {
  test("is not refused because a stranger, who knows its address, reads it too often", async () => {
    const { url } = await create(await api.createUser());
    const services = { limits: createLimits({ sql: api.sql, secretKey: randomBytes(32) }) };
    const readFrom = (address: string) => {
      const client = { address, userAgent: "" };
      return refusal(admitReader({ db, now: () => clock.now, client, services }, tokenOf(url)));
    };
    // All /64 of a /48 may be the stranger's.
    for (let count = 0; count < 60; count++) expect(await readFrom(`2001:db8:7:${count % 8}::1`)).toBeNull();
    expect(await readFrom("2001:db8:7:8::1")).toBe("too_many_requests");
    expect(await readFrom("2001:db8:8::1")).toBeNull();
  });

  test("has an escaped name, also for a group that was named before names had one line", async () => {
    const user = await api.createUser();
    const habit = await user.caller.habit.create({ ...habitInput, group_name: "a\r\nb\tc" });
    expect(habit.group_name).toBe("a b c");
    const group_name = "a\r\nX-INJECTED:1\nb;c,d\\e";
    await db.update(habits).set({ group_name }).where(eq(habits.id, habit.id));
    const { url } = await create(user, { group_name });
    const lines = (await read(url)).split("\r\n");
    const name = "Daymark: a\\nX-INJECTED:1\\nb\\;c\\,d\\\\e";
    expect(lines.filter((line) => /NAME|INJECTED/.test(line))).toEqual([`NAME:${name}`, `X-WR-CALNAME:${name}`]);
    expect(Object.values(parseICS(lines.join("\r\n"))).some((event) => event?.type === "VEVENT")).toBe(true);
  });

  test("asks apps to read it once an hour, by the property of RFC 7986 and the one that Outlook reads", async () => {
    const { url } = await create(await api.createUser());
    const lines = (await read(url)).split("\r\n");
    expect(lines.filter((line) => /REFRESH|TTL/.test(line)).sort()).toEqual([
      "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
      "X-PUBLISHED-TTL:PT1H",
    ]);
  });

  test("has the days that were done and missed, and those that are due, without days off and vacations", async () => {
    clock.now = Date.parse("2026-03-02T12:00:00Z");
    const user = await api.createUser();
    const habit = await user.caller.habit.create({ ...habitInput, title: "Read", weekdays: [1, 2, 3, 4, 5] });
    clock.now = Date.parse("2026-03-06T12:00:00Z");
    await user.caller.progress.set({ id: habit.id, day: "2026-03-02", value: habitInput.target });
    await user.caller.progress.set({ id: habit.id, day: "2026-03-04", skipped: true });
    await user.caller.vacation.create({ from: "2026-03-09", to: "2026-03-10" });
    const { url } = await create(user);
    expect((await eventsAt(url)).slice(0, 6)).toEqual([
      "2026-03-02 ✓ Read",
      "2026-03-03 ✗ Read",
      "2026-03-05 ✗ Read",
      "2026-03-06 Read",
      "2026-03-11 Read",
      "2026-03-12 Read",
    ]);
  });

  test("keeps each day on its date over the hours that clocks skip and repeat", async () => {
    clock.now = Date.parse("2026-03-27T12:00:00Z");
    const user = await api.createUser();
    await db.update(users).set({ timezone: "Europe/Kyiv" }).where(eq(users.id, user.user.id));
    await user.caller.habit.create({ ...habitInput, title: "Read" });
    const { url } = await create(user, { shows: ["due"] });
    const days = (await eventsAt(url)).map((event) => event.slice(0, 10));
    expect(days.slice(0, 5)).toEqual(["2026-03-27", "2026-03-28", "2026-03-29", "2026-03-30", "2026-03-31"]);
    expect(new Set(days).size).toBe(61);
  });

  test("judges the first day it shows by the whole quarter of that day", async () => {
    clock.now = Date.parse("2026-01-01T12:00:00Z");
    const user = await api.createUser();
    const schedule = { times_per_quarter: 1 };
    const { id } = await user.caller.habit.create({ ...habitInput, title: "Dentist", schedule });
    await user.caller.progress.set({ id, day: "2026-01-02", value: habitInput.target });
    // The calendar begins on 21 March, and the quarter in which the habit was done ends ten days later.
    clock.now = Date.parse("2026-05-20T12:00:00Z");
    const { url } = await create(user);
    const events = await eventsAt(url);
    expect([events[0], events.length]).toEqual(["2026-05-20 Dentist", 42 + 19]);
  });

  test("shows only the marks and the group that were chosen, and follows a renamed group", async () => {
    const user = await api.createUser();
    await user.caller.habit.create({ ...habitInput, title: "Read", group_name: "Evening" });
    await user.caller.habit.create({ ...habitInput, title: "Run" });
    await user.caller.habit.create({ ...habitInput, title: "Smoke", type: "bad", group_name: "Evening" });
    const { url } = await create(user, { group_name: "Evening", shows: ["due"] });
    await user.caller.habit.renameGroup({ from: "Evening", to: "Night" });
    const titles = (await eventsAt(url)).map((event) => event.slice(11));
    expect(new Set(titles)).toEqual(new Set(["Read"]));
    expect(await read(url)).toContain("NAME:Daymark: Night");
  });

  test("of a group that is dissolved shows no habits, and not all of them", async () => {
    const user = await api.createUser();
    await user.caller.habit.create({ ...habitInput, title: "Read", group_name: "Evening" });
    await user.caller.habit.create({ ...habitInput, title: "Private" });
    const { url } = await create(user, { group_name: "Evening" });
    expect(await read(url)).toContain("Read");
    await user.caller.habit.renameGroup({ from: "Evening", to: null });
    expect(await eventsAt(url)).toEqual([]);
    expect((await user.caller.calendarLink.list({})).results).toMatchObject([{ group_name: "Evening" }]);
  });

  test("keeps the same text while nothing changes, and the UID of a day whose mark changes", async () => {
    const user = await api.createUser();
    const habit = await user.caller.habit.create({ ...habitInput, title: "Read, slowly; “aloud”" });
    const { url } = await create(user);
    const before = await read(url);
    clock.now += minute;
    expect(await read(url)).toBe(before);
    const [day = ""] = (await user.caller.habit.list({})).results.map(({ first_day }) => first_day);
    await user.caller.progress.set({ id: habit.id, day, value: habitInput.target });
    const after = await read(url);
    expect(after).not.toBe(before);
    const uids = (text: string) => text.match(/^UID:.*$/gm);
    expect(uids(after)).toEqual(uids(before));
    expect((await eventsAt(url))[0]).toBe(`${day} ✓ Read, slowly; “aloud”`);
  });

  test("has at most 10,000 events, around today, however many habits there are", async () => {
    const user = await api.createUser({ plan: "paid" });
    await api.sql`
      insert into habits (user_id, title, type, unit, hue, position, created_on)
      select ${user.user.id}, 'Habit ' || n, 'good', 'minutes', 0, n, '2020-01-01' from generate_series(1, 400) n`;
    await api.sql`
      insert into habit_targets (user_id, habit_id, from_day, target)
      select user_id, id, '2020-01-01', 10 from habits where user_id = ${user.user.id}`;
    const { url } = await create(user);
    const events = await eventsAt(url);
    expect(events).toHaveLength(400 * 25);
    expect([events[0]?.slice(0, 10), events.at(-1)?.slice(0, 10)]).toEqual(["2026-11-09", "2026-12-03"]);
  });

  // The coordinator of a distributed database does not count the rows that its workers read.
  test.skipIf(isDistributed)("reads years of days only for the habit whose schedule asks for them", async () => {
    const user = await api.createUser({ plan: "paid" });
    await api.sql`
      insert into habits (user_id, title, type, unit, hue, position, created_on, schedule)
      select ${user.user.id}, 'Habit ' || n, 'good', 'minutes', 0, n, '2020-01-01',
        case when n = 1 then '{"times_in_days": {"times": 180, "days": 366}}'::jsonb end
      from generate_series(1, 80) n`;
    await api.sql`
      insert into habit_targets (user_id, habit_id, from_day, target)
      select user_id, id, '2020-01-01', 10 from habits where user_id = ${user.user.id}`;
    await api.sql`
      insert into progress (user_id, habit_id, day, value, unit)
      select user_id, id, date '2026-11-21' + n, 10, 'minutes'
      from habits, generate_series(-700, 700) n where user_id = ${user.user.id}`;
    await api.sql`analyze progress`;
    const { url } = await create(user);
    const { db } = await api.countStatements();
    const rowsRead = async () => {
      await db.$client`select pg_stat_force_next_flush()`;
      const [row] = await api.sql<[{ count: number }]>`
        select (s.seq_tup_read + sum(i.idx_tup_read))::int as count
        from pg_stat_user_tables s join pg_stat_user_indexes i using (relid) where s.relname = 'progress'
        group by s.seq_tup_read`;
      return row.count;
    };
    const before = await rowsRead();
    await api.guestWith({ db }).calendarLink.read({ token: tokenOf(url) });
    const [shown, long, firstDays] = [80 * 121, 1401, 2 * 80];
    const count = (await rowsRead()) - before;
    expect(count).toBeGreaterThan(shown);
    expect(count).toBeLessThan(shown + long + firstDays + 500);
  });

  test("tells when it was last read, at most a minute behind", async () => {
    const user = await api.createUser();
    const { url } = await create(user);
    await read(url);
    clock.now += minute / 2;
    await read(url);
    const lastRead = async () => (await user.caller.calendarLink.list({})).results[0]?.last_read_at;
    expect(await lastRead()).toBe(new Date(noon).toISOString());
    clock.now += minute;
    await read(url);
    expect(await lastRead()).toBe(new Date(clock.now).toISOString());
  });
});

describe("an address ends", () => {
  test("at once when it is revoked", async () => {
    const user = await api.createUser();
    const { id, url } = await create(user);
    await user.caller.calendarLink.delete({ id });
    expect(await refusal(read(url))).toBe("calendar_not_found");
  });

  test("when its account may no longer log in", async () => {
    const user = await api.createUser();
    const { url } = await create(user);
    await db.update(users).set({ is_active: false }).where(eq(users.id, user.user.id));
    expect(await refusal(read(url))).toBe("calendar_not_found");
  });
});

test("a calendar waits for no long reads, neither of its owner nor of others", async () => {
  const user = await api.createUser();
  const others = [await api.createUser(), await api.createUser()];
  const { url } = await create(user);
  await user.caller.habit.create(habitInput);
  const held = Promise.withResolvers<void>();
  const readers = [user, ...others].map(({ user: { id } }, index) => ({
    user: { id },
    client: { address: `203.0.${index}.9`, userAgent: "" },
    services: { longWorkDb: db },
  }));
  const holding = readers.map((reader) => readInTurn(reader, () => held.promise));
  expect(await eventsAt(url)).not.toEqual([]);
  held.resolve();
  await Promise.all(holding);
});

test("another user can neither see nor revoke an address", async () => {
  const [owner, stranger] = [await api.createUser(), await api.createUser()];
  const { id } = await create(owner);
  expect((await stranger.caller.calendarLink.list({})).results).toEqual([]);
  expect(await refusal(stranger.caller.calendarLink.delete({ id }))).toBe("calendar_not_found");
});

test("an account has a bounded number of addresses, also under concurrency", async () => {
  const user = await api.createUser();
  // All in parallel would take a slow machine longer than a call waits for the user's lock.
  for (let count = 0; count < calendarLinksMax - 3; count++) await create(user);
  const answers = await Promise.all(Array.from({ length: 6 }, () => refusal(create(user))));
  expect(answers.filter((key) => key === "conflict")).toHaveLength(3);
  expect((await user.caller.calendarLink.list({})).results).toHaveLength(calendarLinksMax);
});

test.each(["", "x", "a".repeat(43), "a".repeat(64), "../".repeat(14)])(
  "the address %s has no calendar",
  async (token) => {
    expect(await refusal(api.guest.calendarLink.read({ token }))).toBe("calendar_not_found");
  },
);
