import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApi, habitInput, type TestApi, type TestUser } from "../testing.ts";

const racers = 50;

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ max: racers });
});
afterAll(() => api.drop());

const limitReached = { code: "FORBIDDEN", key: "plan_limit_reached" };

async function create({ caller }: TestUser, count: number, type: "good" | "bad" = "good") {
  const ids: number[] = [];
  for (let index = 0; index < count; index++) ids.push((await caller.habit.create({ ...habitInput, type })).id);
  return ids;
}

function stored(user: TestUser) {
  return api.sql`select id from habits where user_id = ${user.user.id} and deleted_at is null`;
}

describe("the plan's limit", () => {
  test("is 3 habits of each type on the free plan and 25 on the paid one, and the error names type and plan", async () => {
    for (const [plan, limit] of [
      ["free", 3],
      ["paid", 25],
    ] as const) {
      const user = await api.createUser({ plan });
      for (const type of ["good", "bad"] as const) {
        await create(user, limit, type);
        await expect(create(user, 1, type)).rejects.toMatchObject({ ...limitReached, values: { type, plan } });
      }
      expect(await stored(user)).toHaveLength(2 * limit);
    }
  });

  test("counts archived habits", async () => {
    const user = await api.createUser();
    const [id = 0] = await create(user, 3);
    await user.caller.habit.update({ id, archived: true });
    await expect(create(user, 1)).rejects.toMatchObject(limitReached);
  });

  test("counts a deleted habit for 35 seconds, then it lies in the trash uncounted", async () => {
    const user = await api.createUser();
    const [id = 0] = await create(user, 3);
    await user.caller.habit.delete({ id });
    await expect(create(user, 1)).rejects.toMatchObject(limitReached);
    await user.caller.habit.restore({ id });
    expect(await stored(user)).toHaveLength(3);
    await user.caller.habit.delete({ id });
    await api.sql`update habits set deleted_at = now() - interval '36 seconds' where id = ${id}`;
    await create(user, 1);
    expect(await stored(user)).toHaveLength(3);
    expect((await user.caller.habit.trash.list({})).results.map((habit) => habit.id)).toEqual([id]);
  });

  test("says which deleted habit frees a place first, with the seconds left", async () => {
    const user = await api.createUser();
    const ids = [];
    for (const title of ["Walk", "Read", "Sing"]) {
      ids.push((await user.caller.habit.create({ ...habitInput, title })).id);
    }
    const [walk = 0, read = 0, sing = 0] = ids;
    const refuse = () => create(user, 1).then(String, (error) => error);
    // No habit is deleted, so waiting does not help.
    expect(await refuse()).toMatchObject({ ...limitReached, retryAfterSeconds: undefined });
    const deleteAgo = async (id: number, seconds: number) => {
      await user.caller.habit.delete({ id });
      await api.sql`
        update habits set deleted_at = now() - make_interval(secs => ${seconds})
        where user_id = ${user.user.id} and id = ${id}`;
    };
    await deleteAgo(read, 0.5);
    expect(await refuse()).toMatchObject({
      ...limitReached,
      values: { type: "good", plan: "free", until: "restorable", title: "Read", seconds: expect.any(Number) },
    });
    await deleteAgo(walk, 20.5);
    const waited = await refuse();
    expect(waited).toMatchObject({ ...limitReached, values: { title: "Walk" } });
    expect(waited.retryAfterSeconds).toBe(waited.values.seconds);
    expect(waited.retryAfterSeconds).toBeGreaterThan(0);
    expect(waited.retryAfterSeconds).toBeLessThanOrEqual(15);
    const listed = (await user.caller.habit.listDeleted({})).results;
    expect(listed.map(({ id, title, type }) => ({ id, title, type }))).toEqual([
      { id: walk, title: "Walk", type: "good" },
      { id: read, title: "Read", type: "good" },
    ]);
    for (const { seconds_left } of listed) expect(seconds_left).toBeLessThanOrEqual(35);
    // A bad habit has its own limit.
    expect(await create(user, 1, "bad")).toHaveLength(1);
    await api.sql`update habits set deleted_at = now() - interval '36 seconds' where id = ${walk}`;
    await create(user, 1);
    expect((await user.caller.habit.listDeleted({})).results.map(({ id }) => id)).toEqual([read]);
    await user.caller.habit.delete({ id: sing });
    await user.caller.habit.restore({ id: read });
    expect((await user.caller.habit.listDeleted({})).results.map(({ id }) => id)).toEqual([sing]);
    const other = await api.createUser();
    expect(await other.caller.habit.listDeleted({})).toEqual({ results: [], next: null });
  });

  test("leaves exactly 3 of 50 habits created in parallel, with gapless positions", async () => {
    const user = await api.createUser();
    const outcomes = await Promise.allSettled(
      Array.from({ length: racers }, () => user.caller.habit.create(habitInput)),
    );
    const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(refused).toHaveLength(racers - 3);
    for (const reason of refused) expect(reason).toMatchObject(limitReached);
    const { results } = await user.caller.habit.list({});
    expect(results.map((habit) => habit.position)).toEqual([0, 1, 2]);
    expect(await stored(user)).toHaveLength(3);
  });

  test("holds while habits are deleted, restored and created in parallel", async () => {
    const user = await api.createUser();
    const ids = await create(user, 3);
    const outcomes = await Promise.allSettled(
      ids.flatMap((id) => [
        user.caller.habit.delete({ id }),
        ...Array.from({ length: 5 }, () => user.caller.habit.create(habitInput)),
        user.caller.habit.restore({ id }),
        ...Array.from({ length: 5 }, () => user.caller.habit.create(habitInput)),
      ]),
    );
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject(limitReached);
    for (const id of ids) await user.caller.habit.restore({ id });
    expect(await stored(user)).toHaveLength(3);
  });
});
