import { afterAll, beforeEach, expect, test } from "vitest";
import { habitInput } from "../testing.ts";
import { createWebhookApi } from "../webhook/testing.ts";

const api = await createWebhookApi();
const { guest, clock } = api;
afterAll(api.drop);
beforeEach(api.forgetWebhooks);

test("a tap, and its undo, tell the owner's webhooks of the day and of the goal that it meets", async () => {
  const owner = await api.createUser();
  await api.addWebhook(owner, { events: ["day.recorded", "goal.met"] });
  const habit = await owner.caller.habit.create({ ...habitInput, target: 1 });
  const { url } = await owner.caller.habitLink.create({ purpose: "add", habit_id: habit.id });
  const token = url.slice(-43);
  await guest.habitLink.tap({ token });
  await api.findReached();
  expect(await api.takeMessages()).toMatchObject([
    { type: "day.recorded", data: { entry: { habit_id: habit.id, value: 1 } } },
    { type: "goal.met" },
  ]);
  clock.now += 60_000;
  await guest.habitLink.undoTap({ token });
  expect(await api.takeMessages()).toMatchObject([{ type: "day.recorded", data: { entry: null } }]);
});

test("a tap of a user without webhooks sends no event", async () => {
  const [owner, other] = [await api.createUser(), await api.createUser()];
  await api.addWebhook(other);
  const habit = await owner.caller.habit.create({ ...habitInput, target: 1 });
  const { url } = await owner.caller.habitLink.create({ purpose: "done", habit_id: habit.id });
  await guest.habitLink.tap({ token: url.slice(-43) });
  expect(await api.takeMessages()).toEqual([]);
});
