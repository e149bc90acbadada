import { webhookDeliveries, webhooks } from "@daymark/db/schema/connection/webhook";
import { users } from "@daymark/db/schema/user";
import { waitingDeliveriesMax, webhooksMax } from "@daymark/domain/webhook/webhook";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createOutgoing } from "../outgoing/outgoing.ts";
import { fieldsOf, habitInput, keyOf, noon } from "../testing.ts";
import { announce } from "../webhook-event/announce.ts";
import { createWebhookApi } from "./testing.ts";

const api = await createWebhookApi();
const { db, clock } = api;
afterAll(api.drop);
beforeEach(() => {
  clock.now = noon;
});

const url = "https://8.8.8.8/in";
const minute = 60_000;
const hasWebhooks = async (id: number) =>
  (await db.select({ on: users.has_webhooks }).from(users).where(eq(users.id, id)))[0]?.on;

test("a secret is shown when it is made, and stored encrypted", async () => {
  const owner = await api.createUser();
  const { secret, ...made } = await api.addWebhook(owner, { events: ["day.recorded"] });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(made).toEqual({
    id: expect.any(Number),
    url,
    events: ["day.recorded"],
    habit_ids: null,
    enabled: true,
    off_reason: null,
    failing_since: null,
    former_secret_until: null,
    last_delivery: null,
    created_at: new Date(noon).toISOString(),
  });
  expect(await owner.caller.webhook.list({})).toEqual({ results: [made], next: null });
  expect(JSON.stringify(await db.select().from(webhooks))).not.toContain(secret.slice(6));
});

test("a new secret signs at once, and the old one with it for a day", async () => {
  const owner = await api.createUser();
  const { id, secret } = await api.addWebhook(owner);
  const rotated = await owner.caller.webhook.rotateSecret({ id });
  expect(rotated.secret).not.toBe(secret);
  expect(rotated.former_secret_until).toBe("2026-11-22T12:00:00.000Z");
  clock.now = noon + 24 * 60 * minute;
  expect((await owner.caller.webhook.list({})).results).toMatchObject([{ former_secret_until: null }]);
});

test("another user's webhook and its log look missing", async () => {
  const [owner, stranger] = [await api.createUser(), await api.createUser()];
  const { id } = await api.addWebhook(owner);
  const { id: delivery_id } = await owner.caller.webhook.sendTest({ id });
  const { webhook } = stranger.caller;
  expect((await webhook.list({})).results).toEqual([]);
  for (const call of [
    () => webhook.update({ id, enabled: false }),
    () => webhook.rotateSecret({ id }),
    () => webhook.delete({ id }),
    () => webhook.sendTest({ id }),
    () => webhook.delivery.list({ id }),
    () => webhook.delivery.get({ id, delivery_id }),
    () => webhook.delivery.replay({ id, delivery_id }),
  ]) {
    expect(await keyOf(call())).toBe("not_found");
  }
  const other = await api.addWebhook(stranger);
  expect(await keyOf(webhook.delivery.get({ id: other.id, delivery_id }))).toBe("not_found");
  expect(await keyOf(webhook.delivery.replay({ id: other.id, delivery_id }))).toBe("not_found");
});

test("a user has a bounded number of webhooks, also under concurrency", async () => {
  const owner = await api.createUser();
  const answers = await Promise.all(Array.from({ length: webhooksMax + 3 }, () => keyOf(api.addWebhook(owner))));
  expect(answers.filter((answer) => answer === "conflict")).toHaveLength(3);
  expect((await owner.caller.webhook.list({})).results).toHaveLength(webhooksMax);
});

test("a webhook with too many waiting messages gets no more, and others do", async () => {
  const owner = await api.createUser();
  const [full, open] = [await api.addWebhook(owner), await api.addWebhook(owner)];
  await db.insert(webhookDeliveries).values(
    Array.from({ length: waitingDeliveriesMax }, (_, index) => ({
      webhook_id: full.id,
      message_id: `waiting_${index}`,
      type: "habit.created" as const,
      body: "{}",
    })),
  );
  await api.addWebhook(owner);
  const { caller } = await api.refresh(owner);
  await caller.habit.create(habitInput);
  expect(await db.$count(webhookDeliveries, eq(webhookDeliveries.webhook_id, full.id))).toBe(waitingDeliveriesMax);
  expect(await db.$count(webhookDeliveries, eq(webhookDeliveries.webhook_id, open.id))).toBe(1);
});

