import { randomBytes } from "node:crypto";
import { notificationTargets } from "@daymark/db/schema/connection/notification-target";
import type { NotificationTargetCreateInput } from "@daymark/domain/account/notification-input";
import { type TargetKind, targetKinds } from "@daymark/domain/notification/target";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { createNotifier } from "../outgoing/notifier.ts";
import { createOutgoing } from "../outgoing/outgoing.ts";
import { createReminderApi } from "../reminder/testing.ts";
import { fieldsOf, keyOf, noon, type TestUser } from "../testing.ts";

const api = await createReminderApi();
const { db, clock } = api;
afterAll(api.drop);
afterEach(() => {
  clock.now = noon;
});

const telegramToken = `123456789:${"x".repeat(35)}`;
const given: Record<TargetKind, NotificationTargetCreateInput> = {
  ntfy: { kind: "ntfy", name: "Phone", url: "https://8.8.8.8/", recipient: "secret-topic", secret: "tk_old" },
  gotify: { kind: "gotify", name: "Home", url: "https://8.8.8.8/", secret: "gotify-token" },
  telegram: { kind: "telegram", name: "Chat", recipient: "-1001234567890", secret: telegramToken },
  matrix: { kind: "matrix", name: "Room", url: "https://8.8.8.8/", recipient: "!room:example.org", secret: "syt_x" },
  apprise: { kind: "apprise", name: "Group", secret: "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js" },
};
const publicNames = createOutgoing({ resolve: async () => [{ address: "8.8.8.8", family: 4 }] });
const elsewhere = "https://8.8.4.4:8443/";

async function createOwner(kind: TargetKind = "ntfy", changes: Partial<NotificationTargetCreateInput> = {}) {
  const owner = await api.createUser({ email_verified: true });
  const { notificationTarget } = owner.callerWith({ outgoing: publicNames });
  const { id } = await notificationTarget.create({ ...given[kind], ...changes });
  return { owner, id, update: updateOf(owner, id) };
}

function updateOf({ caller }: Pick<TestUser, "caller">, id: number) {
  return (changes: Omit<Parameters<typeof caller.notificationTarget.update>[0], "id">) =>
    caller.notificationTarget.update({ id, ...changes });
}

async function readRow(id: number) {
  const [row] = await db.select().from(notificationTargets).where(eq(notificationTargets.id, id));
  if (!row) throw new Error("the target is gone");
  return { ...row, settings: api.notifier.openSettings(row.sealed) };
}

const settingsOf = async (id: number) => (await readRow(id)).settings;

describe("a stored secret goes only to the address that it was entered for:", () => {
  test.each([
    ["another host", elsewhere],
    ["another port", "https://8.8.8.8:8443/"],
    ["no encryption", "http://8.8.8.8/"],
    ["another path of the same host", "https://8.8.8.8/other"],
  ])("%s needs the topic and the tokens again", async (_, url) => {
    for (const [kind, secrets] of [
      ["ntfy", ["recipient", "secret"]],
      ["gotify", ["secret"]],
      ["matrix", ["secret"]],
    ] as const) {
      const { id, update } = await createOwner(kind);
      const before = await readRow(id);
      const refused = Object.fromEntries(secrets.map((member) => [member, ["required_for_new_address"]]));
      expect(await fieldsOf(update({ name: "Changed", url }))).toEqual(refused);
      expect(await readRow(id)).toEqual(before);
    }
  });

  test("with them, the target has moved", async () => {
    const { id, update } = await createOwner();
    const moved = await update({ url: elsewhere, recipient: "new-topic", secret: "tk_new" });
    expect(moved).toMatchObject({ name: "Phone", host: "8.8.4.4:8443", url: elsewhere, has_secret: true });
    expect(await settingsOf(id)).toEqual({ url: elsewhere, recipient: "new-topic", secret: "tk_new" });
  });

  test("a room is no secret, and moves along", async () => {
    const { id, update } = await createOwner("matrix");
    await update({ url: elsewhere, secret: "syt_new" });
    expect(await settingsOf(id)).toEqual({ url: elsewhere, recipient: "!room:example.org", secret: "syt_new" });
  });

  test("a target without a token needs none", async () => {
    const { id, update } = await createOwner("ntfy", { secret: undefined });
    await update({ url: elsewhere, recipient: "new-topic" });
    expect(await settingsOf(id)).toEqual({ url: elsewhere, recipient: "new-topic", secret: null });
  });

  test("a token of ntfy can be removed instead", async () => {
    const { id, update } = await createOwner();
    expect(await update({ url: elsewhere, recipient: "new-topic", secret: "" })).toMatchObject({ has_secret: false });
    expect(await settingsOf(id)).toMatchObject({ secret: null });
  });

  test("the address that is stored may be repeated", async () => {
    const { id, update } = await createOwner();
    await update({ url: given.ntfy.url, recipient: "new-topic" });
    expect(await settingsOf(id)).toEqual({ url: given.ntfy.url, recipient: "new-topic", secret: "tk_old" });
  });

  test("an address that was stored when the call began is another one if the target has moved meanwhile", async () => {
    const { owner, id, update } = await createOwner("gotify", { url: "https://old.example/" });
    const moving = createOutgoing({
      resolve: async () => {
        await update({ url: elsewhere, secret: "new-token" });
        return [{ address: "8.8.8.8", family: 4 }];
      },
    });
    const back = updateOf({ caller: owner.callerWith({ outgoing: moving }) }, id)({ url: "https://old.example/" });
    expect(await fieldsOf(back)).toEqual({ secret: ["required_for_new_address"] });
    expect(await settingsOf(id)).toMatchObject({ url: elsewhere, secret: "new-token" });
  });
});

