import { revokeAccess } from "@daymark/auth/session/revoke";
import { notificationTargets } from "@daymark/db/schema/connection/notification-target";
import { reminders } from "@daymark/db/schema/reminder";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { fieldsOf, habitInput, type TestUser } from "../testing.ts";
import { createReminderApi } from "./testing.ts";

const api = await createReminderApi();
afterAll(api.drop);
beforeEach(async () => {
  await api.takeNotifications();
  await api.takePushes();
  await api.takeMails();
});

/** 21:00 in Kyiv. */
const evening = "2026-11-21T19:00:30Z";
let last = 0;
const addTarget = async ({ caller }: TestUser) => {
  last += 1;
  const { id } = await caller.notificationTarget.create({
    ...{ kind: "ntfy", name: `Phone ${last}`, url: "https://8.8.8.8", recipient: `topic-${last}` },
  });
  return id;
};
const toldTargets = async () =>
  (await api.takeNotifications()).map(({ target_id, content }) => [
    target_id,
    content.kind === "reminder" && content.habits.map(({ title }) => title),
  ]);

test("a reminder goes to the targets that it has chosen, with all habits of that time in one message", async () => {
  const reader = await api.createReader();
  const [one, other] = [await addTarget(reader), await addTarget(reader)];
  await addTarget(reader);
  const only = { by_push: false, by_mail: false };
  await api.createDue(reader, { ...only, habit: { title: "Read" }, target_ids: [one, other] });
  await api.createDue(reader, { ...only, habit: { title: "Run" }, target_ids: [one] });
  await api.takeMails();
  expect(await api.toldAt(evening)).toEqual({ pushed: [], mailed: [] });
  expect(await toldTargets()).toEqual([
    [one, ["Read", "Run"]],
    [other, ["Read"]],
  ]);
  expect(await api.remindAt(evening)).toBe(0);
  expect(await toldTargets()).toEqual([]);
});

test("a message for a target ends an hour after its time", async () => {
  const reader = await api.createReader();
  await api.createDue(reader, { target_ids: [await addTarget(reader)] });
  await api.remindAt(evening);
  const [message] = await api.takeNotifications();
  expect(message?.expires_at).toBe(Date.parse(evening) + 3_600_000);
});

test("a habit that is done reminds no target", async () => {
  const reader = await api.createReader();
  const { habit } = await api.createDue(reader, { target_ids: [await addTarget(reader)] });
  await reader.caller.progress.set({ id: habit.id, day: "2026-11-21", value: 50 });
  await api.remindAt(evening);
  expect(await toldTargets()).toEqual([]);
});

test("a reminder whose only targets are gone with the account's other access goes by push", async () => {
  const reader = await api.createReader();
  const id = await addTarget(reader);
  await api.createDue(reader, { by_push: false, by_mail: false, habit: { title: "Read" }, target_ids: [id] });
  await api.db.delete(notificationTargets).where(eq(notificationTargets.user_id, reader.user.id));
  await api.takeMails();
  expect(await api.toldAt(evening)).toEqual({ pushed: [["Read"]], mailed: [] });
  expect(await toldTargets()).toEqual([]);
});

test("when access is revoked, a reminder that had only targets goes by push, and no reminder names a deleted one", async () => {
  const reader = await api.createReader();
  const [id, mailed] = [await addTarget(reader), await addTarget(reader)];
  await api.createDue(reader, { by_push: false, by_mail: false, habit: { title: "Read" }, target_ids: [id] });
  await api.createDue(reader, { by_push: false, by_mail: true, habit: { title: "Run" }, target_ids: [mailed] });
  await api.db.transaction((tx) => revokeAccess(tx, reader.user.id));
  const left = await api.db.select().from(reminders).where(eq(reminders.user_id, reader.user.id)).orderBy(reminders.id);
  expect(left.map(({ by_push, by_mail, target_ids }) => [by_push, by_mail, target_ids])).toEqual([
    [true, false, []],
    [false, true, []],
  ]);
});

test("a reminder needs a channel, and a target is one", async () => {
  const reader = await api.createReader();
  const id = await addTarget(reader);
  const { reminder } = await api.createDue(reader);
  const { update } = reader.caller.reminder;
  const none = { id: reminder.id, by_push: false, by_mail: false };
  expect(await fieldsOf(update(none))).toMatchObject({ by_push: ["reminder_way_missing"] });
  expect(await update({ ...none, target_ids: [id] })).toMatchObject({ by_push: false, target_ids: [id] });
  expect(await fieldsOf(update({ id: reminder.id, target_ids: [] }))).toMatchObject({
    by_push: ["reminder_way_missing"],
  });
  const habit = await reader.caller.habit.create({ ...habitInput, title: "Other" });
  const unknown = { habit_id: habit.id, time: "08:00", target_ids: [id, 999_999] };
  expect(await fieldsOf(reader.caller.reminder.create(unknown))).toMatchObject({ target_ids: ["invalid"] });
});