test("one change with many events fills a webhook up to its limit, with the first of them", async () => {
  const owner = await api.createUser();
  const [full, open] = [await api.addWebhook(owner), await api.addWebhook(owner)];
  const eventsOf = (count: number) =>
    Array.from({ length: count }, (_, id) => {
      const user = { id, username: "somebody", date_joined: "2026-11-21T00:00:00Z" };
      return { type: "account.created" as const, habitId: null, data: { user } };
    });
  const idsOf = async (webhookId: number) =>
    (
      await db
        .select({ body: webhookDeliveries.body })
        .from(webhookDeliveries)
        .where(eq(webhookDeliveries.webhook_id, webhookId))
        .orderBy(webhookDeliveries.id)
    ).map(({ body }) => JSON.parse(body).data.user.id);
  await db.update(webhooks).set({ enabled: false }).where(eq(webhooks.id, open.id));
  await announce(db, owner.user.id, eventsOf(3), clock.now);
  await db.update(webhooks).set({ enabled: true }).where(eq(webhooks.id, open.id));
  await announce(db, owner.user.id, eventsOf(waitingDeliveriesMax), clock.now);
  const all = Array.from({ length: waitingDeliveriesMax }, (_, id) => id);
  expect(await idsOf(full.id)).toEqual([0, 1, 2, ...all.slice(0, -3)]);
  expect(await idsOf(open.id)).toEqual(all);
});

describe("a proof of the owner is needed for what sends more data elsewhere:", () => {
  const late = noon + 11 * minute;

  test("a new webhook, a new secret, another address, further events and habits", async () => {
    const owner = await api.createUser();
    const habit = await owner.caller.habit.create(habitInput);
    const { id } = await api.addWebhook(owner, { events: ["day.recorded"], habit_ids: [habit.id] });
    const other = await owner.caller.habit.create({ ...habitInput, title: "Read" });
    clock.now = late;
    const { webhook } = owner.caller;
    for (const call of [
      () => api.addWebhook(owner),
      () => webhook.rotateSecret({ id }),
      () => webhook.update({ id, url: "https://8.8.4.4/" }),
      () => webhook.update({ id, events: ["day.recorded", "habit.created"] }),
      () => webhook.update({ id, habit_ids: null }),
      () => webhook.update({ id, habit_ids: [habit.id, other.id] }),
    ]) {
      expect(await keyOf(call())).toBe("step_up_required");
    }
  });

  test("not to see, switch, narrow, test or delete one", async () => {
    const owner = await api.createUser();
    const habit = await owner.caller.habit.create(habitInput);
    const { id } = await api.addWebhook(owner, { events: ["day.recorded", "goal.met"] });
    clock.now = late;
    const { webhook } = owner.caller;
    await webhook.update({ id, url, events: ["goal.met"], habit_ids: [habit.id], enabled: false });
    await webhook.update({ id, enabled: true });
    await webhook.sendTest({ id });
    expect((await webhook.list({})).results).toMatchObject([{ events: ["goal.met"], habit_ids: [habit.id] }]);
    await webhook.delete({ id });
    expect((await webhook.list({})).results).toEqual([]);
  });
});

test.each([
  [{ url: "ftp://8.8.8.8/" }, { url: ["url_invalid"] }],
  [{ url: "hooks.example.org" }, { url: ["url_invalid"] }],
  [{ url: "https://name:password@8.8.8.8/" }, { url: ["url_invalid"] }],
  [{ url: "http://127.0.0.1:5432/" }, { url: ["address_private"] }],
  [{ url: "http://[::ffff:10.0.0.1]/" }, { url: ["address_private"] }],
  [{ events: [] }, { events: ["required"] }],
  [{ events: ["day.recorded", "day.recorded"] }, { events: ["invalid"] }],
  [{ habit_ids: [] }, { habit_ids: ["required"] }],
  [{ habit_ids: [999_999_999] }, { habit_ids: ["invalid"] }],
])("a webhook with %j is refused beside its field, and so is the change of one", async (values, fields) => {
  const owner = await api.createUser();
  const { id } = await api.addWebhook(owner);
  const wrong = { url, events: ["day.recorded"], ...values } as never;
  expect(await fieldsOf(owner.caller.webhook.create(wrong))).toEqual(fields);
  expect(await fieldsOf(owner.caller.webhook.update({ id, ...values } as never))).toEqual(fields);
  expect((await owner.caller.webhook.list({})).results).toHaveLength(1);
});

