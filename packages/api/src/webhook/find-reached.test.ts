import { webhookDeliveries } from "@daymark/db/schema/connection/webhook";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { readInTurn } from "../procedure/long-reads.ts";
import { habitInput, noon, type TestUser } from "../testing.ts";
import { findReachedTask } from "../webhook-event/found-later.ts";
import { createWebhookApi } from "./testing.ts";

const api = await createWebhookApi();
afterAll(api.drop);
const { db, clock } = api;

/** A Saturday. */
const today = "2026-11-21";
let user: TestUser;
beforeEach(async () => {
  clock.now = noon;
  await api.forgetWebhooks();
  user = await api.logIn(await api.createUser());
});

const isOf = { habit: expect.objectContaining({ title: "Run" }) };

describe("a met goal", () => {
  test("sends one event for its day, however often the day is recorded", async () => {
    const { habit, progress } = user.caller;
    const { id } = await habit.create(habitInput);
    for (const value of [9, 10, 5, 12]) await progress.set({ id, day: today, value });
    await api.findReached();
    const met = (await api.takeMessages()).filter(({ type }) => type === "goal.met");
    expect(met).toMatchObject([{ data: { ...isOf, from: today, to: today } }]);
  });

  test("of a week sends one event, with the week up to today", async () => {
    const { habit, progress } = user.caller;
    const { id } = await habit.create({ ...habitInput, schedule: { times_per_week: 2 } });
    for (const day of ["2026-11-17", "2026-11-19", "2026-11-20"]) {
      await progress.set({ id, day, value: 10 });
      await api.findReached();
    }
    const met = (await api.takeMessages()).filter(({ type }) => type === "goal.met");
    expect(met).toMatchObject([{ data: { from: "2026-11-16", to: today } }]);
  });

  test("sends an event for each recent day, also of those whose job was replaced before it ran", async () => {
    const { habit, progress } = user.caller;
    const { id } = await habit.create(habitInput);
    for (const day of ["2026-11-16", "2026-11-18", today]) await progress.set({ id, day, value: 10 });
    await api.findReached();
    const met = (await api.takeMessages()).filter(({ type }) => type === "goal.met");
    expect(met.map(({ data }) => data.from)).toEqual(["2026-11-16", "2026-11-18", today]);
  });

  test("of a week is not told again when its message is forgotten", async () => {
    const { habit, progress } = user.caller;
    const { id } = await habit.create({ ...habitInput, schedule: { times_per_week: 2 } });
    for (const day of ["2026-11-16", "2026-11-17", "2026-11-21"]) await progress.set({ id, day, value: 10 });
    await api.findReached();
    expect(await api.takeTypes()).toContain("goal.met");
    await db.delete(webhookDeliveries);
    await api.takeMessages();
    clock.now = noon + 5 * 86_400_000;
    await progress.set({ id, day: "2026-11-26", value: 10 });
    await api.findReached();
    expect((await db.select().from(webhookDeliveries)).map(({ type }) => type)).toEqual(["day.recorded"]);
  });

  test("gets no event of a bad habit, of a day ahead, and of a day that is long past", async () => {
    const { habit, progress } = user.caller;
    const bad = await habit.create({ ...habitInput, type: "bad" });
    await progress.set({ id: bad.id, day: today, value: 1 });
    const { id } = await habit.create(habitInput);
    for (const day of ["2026-11-22", "2026-11-10"]) await progress.set({ id, day, value: 10 });
    await api.findReached();
    expect(await api.takeTypes()).not.toContain("goal.met");
  });
});

test("recorded days leave one job for each habit, one after another for a user, behind all other jobs", async () => {
  const other = await api.logIn(await api.createUser());
  const habitsOf = async ({ caller }: TestUser) => [
    (await caller.habit.create(habitInput)).id,
    (await caller.habit.create({ ...habitInput, title: "Read" })).id,
  ];
  for (const each of [user, other]) {
    for (const id of await habitsOf(each)) {
      for (const value of [1, 2, 3]) await each.caller.progress.set({ id, day: today, value });
    }
  }
  const jobs = await api.sql<{ queue: string; priority: number }[]>`
    select q.queue_name as queue, j.priority from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    join graphile_worker._private_job_queues q on q.id = j.job_queue_id
    where t.identifier = ${findReachedTask} order by j.id`;
  const queues = [user, user, other, other].map((each) => `${findReachedTask} ${each.user.id}`);
  expect(jobs.map(({ queue }) => queue)).toEqual(queues);
  const [rest] = await api.sql<[{ highest: number }]>`
    select max(j.priority) as highest from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier <> ${findReachedTask}`;
  for (const { priority } of jobs) expect(priority).toBeGreaterThan(Math.max(rest.highest, 10));
});

test("a met goal sends its event while long reads of its user wait, so that they hold no place of the jobs", async () => {
  const { id } = await user.caller.habit.create(habitInput);
  const held = Promise.withResolvers<void>();
  const reader = { user: user.user, client: { address: "127.0.0.1", userAgent: "" }, services: { longWorkDb: db } };
  const reading = readInTurn(reader, () => held.promise);
  await user.caller.progress.set({ id, day: today, value: 10 });
  await api.findReached();
  expect(await api.takeTypes()).toContain("goal.met");
  held.resolve();
  await reading;
});
