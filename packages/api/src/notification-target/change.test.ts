import { randomBytes } from "node:crypto";
import { createLimits } from "@daymark/auth/limits/rate-limit";
import { notificationTargets } from "@daymark/db/schema/connection/notification-target";
import type { TargetKind } from "@daymark/domain/notification/target";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, describe, expect, onTestFinished, test } from "vitest";
import { createNotifier } from "../outgoing/notifier.ts";
import { createTestApi, fieldsOf, keyOf, noon, type TestUser } from "../testing.ts";
import { createTargetApi, elsewhere, given, publicNames, updateOf } from "./testing.ts";

const api = await createTargetApi();
const { db, clock, createOwner, readRow, delayed } = api;
afterAll(api.drop);
afterEach(() => {
  clock.now = noon;
});

const noticesOf = async ({ user }: TestUser) => (await api.readMails()).filter(({ to }) => to === user.email);
const eventsOf = async ({ caller }: TestUser) => (await caller.securityEvent.list({})).results.map(({ kind }) => kind);

test("a change of anything but the name needs a fresh log-in, and the owner gets a mail", async () => {
  const { owner, id, update } = await createOwner();
  const before = await readRow(id);
  clock.now = noon + 11 * 60_000;
  const calls = [
    { recipient: "stolen" },
    { secret: "tk_stolen" },
    { secret: "" },
    { url: elsewhere, recipient: "stolen", secret: "tk_stolen" },
  ];
  for (const changes of calls) expect(await keyOf(update(changes))).toBe("step_up_required");
  expect(await readRow(id)).toEqual(before);
  clock.now = noon;
  await update({ recipient: "new-topic" });
  const mails = await noticesOf(owner);
  expect(mails.map(({ template }) => template)).toEqual(["notification_target_created", "notification_target_updated"]);
  expect(mails[1]).toMatchObject({ values: { name: "Phone" } });
  expect(mails[1]?.values).not.toHaveProperty("renamed");
  expect(JSON.stringify(mails)).not.toContain("new-topic");
  expect(await eventsOf(owner)).toEqual(["notification_target_updated", "notification_target_created"]);
});

test("another name alone is an event of the account without a mail", async () => {
  const { owner, update } = await createOwner();
  clock.now = noon + 11 * 60_000;
  await update({ name: "Renamed" });
  expect((await noticesOf(owner)).map(({ template }) => template)).toEqual(["notification_target_created"]);
  clock.now = noon;
  expect(await eventsOf(owner)).toEqual(["notification_target_updated", "notification_target_created"]);
});

test("the mail about new settings has the name that the owner knows, also if the call renames the target", async () => {
  const { owner, id, update } = await createOwner();
  await update({ name: "Disguise", recipient: "stolen" });
  const racing = delayed(() => update({ name: "Meanwhile" }));
  await updateOf({ caller: owner.callerWith({ db: racing }) }, id)({ name: "Late", secret: "tk_late" });
  const [, first, second] = await noticesOf(owner);
  expect(first).toMatchObject({ values: { name: "Phone", renamed: "yes", new_name: "Disguise" } });
  expect(second).toMatchObject({ values: { name: "Meanwhile", renamed: "yes", new_name: "Late" } });
});

