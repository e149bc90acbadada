import { habits } from "@daymark/db/schema/habit";
import { users } from "@daymark/db/schema/user";
import { messageTypes } from "@daymark/domain/webhook/webhook-event";
import { messageData } from "@daymark/domain/webhook/webhook-message";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { habitInput, noon, type TestUser } from "../testing.ts";
import { createWebhookApi } from "./testing.ts";

const api = await createWebhookApi();
afterAll(api.drop);
const { db, clock } = api;

const requestInput = { title: "Dark mode", details: "Please.", category: "improvements" } as const;

/** A Saturday. */
const today = "2026-11-21";
let user: TestUser;
beforeEach(async () => {
  clock.now = noon;
  await api.forgetWebhooks();
  user = await api.logIn(await api.createUser());
});

const isOf = { habit: expect.objectContaining({ title: "Run" }) };

test("a webhook receives a habit's changes, each with the habit as it then is", async () => {
  const { habit } = user.caller;
  const { id } = await habit.create(habitInput);
  await habit.update({ id, title: "Run far", target: 20 });
  await habit.update({ id, archived: true });
  await habit.update({ id, archived: false });
  await habit.delete({ id });
  await habit.restore({ id });
  await habit.restore({ id });
  expect((await api.takeMessages()).map(({ type, data }) => [type, data.habit])).toMatchObject([
    ["habit.created", { id, title: "Run", target: 10 }],
    ["habit.updated", { id, title: "Run far", target: 20 }],
    ["habit.archived", { archived: true }],
    ["habit.unarchived", { archived: false }],
    ["habit.deleted", { id, title: "Run far" }],
    ["habit.restored", { id }],
  ]);
});

test("a renamed group sends an event for each of its habits", async () => {
  for (const title of ["One", "Two"]) await user.caller.habit.create({ ...habitInput, title, group_name: "Morning" });
  await user.caller.habit.create({ ...habitInput, title: "Other" });
  await api.takeMessages();
  await user.caller.habit.renameGroup({ from: "Morning", to: null });
  expect((await api.takeMessages()).map(({ type, data }) => [type, (data.habit as { title: string }).title])).toEqual([
    ["habit.updated", "One"],
    ["habit.updated", "Two"],
  ]);
});

test("each way to record a day sends one event a day, with the entry that the call answers", async () => {
  const { habit, progress } = user.caller;
  const { id } = await habit.create(habitInput);
  const bad = await habit.create({ ...habitInput, title: "Smoke", type: "bad" });
  await api.takeMessages();
  const set = await progress.set({ id, day: today, value: 3 });
  const unit = await progress.set({ id, day: today, value: 1, unit: "hours" });
  const increased = await progress.increment({ id, day: today, by: 2 });
  const many = await progress.setMany({
    entries: [
      { habit_id: id, day: "2026-11-19", value: 10 },
      { habit_id: id, day: "2026-11-20", skipped: true },
    ],
  });
  const confirmed = await progress.confirm({ id: bad.id, from: today, to: today });
  await progress.delete({ id, day: today });
  const told = (await api.takeMessages()).filter(({ type }) => type === "day.recorded");
  expect(told.map(({ data }) => data.entry)).toEqual([
    set,
    unit,
    increased,
    ...many.results,
    ...confirmed.results,
    null,
  ]);
  expect(told.at(-1)).toMatchObject({ data: { day: today, habit: { id } } });
});

test("a habit that reaches its total sends an event as finished", async () => {
  const { id } = await user.caller.habit.create({ ...habitInput, end: { total: 10 } });
  await user.caller.progress.set({ id, day: today, value: 10 });
  await api.findReached();
  expect(await api.takeTypes()).toContain("habit.finished");
});

