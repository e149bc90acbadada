import { notificationTargets } from "@daymark/db/schema/connection/notification-target";
import type { NotificationTargetCreateInput } from "@daymark/domain/connection/notification-input";
import { notificationTargetsMax, type TargetKind, targetKinds } from "@daymark/domain/notification/target";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { createNotifier } from "../outgoing/notifier.ts";
import { createOutgoing } from "../outgoing/outgoing.ts";
import { createReminderApi } from "../reminder/testing.ts";
import { fieldsOf, keyOf, noon, type TestUser } from "../testing.ts";

const api = await createReminderApi();
const { db } = api;
afterAll(api.drop);

const telegramToken = `123456789:${"x".repeat(35)}`;
const given: Record<TargetKind, NotificationTargetCreateInput> = {
  ntfy: { kind: "ntfy", name: "Phone", url: "https://8.8.8.8:8443/", recipient: "secret-topic" },
  gotify: { kind: "gotify", name: "Home", url: "https://8.8.4.4", secret: "gotify-token" },
  telegram: { kind: "telegram", name: "Chat", recipient: "-1001234567890", secret: telegramToken },
  matrix: { kind: "matrix", name: "Room", url: "https://1.1.1.1", recipient: "!room:example.org", secret: "syt_x" },
  apprise: { kind: "apprise", name: "Group", secret: "Discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js" },
};
const add = ({ caller }: TestUser, kind: TargetKind = "ntfy") => caller.notificationTarget.create(given[kind]);

test.each([
  ["ntfy", "8.8.8.8:8443"],
  ["gotify", "8.8.4.4"],
  ["telegram", "api.telegram.org"],
  ["matrix", "1.1.1.1"],
  ["apprise", "discord"],
] as const)("a target of the kind %s is shown by its host; its settings are stored encrypted", async (kind, host) => {
  const owner = await api.createUser();
  const made = await add(owner, kind);
  expect(made).toEqual({
    ...{ id: expect.any(Number), kind, name: given[kind].name, host, last: null },
    url: given[kind].url ?? null,
    recipient: kind === "ntfy" ? null : (given[kind].recipient ?? null),
    has_secret: given[kind].secret !== undefined,
    created_at: new Date(noon).toISOString(),
  });
  const list = await owner.caller.notificationTarget.list({});
  expect(list).toEqual({ results: [made], next: null, kinds: [...targetKinds] });
  const [row] = await db.select().from(notificationTargets).where(eq(notificationTargets.id, made.id));
  const { recipient, secret } = given[kind];
  for (const hidden of [recipient, secret]) if (hidden) expect(JSON.stringify(row)).not.toContain(hidden);
  const { url = null, recipient: to = null, secret: token = null } = given[kind];
  expect(api.notifier.openSettings(row?.sealed ?? "")).toEqual({ url, recipient: to, secret: token });
});

test("another user's target looks missing", async () => {
  const [owner, stranger] = [await api.createUser(), await api.createUser()];
  const { id } = await add(owner);
  const { notificationTarget } = stranger.caller;
  expect((await notificationTarget.list({})).results).toEqual([]);
  expect(await keyOf(notificationTarget.update({ id, name: "Taken over" }))).toBe("not_found");
  expect(await keyOf(notificationTarget.update({ id, recipient: "stolen" }))).toBe("not_found");
  expect(await keyOf(notificationTarget.delete({ id }))).toBe("not_found");
  expect(await keyOf(notificationTarget.sendTest({ id }))).toBe("not_found");
  const { id: habit_id } = (await api.createDue(stranger)).habit;
  const reminder = { habit_id, time: "08:00", target_ids: [id] };
  expect(await fieldsOf(stranger.caller.reminder.create(reminder))).toMatchObject({ target_ids: ["invalid"] });
});

test("a user has a bounded number of targets, also under concurrency", async () => {
  const owner = await api.createUser();
  const answers = await Promise.all(Array.from({ length: notificationTargetsMax + 3 }, () => keyOf(add(owner))));
  expect(answers.filter((answer) => answer === "conflict")).toHaveLength(3);
  expect((await owner.caller.notificationTarget.list({})).results).toHaveLength(notificationTargetsMax);
});

