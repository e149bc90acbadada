import { createTestApi, habitInput, type TestUser } from "../testing.ts";

/** The day of most payloads. */
export const day = "2026-11-20";

/** A payload of HC Webhook with one count of steps. */
export const steps = (count: number, start_time: string) => ({ steps: [{ count, start_time, end_time: start_time }] });

/** The same at a time of {@link day}, in UTC. */
export const at = (time: string, count: number) => steps(count, `${day}T${time}:00Z`);

/** The recorded amounts of a habit in 2026, by day. */
export async function daysOf({ caller }: TestUser, id: number) {
  const { results } = await caller.progress.listOfHabit({ id, from: "2026-01-01", to: "2026-12-31" });
  return Object.fromEntries(results.map((entry) => [entry.day, entry.value]));
}

export type Mapping = Partial<Parameters<TestUser["caller"]["health"]["mapping"]["set"]>[0]>;

/** Creates procedures, and `createMapped`, which creates a user in Kyiv with a habit that a metric fills. */
export async function createHealthApi() {
  const api = await createTestApi({ max: 8 });

  async function createMapped(mapping: Mapping = {}, values: Partial<typeof habitInput> = {}, account: object = {}) {
    const user = await api.createUser({ timezone: "Europe/Kyiv", ...account });
    const habit = await user.caller.habit.create({ ...habitInput, unit: "repetitions", ...values });
    await user.caller.health.mapping.set({
      ...{ habit_id: habit.id, source: "health-connect", metric: "steps", way: "sum" },
      ...mapping,
    });
    return { user, habit };
  }

  return { ...api, createMapped };
}
