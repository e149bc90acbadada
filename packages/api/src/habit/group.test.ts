import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApi, fieldsOf, habitInput, type TestApi } from "../testing.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.drop());

const fields = (call: Promise<unknown>) => fieldsOf(call);

describe("a group", () => {
  test("is a trimmed name that habits share, and a blank name means no group", async () => {
    const { caller } = await api.createUser();
    const { id, group_name } = await caller.habit.create({ ...habitInput, group_name: "  Morning " });
    expect(group_name).toBe("Morning");
    expect((await caller.habit.update({ id, title: "Walk" })).group_name).toBe("Morning");
    expect((await caller.habit.update({ id, group_name: "Вечір" })).group_name).toBe("Вечір");
    for (const none of ["", "   ", null]) {
      await caller.habit.update({ id, group_name: "Evening" });
      expect((await caller.habit.update({ id, group_name: none })).group_name).toBeNull();
    }
    const long = "x".repeat(41);
    expect(await fields(caller.habit.update({ id, group_name: long }))).toEqual({ group_name: ["too_long"] });
    expect(await fields(caller.habit.update({ id, group_name: "a\u0000" }))).toEqual({
      group_name: ["unreadable_text"],
    });
  });

  test("is renamed, merged or removed with all its habits, including archived and deleted ones", async () => {
    const user = await api.createUser();
    const { caller } = user;
    const create = async (title: string, group_name: string | null) =>
      (await caller.habit.create({ ...habitInput, title, group_name, type: title < "D" ? "good" : "bad" })).id;
    const [a, b] = [await create("A", "Morning"), await create("B", "Morning")];
    await create("D", "Evening");
    const e = await create("E", "Morning");
    await caller.habit.update({ id: b, archived: true });
    await caller.habit.delete({ id: e });
    const groups = async (call: Promise<{ results: { title: string; group_name: string | null }[] }>) =>
      Object.fromEntries((await call).results.map((habit) => [habit.title, habit.group_name]));
    expect(await groups(caller.habit.renameGroup({ from: "Morning", to: " Dawn " }))).toEqual({
      A: "Dawn",
      D: "Evening",
    });
    expect((await caller.habit.get({ id: b })).group_name).toBe("Dawn");
    expect((await caller.habit.restore({ id: e })).group_name).toBe("Dawn");
    expect(await groups(caller.habit.renameGroup({ from: "Dawn", to: "Evening" }))).toEqual({
      A: "Evening",
      D: "Evening",
      E: "Evening",
    });
    expect(await groups(caller.habit.renameGroup({ from: "Evening", to: null }))).toEqual({
      A: null,
      D: null,
      E: null,
    });
    expect(await groups(caller.habit.renameGroup({ from: "Nobody's", to: "Any" }))).toEqual({
      A: null,
      D: null,
      E: null,
    });
    expect((await caller.habit.get({ id: a })).group_name).toBeNull();
  });

  test("of another user is not changed", async () => {
    const [user, other] = [await api.createUser(), await api.createUser()];
    const { id } = await user.caller.habit.create({ ...habitInput, group_name: "Morning" });
    expect(await other.caller.habit.renameGroup({ from: "Morning", to: "Stolen" })).toEqual({
      results: [],
      next: null,
    });
    expect((await user.caller.habit.get({ id })).group_name).toBe("Morning");
    expect(await fields(user.caller.habit.renameGroup({ from: " ", to: "x" }))).toEqual({ from: ["blank"] });
  });
});
