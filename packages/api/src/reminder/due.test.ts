import { pushSubscriptions } from "@daymark/db/schema/reminder";
import { users } from "@daymark/db/schema/user";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { TestUser } from "../testing.ts";
import { createReminderApi, newSubscription } from "./testing.ts";

const api = await createReminderApi();
afterAll(api.drop);

/** 21 November 2026 is a Saturday; nine in the evening in Kyiv is 19:00 UTC. */
const day = "2026-11-21";
const nine = `${day}T19:00:02Z`;
const nothing = { pushed: [], mailed: [] };

let reader: TestUser;
beforeEach(async () => {
  await api.deleteAll();
  reader = await api.createReader();
});

test("a reminder is sent once at its time through each of its channels, and then on its next day", async () => {
  const { reminder } = await api.createDue(reader);
  expect(await api.toldAt(`${day}T18:59:59Z`)).toEqual(nothing);
  expect(await api.toldAt(nine)).toEqual({ pushed: [["Run"]], mailed: [["Run"]] });
  expect(await api.nextOf(reminder.id)).toBe("2026-11-22T19:00:00.000Z");
  expect(await api.toldAt(`${day}T19:01:00Z`)).toEqual(nothing);
  expect(await api.toldAt("2026-11-22T19:00:00Z")).toEqual({ pushed: [["Run"]], mailed: [["Run"]] });
});

test("a reminder uses only its chosen channels", async () => {
  await api.createDue(reader, { by_mail: false, habit: { title: "By push" } });
  await api.createDue(reader, { by_push: false, habit: { title: "By mail" } });
  expect(await api.toldAt(nine)).toEqual({ pushed: [["By push"]], mailed: [["By mail"]] });
});

test("a reminder is sent only on its weekdays", async () => {
  await api.createDue(reader, { weekdays: [7], habit: { title: "Sunday" } });
  await api.createDue(reader, { weekdays: [6], habit: { title: "Saturday" } });
  expect((await api.toldAt(nine)).mailed).toEqual([["Saturday"]]);
  expect((await api.toldAt("2026-11-22T19:00:00Z")).mailed).toEqual([["Sunday"]]);
});

