import { users } from "@daymark/db/schema/user";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { habitInput, noon, type TestUser } from "../testing.ts";
import { createWebhookApi } from "./testing.ts";

const api = await createWebhookApi();
afterAll(api.drop);

/** A user in UTC with a webhook, and a streak of the two days before today. */
async function createUserWithStreak(): Promise<TestUser> {
  const owner = await api.createUser();
  await api.addWebhook(owner);
  await api.db.update(users).set({ timezone: "UTC" }).where(eq(users.id, owner.user.id));
  const user = await api.refresh(owner);
  const { id } = await user.caller.habit.create(habitInput);
  for (const day of ["2026-11-19", "2026-11-20"]) await user.caller.progress.set({ id, day, value: 10 });
  return user;
}

test("a user whose day cannot be told does not keep the others from their events, and is tried again", async () => {
  api.clock.now = noon;
  const [first] = [await createUserWithStreak(), await createUserWithStreak()];
  await api.takeMessages();
  const setZone = (timezone: string) => api.db.update(users).set({ timezone }).where(eq(users.id, first.user.id));
  const brokenStreaks = async () => (await api.takeMessages()).filter(({ type }) => type === "streak.broken").length;

  await setZone("Nowhere/None");
  await expect(api.watchAt("2026-11-22T00:05:00Z")).rejects.toThrow("The streaks of 1 of 2 users");
  expect(await brokenStreaks()).toBe(1);
  await setZone("UTC");
  await api.watchAt("2026-11-22T00:10:00Z");
  expect(await brokenStreaks()).toBe(1);
});