test("a webhook of a deleted habit can be changed, and gets no other habit that is deleted", async () => {
  const owner = await api.createUser();
  const { habit, webhook } = owner.caller;
  const [kept, gone, other] = [
    await habit.create(habitInput),
    await habit.create(habitInput),
    await habit.create(habitInput),
  ];
  const { id } = await api.addWebhook(owner, { habit_ids: [kept.id, gone.id] });
  for (const { id } of [gone, other]) await habit.delete({ id });
  const habit_ids = [kept.id, gone.id];
  expect(await webhook.update({ id, events: ["goal.met"], habit_ids })).toMatchObject({
    events: ["goal.met"],
    habit_ids,
  });
  const wider = webhook.update({ id, habit_ids: [...habit_ids, other.id] });
  expect(await fieldsOf(wider)).toEqual({ habit_ids: ["invalid"] });
});

test("a name that leads to a private address is refused, unless the operator allows the address", async () => {
  const owner = await api.createUser();
  const resolve = async () => [{ address: "192.168.7.7", family: 4 }];
  const create = (allowedNetworks: string[]) =>
    owner
      .callerWith({ outgoing: createOutgoing({ resolve, allowedNetworks }) })
      .webhook.create({ url: "http://home.example:8123/api/webhook/x", events: ["day.recorded"] });
  expect(await fieldsOf(create([]))).toEqual({ url: ["address_private"] });
  expect(await create(["192.168.0.0/16"])).toMatchObject({ url: "http://home.example:8123/api/webhook/x" });
});

test("the owner gets a mail about a new webhook, without its path, and finds its changes in the history", async () => {
  const owner = await api.createUser({ email_verified: true });
  const { id, secret } = await api.addWebhook(owner);
  await owner.caller.webhook.update({ id, enabled: false });
  await owner.caller.webhook.delete({ id });
  const mails = (await api.readMails()).filter(({ to }) => to === owner.user.email);
  expect(mails).toMatchObject([{ template: "webhook_created", values: { host: "8.8.8.8" } }]);
  expect(JSON.stringify(mails)).not.toContain(secret);
  const events = (await owner.caller.securityEvent.list({})).results.map(({ kind }) => kind);
  expect(events).toEqual(["webhook_deleted", "webhook_updated", "webhook_created"]);
});

test("only the calls of a user with a webhook that is on look for webhooks", async () => {
  const owner = await api.createUser();
  const { id } = await api.addWebhook(owner);
  expect(await hasWebhooks(owner.user.id)).toBe(true);
  await owner.caller.webhook.update({ id, enabled: false });
  expect(await hasWebhooks(owner.user.id)).toBe(false);
  const plain = await api.createUser();
  const habit = await plain.caller.habit.create(habitInput);
  const { db, statements } = await api.countStatements();
  await plain.callerWith({ db }).progress.set({ id: habit.id, day: "2026-11-21", value: 1 });
  expect(statements).toHaveLength(1);
});

describe("the log", () => {
  test("has the newest delivery first, page by page, with what was sent", async () => {
    const owner = await api.createUser();
    const { id } = await api.addWebhook(owner);
    const { webhook } = owner.caller;
    const sent = [];
    for (let count = 0; count < 3; count += 1) sent.unshift(await webhook.sendTest({ id }));
    const first = await webhook.delivery.list({ id, limit: 2 });
    expect(first.results).toEqual(sent.slice(0, 2));
    const rest = await webhook.delivery.list({ id, limit: 2, cursor: first.next ?? "" });
    expect(rest).toEqual({ results: sent.slice(2), next: null });
    const detail = await webhook.delivery.get({ id, delivery_id: sent[0]?.id ?? 0 });
    expect(detail).toMatchObject({ ...sent[0], state: "waiting", attempts: 0, answer: null });
    expect(JSON.parse(detail.body)).toEqual({
      type: "webhook.test",
      timestamp: new Date(noon).toISOString(),
      data: { webhook_id: id },
    });
  });

  test("sends a message again with the same id, from its first attempt, and by one job", async () => {
    const owner = await api.createUser();
    const { id } = await api.addWebhook(owner);
    const { webhook } = owner.caller;
    const { id: delivery_id, message_id } = await webhook.sendTest({ id });
    await db
      .update(webhookDeliveries)
      .set({ state: "failed", attempts: 9, fault: "status" })
      .where(eq(webhookDeliveries.id, delivery_id));
    await api.takeDeliverJobs();
    for (let count = 0; count < 2; count += 1) {
      expect(await webhook.delivery.replay({ id, delivery_id })).toMatchObject({
        message_id,
        state: "waiting",
        attempts: 0,
        fault: null,
      });
    }
    expect(await api.takeDeliverJobs()).toEqual([{ delivery_id, attempt: 0 }]);
  });
});
