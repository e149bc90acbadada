import { afterAll, expect, test } from "vitest";
import { habitInput } from "../testing.ts";
import { createWebhookApi } from "../webhook/testing.ts";

const api = await createWebhookApi();
afterAll(api.drop);

test("webhooks receive the days that health data records, and a payload that arrives again sends nothing", async () => {
  const subscriber = await api.createUser();
  await api.addWebhook(subscriber, { events: ["day.recorded", "goal.met"] });
  const owner = await api.refresh(subscriber);
  const habit = await owner.caller.habit.create({ ...habitInput, unit: "repetitions", target: 10 });
  await owner.caller.health.mapping.set({ habit_id: habit.id, source: "health-connect", metric: "steps", way: "sum" });
  const today = new Date(api.clock.now).toISOString().slice(0, 10);
  const payload = { steps: [{ count: 12, start_time: `${today}T08:00:00Z` }] };
  await owner.caller.health.connect.create({ payload });
  await api.findReached();
  expect(await api.takeMessages()).toMatchObject([
    { type: "day.recorded", data: { entry: { habit_id: habit.id, value: 12 } } },
    { type: "goal.met" },
  ]);
  await owner.caller.health.connect.create({ payload });
  await api.findReached();
  expect(await api.takeMessages()).toEqual([]);
});