describe("a good habit", () => {
  const record = (id: number, entry: object, on = day) => reader.caller.progress.set({ id, day: on, ...entry });

  test("is not mentioned once it is done, skipped or archived, but is while something is left to do", async () => {
    const made = [];
    for (const title of ["Done", "Half", "Skipped"]) made.push(await api.createDue(reader, { habit: { title } }));
    const [done, half, skipped] = made.map(({ habit }) => habit.id) as [number, number, number];
    await record(done, { value: 10 });
    await record(half, { value: 9, note: "tired" });
    await record(skipped, { skipped: true });
    expect(await api.toldAt(nine)).toEqual({ pushed: [["Half"]], mailed: [["Half"]] });
    await reader.caller.habit.update({ id: half, archived: true });
    expect(await api.toldAt("2026-11-22T19:00:00Z")).toEqual({
      pushed: [["Done", "Skipped"]],
      mailed: [["Done", "Skipped"]],
    });
  });

  test("is judged by a past schedule that still holds today, with all days of its period", async () => {
    // So it is after a flight to the west: the change was made on a day that has not begun here.
    const { habit } = await api.createDue(reader, { habit: { weekdays: [1] } });
    await record(habit.id, { value: 10 }, "2026-11-01");
    const monthly = { until: day, weekdays: [1, 2, 3, 4, 5, 6, 7], schedule: { times_per_month: 1 } };
    // A list without weekdays would end the job. It ended long ago, so it is not read.
    const past = JSON.stringify([{ until: "2026-01-01" }, monthly]);
    await api.db.execute(sql`update habits set past_schedules = ${past}::text::jsonb where id = ${habit.id}`);
    expect((await api.toldAt(nine)).mailed).toEqual([]);
  });

  test("is judged by a past schedule of long windows that still holds today, with all days of its window", async () => {
    const { habit } = await api.createDue(reader, { habit: { schedule: { times_in_days: { times: 1, days: 7 } } } });
    // 199 days before the day: the last one of a window of 200 days.
    await record(habit.id, { value: 10 }, "2026-05-06");
    const longWindows = { weekdays: [1, 2, 3, 4, 5, 6, 7], schedule: { times_in_days: { times: 1, days: 200 } } };
    const changedOn = async (until: string) => {
      const past = JSON.stringify([{ until, ...longWindows }]);
      await api.db.execute(sql`update habits set past_schedules = ${past}::text::jsonb where id = ${habit.id}`);
      await api.sql`update reminders set next_at = ${nine}::timestamptz`;
      return (await api.toldAt(nine)).mailed;
    };
    expect(await changedOn(day)).toEqual([]);
    expect(await changedOn("2026-11-20")).toEqual([["Run"]]);
  });

  test("is judged by the same date a year ago, if it is due twelve months after the last time", async () => {
    const { habit } = await api.createDue(reader, { habit: { schedule: { months_since_last: 12 } } });
    await record(habit.id, { value: 10 }, "2025-11-22");
    expect((await api.toldAt(nine)).mailed).toEqual([]);
    await api.sql`update progress set day = '2025-11-21'`;
    await api.sql`update reminders set next_at = ${nine}::timestamptz`;
    expect((await api.toldAt(nine)).mailed).toEqual([["Run"]]);
  });

  test("is judged by today's target", async () => {
    const { habit } = await api.createDue(reader);
    await record(habit.id, { value: 10 });
    await reader.caller.habit.update({ id: habit.id, target: 20 });
    expect((await api.toldAt(nine)).mailed).toEqual([["Run"]]);
  });

  test("is judged by today's target among a thousand others, or by the first one if all start later", async () => {
    const many = await api.createDue(reader, { habit: { title: "Many" } });
    const later = await api.createDue(reader, { habit: { title: "Later" } });
    await api.sql`delete from habit_targets`;
    await api.sql`
      insert into habit_targets (user_id, habit_id, from_day, target)
      select ${reader.user.id}::bigint, ${many.habit.id}::bigint, ${day}::date + n, case n when -20 then 7 when 3 then 9 else 1 end
      from generate_series(-500, 500) n where n not between -19 and 2
      union all select ${reader.user.id}, ${later.habit.id}, ${day}::date + n, 500 - n from generate_series(100, 120) n`;
    const recordBoth = async (values: readonly [number, number]) => {
      await record(many.habit.id, { value: values[0] });
      await record(later.habit.id, { value: values[1] });
    };
    await recordBoth([6, 399]);
    expect((await api.toldAt(nine)).mailed).toEqual([["Many", "Later"]]);
    await api.sql`update reminders set next_at = ${nine}::timestamptz`;
    await recordBoth([7, 400]);
    expect(await api.toldAt(nine)).toEqual(nothing);
  });

  test("is not mentioned on its days off", async () => {
    await api.createDue(reader, { habit: { weekdays: [1, 2, 3, 4, 5] } });
    expect(await api.toldAt(nine)).toEqual(nothing);
    expect((await api.toldAt("2026-11-23T19:00:00Z")).mailed).toEqual([["Run"]]);
  });

  test("is not mentioned once its weekly goal is met, until the next week", async () => {
    const { habit } = await api.createDue(reader, { habit: { schedule: { times_per_week: 2 } } });
    await record(habit.id, { value: 10 }, "2026-11-17");
    expect((await api.toldAt(nine)).mailed).toEqual([["Run"]]);
    await record(habit.id, { value: 10 }, "2026-11-18");
    expect(await api.toldAt("2026-11-22T19:00:00Z")).toEqual(nothing);
    expect((await api.toldAt("2026-11-23T19:00:00Z")).mailed).toEqual([["Run"]]);
  });

  test("is not mentioned during a vacation", async () => {
    await api.createDue(reader);
    await reader.caller.vacation.create({ from: day, to: "2026-11-22" });
    expect(await api.toldAt(nine)).toEqual(nothing);
    expect(await api.toldAt("2026-11-22T19:00:00Z")).toEqual(nothing);
    expect((await api.toldAt("2026-11-23T19:00:00Z")).mailed).toEqual([["Run"]]);
  });
});

test("a reminder of a bad habit is sent unless its day is already known", async () => {
  const made = [];
  for (const title of ["Open", "Within", "Over"]) {
    made.push(await api.createDue(reader, { habit: { title, type: "bad" } }));
  }
  const [open, within, over] = made.map(({ habit }) => habit.id) as [number, number, number];
  await reader.caller.progress.set({ id: within, day, value: 1 });
  await reader.caller.progress.set({ id: over, day, value: 11 });
  expect(await api.toldAt(nine)).toEqual({ pushed: [["Open"]], mailed: [["Open"]] });
  await reader.caller.progress.set({ id: open, day: "2026-11-22", confirmed: true });
  expect((await api.toldAt("2026-11-22T19:00:00Z")).mailed).toEqual([["Within", "Over"]]);
});

test("the reminder's day is the user's day, with its start hour", async () => {
  await reader.caller.auth.settings.update({ day_start_hour: 3 });
  const { habit } = await api.createDue(reader, { time: "01:00" });
  // One o'clock on Sunday night in Kyiv still belongs to Saturday for them.
  await reader.caller.progress.set({ id: habit.id, day, value: 10 });
  expect(await api.toldAt("2026-11-21T23:00:00Z")).toEqual(nothing);
  expect((await api.toldAt("2026-11-22T23:00:00Z")).mailed).toEqual([["Run"]]);
});

