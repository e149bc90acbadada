import { afterAll, beforeEach, expect, test } from "vitest";
import type { TestUser } from "../testing.ts";
import { remindDue } from "./due.ts";
import { createReminderApi } from "./testing.ts";

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

test("a reminder that is more than an hour late is skipped and comes on its next day", async () => {
  const { reminder } = await api.createDue(reader);
  await api.createDue(reader, { time: "22:00", habit: { title: "Not so late" } });
  expect((await api.toldAt(`${day}T20:30:00Z`)).mailed).toEqual([["Not so late"]]);
  expect(await api.nextOf(reminder.id)).toBe("2026-11-22T19:00:00.000Z");
});

test("an instance that was down for weeks does not send all missed reminders", async () => {
  await api.createDue(reader);
  expect(await api.toldAt("2026-12-24T12:00:00Z")).toEqual(nothing);
  expect((await api.toldAt("2026-12-24T19:00:00Z")).mailed).toEqual([["Run"]]);
});

test("an instance that was down for any time sends the reminders of the last hour", async () => {
  await api.createDue(reader);
  expect((await api.toldAt("2026-12-24T19:59:59Z")).mailed).toEqual([["Run"]]);
  expect(await api.toldAt("2026-12-24T20:00:01Z")).toEqual(nothing);
});

test("runs on many instances in parallel notify each user once", async () => {
  const readers = [reader];
  for (let more = 0; more < 5; more += 1) readers.push(await api.createReader());
  for (const each of readers) await api.createDue(each);
  await Promise.all(Array.from({ length: 8 }, () => api.remindAt(nine)));
  // The next run finds the users whom each run skipped because another one had locked them.
  await api.remindAt(nine);
  const ids = readers.map(({ user }) => user.id).sort();
  expect((await api.takePushes()).map(({ user_id }) => user_id).sort()).toEqual(ids);
  expect((await api.takeMails()).map(({ to }) => to).sort()).toEqual(readers.map(({ user }) => user.email).sort());
});

test("more users than one run reads are all notified", async () => {
  await api.createDue(reader);
  await api.sql`
    with people as (
      insert into users (username, email, email_verified)
      select 'many_' || n, 'many_' || n || '@example.com', true from generate_series(1, 120) n returning id
    ), made as (
      insert into habits (user_id, title, type, unit, hue, position, created_on)
      select id, 'Run', 'good', 'minutes', 0, 0, ${day}::date from people returning user_id, id
    ), goals as (
      insert into habit_targets (user_id, habit_id, from_day, target) select user_id, id, ${day}::date, 1 from made
    )
    insert into reminders (user_id, habit_id, minute, by_push, by_mail, next_at)
    select user_id, id, 1140, false, true, ${`${day}T19:00:00Z`}::timestamptz from made`;
  expect(await api.remindAt(nine)).toBe(121);
  expect(await api.remindAt(nine)).toBe(0);
});

test("more reminders than one run reads are all handled, and those of deleted habits send nothing", async () => {
  const { habit } = await api.createDue(reader);
  await api.sql`
    with made as (
      insert into habits (user_id, title, type, unit, hue, position, created_on, deleted_at)
      select ${reader.user.id}, 'Deleted', 'good', 'minutes', 0, 0, ${day}::date, ${nine}::timestamptz
      from generate_series(1, 1500) returning id
    ), goals as (
      insert into habit_targets (user_id, habit_id, from_day, target)
      select ${reader.user.id}, id, ${day}::date, 1 from made
    )
    insert into reminders (user_id, habit_id, minute, by_push, by_mail, next_at)
    select ${reader.user.id}, id, 1260, true, true, ${nine}::timestamptz from made`;
  await api.sql`update habits set position = 9 where id = ${habit.id}`;
  expect(await api.toldAt(nine)).toEqual({ pushed: [["Run"]], mailed: [["Run"]] });
  const [due] = await api.sql`select count(*)::int as count from reminders
    where user_id = ${reader.user.id} and next_at <= ${nine}::timestamptz`;
  expect(due).toEqual({ count: 0 });
});