describe("a call that repeats what is stored", () => {
  async function createAnswered(kind: TargetKind) {
    const created = await createOwner(kind);
    const answered = { last_at: new Date(noon), last_status: 403, last_fault: "status", last_answer: "no" } as const;
    await db.update(notificationTargets).set(answered).where(eq(notificationTargets.id, created.id));
    return { ...created, before: await readRow(created.id) };
  }

  test.each(["ntfy", "gotify", "telegram", "matrix"] as const)(
    "needs no fresh log-in for the name and what answers show, and leaves no trace: %s",
    async (kind) => {
      const { owner, id, update, before } = await createAnswered(kind);
      const { name, url = "", recipient = "" } = given[kind];
      clock.now = noon + 11 * 60_000;
      expect(await update({ name, url, ...(kind !== "ntfy" && { recipient }) })).toMatchObject({ name });
      expect(await readRow(id)).toEqual(before);
      clock.now = noon;
      expect(await eventsOf(owner)).toEqual(["notification_target_created"]);
      expect(await noticesOf(owner)).toHaveLength(1);
    },
  );

  test.each(["ntfy", "gotify", "telegram", "matrix", "apprise"] as const)(
    "leaves no trace with secrets, but needs a fresh log-in for each, so that no session can guess them: %s",
    async (kind) => {
      const { owner, id, update, before } = await createAnswered(kind);
      const { url, recipient, secret } = given[kind];
      clock.now = noon + 11 * 60_000;
      for (const guess of [secret, "wrong"]) expect(await keyOf(update({ secret: guess }))).toBe("step_up_required");
      if (kind === "ntfy") expect(await keyOf(update({ recipient }))).toBe("step_up_required");
      clock.now = noon;
      expect(await update({ url, recipient, secret })).toMatchObject({ last: { answer: "no" } });
      expect(await readRow(id)).toEqual(before);
      expect(await eventsOf(owner)).toEqual(["notification_target_created"]);
      expect(await noticesOf(owner)).toHaveLength(1);
    },
  );
});

test("an address that stays is not looked up again", async () => {
  const { owner, id } = await createOwner("gotify", { url: "https://push.example/" });
  const asked: string[] = [];
  const outgoing = publicNames((name) => void asked.push(name));
  const update = updateOf({ caller: owner.callerWith({ outgoing }) }, id);
  await update({ url: "https://push.example/", secret: "new-token" });
  expect(asked).toEqual([]);
  await update({ url: "https://other.example/", secret: "new-token" });
  expect(asked).toEqual(["other.example"]);
});

test("the settings of a kind that the server no longer offers stay; its target can be renamed", async () => {
  const { owner, id } = await createOwner("apprise");
  const before = await readRow(id);
  const notifier = createNotifier({ secretKey: randomBytes(32), appriseUrl: undefined });
  const update = updateOf({ caller: owner.callerWith({ notifier }) }, id);
  const refused = update({ name: "Changed", secret: "slack://T1JJ3T3L2/A1BRTD4JD/TIi" });
  expect(await fieldsOf(refused)).toEqual({ kind: ["choice_invalid"] });
  expect(await readRow(id)).toEqual(before);
  expect(await update({ name: "Renamed" })).toMatchObject({ name: "Renamed" });
});

test("what was answered last is forgotten with the settings that it is about, and stays with another name", async () => {
  const { id, update } = await createOwner();
  const answered = { last_at: new Date(noon), last_status: 403, last_fault: "status", last_answer: "no" } as const;
  await db
    .update(notificationTargets)
    .set({ ...answered, answers_slowly: true })
    .where(eq(notificationTargets.id, id));
  expect(await update({ name: "Renamed" })).toMatchObject({ last: { status: 403, answer: "no" } });
  expect(await update({ secret: "tk_new" })).toMatchObject({ last: null });
  expect(await readRow(id)).toMatchObject({ last_status: null, last_answer: null, answers_slowly: null });
});

test("calls that change nothing are not counted by the rate limit", async () => {
  const limited = await createTestApi({ limits: createLimits });
  onTestFinished(limited.drop);
  const owner = await limited.createUser();
  const { id } = await owner.caller.notificationTarget.create(given.ntfy);
  const update = updateOf(owner, id);
  for (let call = 0; call < 25; call++) await update(call % 2 === 0 ? {} : { url: given.ntfy.url });
  expect(await update({ name: "Renamed" })).toMatchObject({ name: "Renamed" });
  const answers = [];
  for (let call = 0; call < 25; call++) answers.push(await keyOf(update({ name: `Name ${call}` })));
  expect(answers).toContain("too_many_requests");
});
