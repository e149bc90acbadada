import { afterAll, describe, expect, test } from "vitest";
import { toProblem } from "../base/error.ts";
import { createTestApi, habitInput } from "../testing.ts";

const api = await createTestApi({ max: 20 });
afterAll(api.drop);

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => toProblem(error).errors,
  );
const taken = { short_name: [{ code: "short_name_taken" }] };

describe("a short name", () => {
  test("belongs to one habit of a user, and to habits of others too", async () => {
    const [{ caller }, other] = [await api.createUser(), await api.createUser()];
    const { id, short_name } = await caller.habit.create({ ...habitInput, short_name: "Run" });
    expect(short_name).toBe("run");
    expect(await refusal(caller.habit.create({ ...habitInput, short_name: "RUN" }))).toEqual(taken);
    const second = await caller.habit.create(habitInput);
    expect(await refusal(caller.habit.update({ id: second.id, short_name: "run" }))).toEqual(taken);
    expect((await caller.habit.update({ id, short_name: "run" })).short_name).toBe("run");
    expect((await other.caller.habit.create({ ...habitInput, short_name: "run" })).short_name).toBe("run");
  });

  test("is kept by one of parallel habits", async () => {
    const { caller } = await api.createUser();
    const calls = Array.from({ length: 3 }, () => refusal(caller.habit.create({ ...habitInput, short_name: "run" })));
    expect((await Promise.all(calls)).filter((errors) => errors === null)).toHaveLength(1);
  });

  test("is free after a rename, and kept by an archived habit", async () => {
    const { caller } = await api.createUser();
    const { id } = await caller.habit.create({ ...habitInput, short_name: "run" });
    await caller.habit.update({ id, short_name: "walk", archived: true });
    expect((await caller.habit.create({ ...habitInput, short_name: "run" })).short_name).toBe("run");
    expect(await refusal(caller.habit.create({ ...habitInput, short_name: "walk" }))).toEqual(taken);
  });

  test("comes back with a deleted habit, except if another habit took it meanwhile", async () => {
    const { caller } = await api.createUser({ plan: "paid" });
    const { id } = await caller.habit.create({ ...habitInput, short_name: "run" });
    await caller.habit.delete({ id });
    expect((await caller.habit.restore({ id })).short_name).toBe("run");
    await caller.habit.delete({ id });
    const { id: next } = await caller.habit.create({ ...habitInput, short_name: "run" });
    expect((await caller.habit.restore({ id })).short_name).toBeNull();
    expect((await caller.habit.get({ id: next })).short_name).toBe("run");
  });
});
