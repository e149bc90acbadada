import { webhookDeliveries } from "@daymark/db/schema/connection/webhook";
import { doneTokens, pushSubscriptions } from "@daymark/db/schema/reminder";
import { users } from "@daymark/db/schema/user";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { toProblem } from "../base/error.ts";
import { noon, type TestUser } from "../testing.ts";
import { createReminderApi } from "./testing.ts";

const api = await createReminderApi();
afterAll(api.drop);

/** Nine in the evening in Kyiv; the day ends three hours later. */
const day = "2026-11-21";
const nine = `${day}T19:00:02Z`;

let reader: TestUser;
beforeEach(async () => {
  api.clock.now = noon;
  await api.db.delete(users);
  await api.takePushes();
  reader = await api.createReader();
  await reader.caller.auth.settings.update({ reminder_done: true });
});

/** Reminds at nine, and gives the tokens in the messages. */
async function remind(): Promise<string[]> {
  await api.remindAt(nine);
  return (await api.takePushes()).flatMap(({ content }) => (content.kind === "reminder" && content.done) || []);
}

const press = (token = "") =>
  api.guest.reminder.done({ token }).then(
    ({ outcome }) => outcome,
    (error) => toProblem(error).key,
  );
const amountOf = async (id: number) =>
  (await reader.caller.progress.listOfHabit({ id, from: day, to: day })).results[0]?.value ?? null;

describe("the button of a notification", () => {
  test("is there only if the user has turned it on, and only for one habit", async () => {
    await api.createDue(reader, { habit: { title: "Run" } });
    expect(await remind()).toHaveLength(1);
    await reader.caller.auth.settings.update({ reminder_done: false });
    const other = await api.createReader();
    await api.createDue(other, { habit: { title: "Run" } });
    expect(await remind()).toEqual([]);
    const third = await api.createReader();
    await third.caller.auth.settings.update({ reminder_done: true });
    for (const title of ["Run", "Read"]) await api.createDue(third, { habit: { title } });
    expect(await remind()).toEqual([]);
  });

  test("tells the owner's webhooks of the day", async () => {
    await reader.caller.webhook.create({ url: "https://8.8.8.8/in", events: ["day.recorded"] });
    const { habit } = await api.createDue(reader);
    const [token] = await remind();
    expect(await press(token)).toBe("recorded");
    const messages = await api.db.select({ body: webhookDeliveries.body }).from(webhookDeliveries);
    expect(messages.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: "day.recorded", data: { day, entry: { habit_id: habit.id } } },
    ]);
  });

  test("marks that day as done once; a second press changes nothing, also after the owner cleared the day", async () => {
    const { habit } = await api.createDue(reader);
    const [token] = await remind();
    expect(await press(token)).toBe("recorded");
    expect(await amountOf(habit.id)).toBe(habit.target);
    expect(await press(token)).toBe("used");
    await reader.caller.progress.set({ id: habit.id, day, clear: true });
    expect(await press(token)).toBe("used");
    expect(await amountOf(habit.id)).toBeNull();
  });

  test("pressed ten times at once records once", async () => {
    await api.createDue(reader);
    const [token] = await remind();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => press(token)));
    expect(outcomes.filter((outcome) => outcome === "recorded")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "used")).toHaveLength(9);
  });

  test("changes nothing on a day that is met, and on an archived habit", async () => {
    const met = await api.createDue(reader);
    const [token] = await remind();
    await reader.caller.progress.set({ id: met.habit.id, day, value: met.habit.target + 1 });
    expect(await press(token)).toBe("met");
    expect(await amountOf(met.habit.id)).toBe(met.habit.target + 1);
    const other = await api.createReader({ reminder_done: true });
    const { habit } = await api.createDue(other);
    const [next] = await remind();
    await other.caller.habit.update({ id: habit.id, archived: true });
    expect(await press(next)).toBe("gone");
  });

  test("ends with the owner's day, with the browser's subscription, and when the buttons are turned off", async () => {
    const { habit } = await api.createDue(reader);
    const [token] = await remind();
    await reader.caller.auth.settings.update({ reminder_done: false });
    expect(await press(token)).toBe("link_token_invalid");
    await reader.caller.auth.settings.update({ reminder_done: true });
    api.clock.now = Date.parse(`${day}T22:00:00Z`);
    expect(await press(token)).toBe("link_token_invalid");
    api.clock.now = noon;
    await api.db.delete(pushSubscriptions).where(eq(pushSubscriptions.user_id, reader.user.id));
    expect(await press(token)).toBe("link_token_invalid");
    expect(await amountOf(habit.id)).toBeNull();
  });

  test("is stored as a hash", async () => {
    await api.createDue(reader);
    const [token = ""] = await remind();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await api.db.select().from(doneTokens))).not.toContain(token);
  });

  test.each(["", "x", "a".repeat(43)])("with the token %j does nothing", async (token) => {
    expect(await press(token)).toBe("link_token_invalid");
  });
});