test("all of a user's due reminders are one push message and one mail, in dashboard order, each habit once", async () => {
  const { habit } = await api.createDue(reader, { habit: { title: "First" } });
  await api.createDue(reader, { habit: { title: "Second" } });
  await api.createDue(reader, { habit: { title: "Bad", type: "bad" } });
  await reader.caller.reminder.create({ habit_id: habit.id, time: "20:45", by_mail: true });
  const other = await api.createReader();
  await api.createDue(other, { habit: { title: "Other’s" } });
  expect(await api.toldAt(nine)).toEqual({
    pushed: expect.arrayContaining([["First", "Second", "Bad"], ["Other’s"]]),
    mailed: expect.arrayContaining([["First", "Second", "Bad"], ["Other’s"]]),
  });
});

test.each([
  ["who has unsubscribed from mails", { reminder_mails: false }],
  ["whose address is unverified", { email_verified: false }],
])("a user %s is notified by push only", async (_, values) => {
  await api.createDue(reader);
  await api.db.update(users).set(values).where(eq(users.id, reader.user.id));
  expect(await api.toldAt(nine)).toEqual({ pushed: [["Run"]], mailed: [] });
});

test("a deactivated user gets no reminder", async () => {
  await api.createDue(reader);
  await api.db.update(users).set({ is_active: false }).where(eq(users.id, reader.user.id));
  expect(await api.toldAt(nine)).toEqual(nothing);
});

test("a deleted habit is not mentioned, and is again once it is restored", async () => {
  const { habit } = await api.createDue(reader);
  await reader.caller.habit.delete({ id: habit.id });
  expect(await api.toldAt(nine)).toEqual(nothing);
  await reader.caller.habit.restore({ id: habit.id });
  expect((await api.toldAt("2026-11-22T19:00:00Z")).mailed).toEqual([["Run"]]);
});

test("each browser with a running session is notified, and none whose session has ended", async () => {
  await api.createDue(reader);
  const brief = await api.sessions.create(api.db, reader.user.id, {
    rememberMe: false,
    address: "127.0.0.1",
    userAgent: "",
  });
  await (await api.callerOfToken(brief.access)).push.subscribe(newSubscription());
  expect((await api.toldAt(nine)).pushed).toEqual([["Run"], ["Run"]]);
  // That session lasted a day; its row is deleted later.
  expect((await api.toldAt("2026-11-22T19:00:00Z")).pushed).toEqual([["Run"]]);
  await api.sessions.endAll(api.db, reader.user.id, { keep: null });
  expect(await api.toldAt("2026-11-23T19:00:00Z")).toEqual({ pushed: [], mailed: [["Run"]] });
  expect(await api.db.$count(pushSubscriptions)).toBe(0);
});

test("a push message expires after four hours, or at the end of the user's day", async () => {
  await api.createDue(reader, { time: "14:30" });
  await api.createDue(reader, { time: "22:30" });
  await api.remindAt(`${day}T12:30:00Z`);
  await api.remindAt(`${day}T20:30:00Z`);
  const ends = (await api.takePushes()).map(({ expires_at }) => new Date(expires_at).toISOString());
  expect(ends).toEqual(["2026-11-21T16:30:00.000Z", "2026-11-21T22:00:00.000Z"]);
});

test("queued push messages are readable in no table", async () => {
  await api.createDue(reader, { habit: { title: "A secret of mine" } });
  await api.remindAt(nine);
  const jobs = await api.sql`select payload from graphile_worker._private_jobs`;
  const browsers = await api.db.select().from(pushSubscriptions);
  expect(JSON.stringify([...jobs, browsers])).not.toMatch(/secret of mine|mozilla|p256dh/);
  expect(await api.takePushes()).toHaveLength(1);
});

test("a reminder is in the user's language, and its mail has an unsubscribe link", async () => {
  await api.createDue(reader);
  await reader.caller.auth.settings.update({ language: "uk" });
  await api.remindAt(nine);
  expect((await api.takePushes())[0]).toMatchObject({ language: "uk", user_id: reader.user.id });
  const [mail] = await api.takeMails();
  expect(mail).toMatchObject({
    template: "reminder",
    to: reader.user.email,
    language: "uk",
    values: { username: reader.user.username, link: "http://127.0.0.1:3000/dashboard" },
  });
  const token = mail && "unsubscribe" in mail.values ? mail.values.unsubscribe : "";
  expect(api.outbox.unsubscribe.read(token)).toEqual({ purpose: "reminders", userId: reader.user.id });
});