describe("an address that is not public", () => {
  const insiders: Record<string, string> = { "inside.example": "10.0.0.7", localhost: "127.0.0.1" };
  const outgoing = createOutgoing({
    resolve: async (name) => [{ address: insiders[name] ?? "8.8.8.8", family: 4 }],
  });

  test.each(["http://127.0.0.1:8080", "http://[::1]/", "http://2130706433", "http://inside.example"])(
    "is refused: %s",
    async (url) => {
      const { notificationTarget } = (await api.createUser()).callerWith({ outgoing });
      for (const kind of ["ntfy", "gotify", "matrix"] as const) {
        expect(await fieldsOf(notificationTarget.create({ ...given[kind], url }))).toMatchObject({
          url: ["address_private"],
        });
      }
    },
  );

  test.each([
    "json://127.0.0.1/in",
    "jsons://user:pass@10.1.2.3:8443/in",
    "json://localhost",
    "json://2130706433/",
    "json://0x7f.1/",
    "json://127%2e0.0.1/",
    "json://[::1]:8000/in",
    "ntfy://inside.example/topic",
    // What Apprise reads in its own way, or takes from the query.
    "json:///10.0.0.1:8080/",
    "json://a@10.0.0.1@8.8.8.8/",
    "json://a%40b@8.8.8.8/",
    "json://redis:6379/",
    "json://localhost.",
    "hassio://2130706433/token",
    "mailto://user:pass@example.com?smtp=10.0.0.5",
    "json://8.8.8.8#@10.0.0.1/",
  ])("is refused within an Apprise URL: %s", async (secret) => {
    const { notificationTarget } = (await api.createUser()).callerWith({ outgoing });
    const made = notificationTarget.create({ ...given.apprise, secret });
    expect(await fieldsOf(made)).toMatchObject({ secret: ["address_private"] });
  });

  test("that is public is allowed within an Apprise URL", async () => {
    const { notificationTarget } = (await api.createUser()).callerWith({ outgoing });
    for (const secret of ["jsons://user:pass@8.8.8.8:8443/in", "ntfys://[2001:4860:4860::8888]/topic"]) {
      expect(await notificationTarget.create({ ...given.apprise, secret })).toMatchObject({ kind: "apprise" });
    }
  });

  test("is not seen in the tokens of an Apprise URL, which no name server is asked for", async () => {
    const asked: string[] = [];
    const watching = createOutgoing({
      resolve: async (name) => {
        asked.push(name);
        return [{ address: "8.8.8.8", family: 4 }];
      },
    });
    const { notificationTarget } = (await api.createUser()).callerWith({ outgoing: watching });
    // As IPv4 addresses the first two ids would be private.
    for (const secret of [
      "tgram://167772161:AAAA/42",
      "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnl",
      "discord://167772161/JHM",
    ]) {
      await notificationTarget.create({ ...given.apprise, secret });
    }
    expect(asked).toEqual([]);
  });
});

test("Apprise is offered only where the operator has an Apprise API", async () => {
  const notifier = createNotifier({ secretKey: "0123456789abcdef", appriseUrl: undefined });
  const { notificationTarget } = (await api.createUser()).callerWith({ notifier });
  expect((await notificationTarget.list({})).kinds).toEqual(["ntfy", "gotify", "telegram", "matrix"]);
  const made = notificationTarget.create(given.apprise);
  expect(await fieldsOf(made)).toMatchObject({ kind: ["choice_invalid"] });
});

test("the owner gets a mail about a new target, and the account's events list it", async () => {
  const owner = await api.createUser({ email_verified: true });
  const { id } = await add(owner);
  await owner.caller.notificationTarget.delete({ id });
  const mails = (await api.readMails()).filter(({ to }) => to === owner.user.email);
  expect(mails).toMatchObject([{ template: "notification_target_created", values: { name: "Phone" } }]);
  const events = (await owner.caller.securityEvent.list({})).results.map(({ kind }) => kind);
  expect(events).toEqual(["notification_target_deleted", "notification_target_created"]);
});

test("a deleted target leaves the reminders, and a reminder that had nothing else goes by push", async () => {
  const owner = await api.createUser();
  const [phone, home] = [await add(owner), await add(owner, "gotify")];
  const { habit } = await api.createDue(owner, { by_push: false });
  const { reminder } = owner.caller;
  const create = (time: string, ways: { by_mail: boolean; target_ids: number[] }) =>
    reminder.create({ habit_id: habit.id, time, by_push: false, ...ways });
  await create("08:00", { by_mail: false, target_ids: [phone.id] });
  await create("09:00", { by_mail: false, target_ids: [phone.id, home.id] });
  await create("10:00", { by_mail: true, target_ids: [phone.id] });
  await owner.caller.notificationTarget.delete({ id: phone.id });
  expect((await reminder.list({})).results).toMatchObject([
    { time: "08:00", by_push: true, by_mail: false, target_ids: [] },
    { time: "09:00", by_push: false, by_mail: false, target_ids: [home.id] },
    { time: "10:00", by_push: false, by_mail: true, target_ids: [] },
    { time: "21:00", by_push: false, by_mail: true, target_ids: [] },
  ]);
});

test("a test is enqueued in the language of the request, and tried once", async () => {
  const owner = await api.createUser();
  const { id } = await add(owner);
  await api.takeNotifications();
  await owner.callerWith({ language: "uk" }).notificationTarget.sendTest({ id });
  const [test, ...others] = await api.takeNotifications();
  expect(others).toEqual([]);
  expect(test).toMatchObject({
    ...{ user_id: owner.user.id, target_id: id, language: "uk", content: { kind: "test" } },
    max_attempts: 1,
  });
});