test.each(targetKinds)("a member of a target of the kind %s that is left out keeps its value", async (kind) => {
  const { id, update } = await createOwner(kind);
  const before = await readRow(id);
  expect(await update({ name: "Renamed" })).toMatchObject({ id, kind, name: "Renamed", host: before.host });
  expect(await readRow(id)).toEqual({ ...before, name: "Renamed" });
  expect(await update({})).toMatchObject({ name: "Renamed" });
  const secret = { ...given, ntfy: { secret: "tk_new" }, apprise: { secret: "slack://T1JJ3T3L2/A1BRTD4JD/TIi" } }[kind]
    .secret;
  await update({ secret });
  expect(await settingsOf(id)).toEqual({ ...before.settings, secret });
});

test.each([
  ["ntfy", { url: "" }, { url: ["required"] }],
  ["ntfy", { url: "ntfy.sh", recipient: "a", secret: "b" }, { url: ["url_invalid"] }],
  ["ntfy", { recipient: "../v1" }, { recipient: ["invalid"] }],
  ["ntfy", { recipient: "" }, { recipient: ["required"] }],
  ["ntfy", { url: "http://127.0.0.1:8080", recipient: "a", secret: "b" }, { url: ["address_private"] }],
  ["gotify", { secret: "" }, { secret: ["required"] }],
  ["gotify", { recipient: "room" }, { recipient: ["unknown_field"] }],
  ["telegram", { url: "https://8.8.4.4/" }, { url: ["unknown_field"] }],
  ["telegram", { secret: "1:x/../../y" }, { secret: ["invalid"] }],
  ["matrix", { recipient: "#room:example.org" }, { recipient: ["invalid"] }],
  ["apprise", { secret: "json://10.0.0.1/in" }, { secret: ["address_private"] }],
  ["apprise", { secret: "example.org/in" }, { secret: ["invalid"] }],
  ["apprise", { kind: "ntfy" }, { kind: ["unknown_field"] }],
] as const)("a target of the kind %s changed to %j is refused beside the field", async (kind, changes, fields) => {
  const { id, update } = await createOwner(kind);
  const before = await readRow(id);
  expect(await fieldsOf(update({ name: "Changed", ...changes } as never))).toMatchObject(fields);
  expect(await readRow(id)).toEqual(before);
});

test("no answer has a token, a topic of ntfy or an Apprise URL; chats, rooms and addresses are there to be changed", async () => {
  const owner = await api.createUser();
  for (const kind of targetKinds) await owner.caller.notificationTarget.create(given[kind]);
  const { results } = await owner.caller.notificationTarget.list({});
  const shown = results.map(({ kind, url, recipient, has_secret }) => ({ kind, url, recipient, has_secret }));
  const url = "https://8.8.8.8/";
  expect(shown.sort((a, b) => targetKinds.indexOf(a.kind) - targetKinds.indexOf(b.kind))).toEqual([
    { kind: "ntfy", url, recipient: null, has_secret: true },
    { kind: "gotify", url, recipient: null, has_secret: true },
    { kind: "telegram", url: null, recipient: "-1001234567890", has_secret: true },
    { kind: "matrix", url, recipient: "!room:example.org", has_secret: true },
    { kind: "apprise", url: null, recipient: null, has_secret: true },
  ]);
  const changed = await Promise.all(results.map(({ id }) => owner.caller.notificationTarget.update({ id, name: "X" })));
  const answers = JSON.stringify([results, changed]);
  const secrets = [...Object.values(given).map(({ secret }) => secret), given.ntfy.recipient];
  for (const secret of secrets) expect(answers).not.toContain(secret);
});

