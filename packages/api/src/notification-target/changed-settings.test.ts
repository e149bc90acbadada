import { randomBytes } from "node:crypto";
import { notificationTargets } from "@daymark/db/schema/connection/notification-target";
import { targetKinds } from "@daymark/domain/notification/target";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { createNotifier } from "../outgoing/notifier.ts";
import { fieldsOf, keyOf } from "../testing.ts";
import { createTargetApi, elsewhere, given, publicNames, updateOf } from "./testing.ts";

const api = await createTargetApi();
const { db, createOwner, readRow, delayed } = api;
afterAll(api.drop);

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
    const { owner, id, update } = await createOwner("matrix");
    const racing = delayed(() => update({ url: elsewhere, secret: "syt_new" }));
    const back = updateOf({ caller: owner.callerWith({ db: racing }) }, id);
    expect(await fieldsOf(back({ url: given.matrix.url, recipient: "!other:example.org" }))).toEqual({
      secret: ["required_for_new_address"],
    });
    expect(await settingsOf(id)).toEqual({ url: elsewhere, recipient: "!room:example.org", secret: "syt_new" });
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
    const deleting = publicNames(async () => {
      await owner.caller.notificationTarget.delete({ id });
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