test("users locked by other transactions do not delay other users", async () => {
  const held = await Promise.all(Array.from({ length: 10 }, () => api.createReader()));
  for (const each of held) await api.createDue(each, { time: "20:30", habit: { title: "Held" } });
  await api.createDue(reader);
  const ids = held.map(({ user }) => user.id);
  await api.sql.begin(async (holder) => {
    await holder`select from users where id = any(${ids}::bigint[]) for update`;
    expect(await api.toldAt(nine)).toEqual({ pushed: [["Run"]], mailed: [["Run"]] });
  });
  const { pushed } = await api.toldAt(nine);
  expect(pushed).toEqual(Array(10).fill(["Held"]));
});

test("a user whose reminders exceed one run's limit gets all habits in one message", async () => {
  for (const title of ["Run", "Read", "Write"]) await api.createDue(reader, { habit: { title } });
  await api.sql`
    with person as (
      insert into users (id, username, email) overriding system value values (-1, 'earlier', 'earlier@example.com') returning id
    ), made as (
      insert into habits (user_id, title, type, unit, hue, position, created_on, deleted_at)
      select person.id, 'Deleted', 'good', 'minutes', 0, 0, ${day}::date, ${nine}::timestamptz
      from person, generate_series(1, 999) returning user_id, id
    ), goals as (
      insert into habit_targets (user_id, habit_id, from_day, target) select user_id, id, ${day}::date, 1 from made
    )
    insert into reminders (user_id, habit_id, minute, by_push, by_mail, next_at)
    select user_id, id, 1260, true, true, ${`${day}T19:00:00Z`}::timestamptz from made`;
  const habits = ["Run", "Read", "Write"];
  expect(await api.toldAt(nine)).toEqual({ pushed: [habits], mailed: [habits] });
});

test("if sending fails, nothing is sent and the next run tries again", async () => {
  await api.createDue(reader);
  await expect(remindWith(outboxWithoutRoomFor(reader.user.id))).rejects.toThrow(
    expect.objectContaining({ cause: expect.objectContaining({ message: "no room" }) }),
  );
  expect(await api.takePushes()).toEqual([]);
  expect(await api.toldAt(`${day}T19:01:00Z`)).toEqual({ pushed: [["Run"]], mailed: [["Run"]] });
});

test("users whose reminders fail hold back no others, however many they are", async () => {
  // More than one transaction takes, and all of them due before the others.
  const failing = await Promise.all(
    Array.from({ length: 11 }, async (_, index) => {
      const user = await api.createReader();
      await api.createDue(user, { time: "20:59", habit: { title: `Failing ${index}` } });
      return user.user.id;
    }),
  );
  await api.createDue(reader);
  const other = await api.createReader();
  await api.createDue(other, { habit: { title: "Read" } });
  await expect(remindWith(outboxWithoutRoomFor(...failing))).rejects.toThrow(
    /^Users could not be reminded: 11 \(ids (\d+, ){9}\d+\)\. Users were reminded: 2\.$/,
  );
  expect((await api.takeMails()).map(({ to }) => to).sort()).toEqual([reader.user.email, other.user.email].sort());
  expect((await api.toldAt(`${day}T19:01:00Z`)).mailed).toHaveLength(11);
});

/** An outbox in which these users' mails cannot be stored. */
const outboxWithoutRoomFor = (...ids: readonly number[]): typeof api.outbox => ({
  ...api.outbox,
  enqueue: (tx, userId, mail) =>
    userId !== null && ids.includes(userId)
      ? Promise.reject(new Error("no room"))
      : api.outbox.enqueue(tx, userId, mail),
});

const remindWith = (outbox: typeof api.outbox) =>
  remindDue({ db: api.db, outbox, push: api.push, notifier: api.notifier, now: () => Date.parse(nine) });