test("a change of anything but the name needs a fresh log-in, and is told to the owner", async () => {
  const { owner, id, update } = await createOwner();
  const before = await readRow(id);
  clock.now = noon + 11 * 60_000;
  const calls = [
    { recipient: "stolen" },
    { secret: "tk_stolen" },
    { secret: "" },
    { url: given.ntfy.url },
    { url: elsewhere, recipient: "stolen", secret: "tk_stolen" },
  ];
  for (const changes of calls) expect(await keyOf(update(changes))).toBe("step_up_required");
  expect(await readRow(id)).toEqual(before);
  await update({ name: "Renamed" });
  clock.now = noon;
  await update({ recipient: "new-topic" });
  const mails = (await api.readMails()).filter(({ to }) => to === owner.user.email);
  expect(mails.map(({ template }) => template)).toEqual(["notification_target_created", "notification_target_updated"]);
  expect(mails[1]).toMatchObject({ values: { name: "Renamed" } });
  expect(JSON.stringify(mails)).not.toContain("new-topic");
  const events = (await owner.caller.securityEvent.list({})).results.map(({ kind }) => kind);
  expect(events).toEqual(["notification_target_updated", "notification_target_created"]);
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

test("reminders that have chosen the target keep it", async () => {
  const { owner, id, update } = await createOwner();
  const { habit } = await api.createDue(owner);
  const { reminder } = owner.caller;
  await reminder.create({ habit_id: habit.id, time: "08:00", by_push: false, by_mail: false, target_ids: [id] });
  await update({ name: "Renamed", url: elsewhere, recipient: "new-topic", secret: "tk_new" });
  expect((await reminder.list({})).results[0]).toMatchObject({ time: "08:00", by_push: false, target_ids: [id] });
});

describe("concurrent calls:", () => {
  test("both changes of one target are made", async () => {
    const { id, update } = await createOwner();
    await Promise.all([
      update({ name: "Renamed" }),
      update({ recipient: "new-topic" }),
      update({ secret: "tk_new" }),
      update({ url: given.ntfy.url }),
    ]);
    expect(await readRow(id)).toMatchObject({
      name: "Renamed",
      settings: { url: given.ntfy.url, recipient: "new-topic", secret: "tk_new" },
    });
  });

  test("a target that is deleted during its change is missing, and stays deleted", async () => {
    const { owner, id } = await createOwner();
    const deleting = createOutgoing({
      resolve: async () => {
        await owner.caller.notificationTarget.delete({ id });
        return [{ address: "8.8.8.8", family: 4 }];
      },
    });
    const update = updateOf({ caller: owner.callerWith({ outgoing: deleting }) }, id);
    const change = update({ url: "https://new.example/", recipient: "new-topic", secret: "tk_new" });
    expect(await keyOf(change)).toBe("not_found");
    expect((await owner.caller.notificationTarget.list({})).results).toEqual([]);
  });
});

test("settings of another SECRET_KEY are shown as none, and have to be given again, all of them", async () => {
  const { owner, id, update } = await createOwner();
  const other = createNotifier({ secretKey: randomBytes(32), appriseUrl: undefined });
  const sealed = other.sealSettings({ url: given.ntfy.url ?? "", recipient: "secret-topic", secret: "tk_old" });
  await db.update(notificationTargets).set({ sealed }).where(eq(notificationTargets.id, id));
  expect((await owner.caller.notificationTarget.list({})).results).toMatchObject([
    { name: "Phone", host: "8.8.8.8", url: null, recipient: null, has_secret: false },
  ]);
  expect(await update({ name: "Renamed" })).toMatchObject({ name: "Renamed" });
  expect(await fieldsOf(update({ secret: "tk_new" }))).toEqual({ url: ["required"], recipient: ["required"] });
  await update({ url: elsewhere, recipient: "new-topic" });
  expect(await settingsOf(id)).toEqual({ url: elsewhere, recipient: "new-topic", secret: null });
});