describe("a reached streak", () => {
  const recordDays = async (id: number, from: number, to: number) => {
    const entries = Array.from({ length: to - from + 1 }, (_, index) => ({
      habit_id: id,
      day: new Date(Date.UTC(2026, 10, from + index)).toISOString().slice(0, 10),
      value: 10,
    }));
    await user.caller.progress.setMany({ entries });
    await api.findReached();
  };
  const reachedNow = async () =>
    (await api.takeMessages()).filter(({ type }) => type === "streak.reached").map(({ data }) => data);

  test("sends an event on its seventh day, and only one", async () => {
    const { id } = await user.caller.habit.create(habitInput);
    await recordDays(id, 15, 20);
    expect(await reachedNow()).toEqual([]);
    await recordDays(id, 21, 21);
    expect(await reachedNow()).toMatchObject([
      { ...isOf, length: 7, streak_unit: "days", from: "2026-11-15", to: today },
    ]);
    await recordDays(id, 21, 21);
    expect(await reachedNow()).toEqual([]);
  });

  test("is not told again on its eighth day", async () => {
    const { id } = await user.caller.habit.create(habitInput);
    await recordDays(id, 14, 20);
    await api.takeMessages();
    await recordDays(id, 21, 21);
    expect(await reachedNow()).toEqual([]);
  });

  test("sends an event when a filled gap joins two streaks", async () => {
    const { id } = await user.caller.habit.create(habitInput);
    await recordDays(id, 13, 16);
    await recordDays(id, 18, 21);
    expect(await reachedNow()).toEqual([]);
    await recordDays(id, 17, 17);
    expect(await reachedNow()).toMatchObject([{ length: 7, from: "2026-11-13", to: today }]);
  });

  test("of a bad habit sends an event when its seventh day has ended", async () => {
    await db.update(users).set({ timezone: "UTC" }).where(eq(users.id, user.user.id));
    const { id } = await user.caller.habit.create({ ...habitInput, type: "bad" });
    await db.update(habits).set({ created_on: "2026-11-15" }).where(eq(habits.id, id));
    await api.watchAt("2026-11-21T23:59:00Z");
    expect(await reachedNow()).toEqual([]);
    await api.watchAt("2026-11-22T00:01:00Z");
    await api.watchAt("2026-11-22T00:06:00Z");
    expect(await reachedNow()).toMatchObject([{ length: 7, from: "2026-11-15" }]);
  });
});

describe("at the end of a day", () => {
  /** A streak of two days before today, in Kyiv, where the day begins at three. */
  async function withStreak(): Promise<number> {
    await db.update(users).set({ timezone: "Europe/Kyiv", day_start_hour: 3 }).where(eq(users.id, user.user.id));
    const { id } = await user.caller.habit.create(habitInput);
    for (const day of ["2026-11-19", "2026-11-20"]) await user.caller.progress.set({ id, day, value: 10 });
    await api.takeMessages();
    return id;
  }

  test("a broken streak sends one event, in its owner's time zone and by their start of the day", async () => {
    const id = await withStreak();
    await api.watchAt("2026-11-22T00:55:00Z");
    expect(await api.takeTypes()).not.toContain("streak.broken");
    await Promise.all([api.watchAt("2026-11-22T01:00:00Z"), api.watchAt("2026-11-22T01:00:00Z")]);
    await api.watchAt("2026-11-22T01:05:00Z");
    const broken = (await api.takeMessages()).filter(({ type }) => type === "streak.broken");
    expect(broken).toMatchObject([
      { data: { habit: { id }, length: 2, streak_unit: "days", from: "2026-11-19", to: "2026-11-20" } },
    ]);
    await api.watchAt("2026-11-23T01:00:00Z");
    expect(await api.takeTypes()).not.toContain("streak.broken");
  });

  test("a streak that goes on, is skipped, or ended before the webhook came is not told", async () => {
    const id = await withStreak();
    await user.caller.progress.set({ id, day: today, skipped: true });
    const ended = await user.caller.habit.create({ ...habitInput, title: "Long ago" });
    await user.caller.progress.set({ id: ended.id, day: "2026-11-18", value: 10 });
    await api.watchAt("2026-11-22T01:00:00Z");
    expect(await api.takeTypes()).not.toContain("streak.broken");
  });

  test("a webhook that gets the events of streaks later receives only those of days that end from then on", async () => {
    const owner = await api.logIn(await api.createUser(), { events: ["day.recorded"] });
    await db.update(users).set({ timezone: "UTC" }).where(eq(users.id, owner.user.id));
    const { id } = await owner.caller.habit.create(habitInput);
    for (const day of ["2026-11-20", today]) await owner.caller.progress.set({ id, day, value: 10 });
    await api.takeMessages();
    clock.now = Date.parse("2026-11-23T12:00:00Z");
    const { caller } = await api.refresh(owner);
    const [webhook] = (await caller.webhook.list({})).results;
    const events = ["day.recorded", "streak.broken", "habit.at_risk"] as const;
    await caller.webhook.update({ id: webhook?.id ?? 0, events: [...events] });
    await api.watchAt("2026-11-23T12:05:00Z");
    expect(await api.takeTypes()).toEqual([]);
    await caller.progress.set({ id, day: "2026-11-23", value: 10 });
    for (const time of ["2026-11-24T00:05:00Z", "2026-11-25T00:05:00Z"]) await api.watchAt(time);
    expect(await api.takeTypes()).toEqual(["day.recorded", "streak.broken"]);
  });

  test("a server that was down for days sends the event of the break", async () => {
    await withStreak();
    await api.watchAt("2026-11-25T12:00:00Z");
    expect((await api.takeTypes()).filter((type) => type === "streak.broken")).toHaveLength(1);
  });

  test("a habit at risk sends an event four hours before the end, once, and not if it is done", async () => {
    const id = await withStreak();
    const done = await user.caller.habit.create({ ...habitInput, title: "Done" });
    for (const day of ["2026-11-20", today]) await user.caller.progress.set({ id: done.id, day, value: 10 });
    await user.caller.habit.create({ ...habitInput, title: "No streak" });
    await api.takeMessages();
    await api.watchAt("2026-11-21T20:59:00Z");
    expect(await api.takeTypes()).not.toContain("habit.at_risk");
    await api.watchAt("2026-11-21T21:00:00Z");
    await api.watchAt("2026-11-21T22:00:00Z");
    expect((await api.takeMessages()).filter(({ type }) => type === "habit.at_risk")).toMatchObject([
      { data: { habit: { id }, length: 2, day: today, ends_at: "2026-11-22T01:00:00.000Z" } },
    ]);
  });
});

test("a decision about a request sends an event to its author, with what the author sees", async () => {
  const author = await api.logIn(await api.createUser({ email_verified: true }), {
    events: ["feature_request.decided"],
  });
  const admin = await api.createUser({ is_staff: true, email_verified: true });
  const request = await author.caller.featureRequest.create(requestInput);
  await api.takeMessages();
  await admin.caller.featureRequest.open({ id: request.id, stage: "planned" });
  expect(await api.takeMessages()).toMatchObject([
    { type: "feature_request.decided", data: { feature_request: { id: request.id, status: "open", mine: true } } },
  ]);
});

test("events about new accounts and reports go only to admins", async () => {
  const admin = await api.createUser({ is_staff: true });
  await api.addWebhook(admin, { events: ["account.created", "report.created"] });
  const [password, email] = ["Correct-Horse-7", "newcomer@example.com"];
  const passwords = { password, password_confirmation: password };
  await api.guest.auth.register({ username: "newcomer", email, ...passwords, agreement: true });
  const author = await api.createUser({ email_verified: true });
  const request = await author.caller.featureRequest.create(requestInput);
  await admin.caller.featureRequest.open({ id: request.id });
  const reporter = await api.createUser({ email_verified: true });
  for (const reason of ["spam", "spam"] as const) {
    await reporter.caller.featureRequest.report({ id: request.id, reason });
  }
  const told = await api.takeMessages();
  expect(told).toMatchObject([
    { type: "account.created", data: { user: { username: "newcomer" } } },
    { type: "report.created", data: { report: { reason: "spam" } } },
  ]);
  expect(JSON.stringify(told)).not.toContain(email);
});

test("every message has the members that the API's description promises", async () => {
  for (const { data, ...rest } of api.allMessages) {
    expect(rest).toEqual({ type: rest.type, timestamp: expect.stringMatching(/Z$/) });
    expect(z.parse(messageData[rest.type], data), rest.type).toEqual(data);
  }
  const seen = new Set(api.allMessages.map(({ type }) => type));
  expect(messageTypes.filter((type) => !seen.has(type))).toEqual(["webhook.test"]);
});
