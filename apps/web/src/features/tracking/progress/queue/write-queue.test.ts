import type { Entry } from "@daymark/domain/tracking/progress";
import { beforeEach, describe, expect, test } from "vitest";
import { blank, day, habitId, listKey, minutes, openPage, settle } from "./testing-queue.ts";

let { server, queryClient, queue, failures, idle, shown, shownValue, write } = openPage();

beforeEach(() => {
  ({ server, queryClient, queue, failures, idle, shown, shownValue, write } = openPage());
});

describe("a write", () => {
  test("is shown before the server has answered", () => {
    write(minutes(20));
    expect(shownValue()).toBe(20);
    expect(server.rows.size).toBe(0);
    expect(queue.isBusy).toBe(true);
  });

  test("shows the server's answer", async () => {
    write(minutes(20));
    await server.answer();
    expect(server.rows.get(day)?.value).toBe(20);
    expect(shownValue()).toBe(20);
    expect(queue.isBusy).toBe(false);
    expect(idle.calls).toBe(1);
  });

  test("is shown at once and sent once its preparation has ended, even badly", async () => {
    let fail = () => {};
    const prepare = () =>
      new Promise<void>((_, reject) => {
        fail = () => reject(new Error("not today"));
      });
    queue.write({ habitId, day, state: minutes(20), prepare });
    expect(shownValue()).toBe(20);
    await settle();
    expect(server.calls).toEqual([]);
    fail();
    await settle();
    await server.answer();
    expect(server.rows.get(day)?.value).toBe(20);
  });

  test("is not sent if its writer logs out while it is prepared", async () => {
    let finish = () => {};
    const prepare = () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      });
    queue.write({ habitId, day, state: minutes(20), prepare });
    queue.clear();
    finish();
    await settle();
    expect(server.calls).toEqual([]);
  });

  test("without a change sends no call", () => {
    write(blank);
    expect(server.calls).toEqual([]);
  });

  test("keeps the objects of all other entries", async () => {
    const other: Entry = { habit_id: 9, day, ...blank, value: 3 };
    queryClient.setQueryData(listKey, { results: [other] });
    const before = shown()[0];
    write(minutes(20));
    await server.answer();
    expect(shown().find((entry) => entry.habit_id === 9)).toBe(before);
  });
});

describe("order", () => {
  test("ten fast toggles end with the last value, on the page and on the server", async () => {
    for (let press = 1; press <= 10; press += 1) write(press % 2 === 1 ? minutes(press) : blank);
    expect(shownValue()).toBeNull();
    await server.answerAll();
    expect(server.rows.has(day)).toBe(false);
    expect(shownValue()).toBeNull();
    expect(server.calls).toHaveLength(2);
  });

  test("an odd number of toggles is sent once if the first call already had the value", async () => {
    for (let press = 1; press <= 9; press += 1) write(press % 2 === 1 ? minutes(1) : blank);
    await server.answerAll();
    expect(server.rows.get(day)?.value).toBe(1);
    expect(server.calls).toHaveLength(1);
  });

  test("each day of a habit has one running call, and other days do not wait for it", () => {
    write(minutes(1));
    write(minutes(2));
    queue.write({ habitId, day: "2026-11-20", state: minutes(5) });
    expect(server.underway).toBe(2);
  });

  test("a newer write is sent even if the older one has failed", async () => {
    write(minutes(1));
    write(minutes(2));
    await server.answer(new Error("500"));
    expect(failures).toEqual([]);
    expect(shownValue()).toBe(2);
    await server.answer();
    expect(server.rows.get(day)?.value).toBe(2);
  });

  test("clearing a day after a lost answer still clears it", async () => {
    write(minutes(1));
    write(blank);
    // The server stored it; only the response was lost.
    server.rows.set(day, { habit_id: habitId, day, ...minutes(1) });
    await server.answer(new Error("connection lost"));
    await server.answerAll();
    expect(server.rows.has(day)).toBe(false);
  });
});

describe("a failure", () => {
  test("restores the old value and reports habit, day and both states", async () => {
    write(minutes(20));
    await server.answer();
    write(minutes(30));
    expect(shownValue()).toBe(30);
    const error = new Error("500");
    await server.answer(error);
    expect(shownValue()).toBe(20);
    expect(failures).toEqual([{ habitId, day, before: minutes(20), state: minutes(30), error, recovered: [] }]);
    expect(queue.isBusy).toBe(false);
  });

  test("rolls back all unconfirmed writes, newest first", async () => {
    const order: string[] = [];
    write(minutes(1), () => order.push("first"));
    write(minutes(2), () => order.push("second"));
    await server.answer(new Error("500"));
    await server.answer(new Error("500"));
    expect(order).toEqual(["second", "first"]);
    expect(shownValue()).toBeNull();
    expect(failures).toHaveLength(1);
  });

  test("recovers the states on which its writes are based, except of saved writes", async () => {
    const lost: number[] = [];
    const timed = (value: number) =>
      queue.write({
        ...{ habitId, day, state: minutes(value) },
        onLost: () => {
          lost.push(value);
          return `${value} minutes run on.`;
        },
      });
    timed(1);
    timed(2);
    await server.answer();
    await server.answer(new Error("500"));
    expect(lost).toEqual([2]);
    expect(failures.map(({ recovered }) => recovered)).toEqual([["2 minutes run on."]]);
  });

  test("that comes last still reports the earlier successes", async () => {
    write(minutes(20));
    queue.write({ habitId, day: "2026-11-20", state: minutes(5) });
    await server.answer();
    expect(idle.calls).toBe(0);
    await server.answer(new Error("500"));
    expect(idle.calls).toBe(1);

    write(minutes(30));
    await server.answer(new Error("500"));
    expect(idle.calls).toBe(1);
  });

  test("does not roll back a confirmed write", async () => {
    const order: string[] = [];
    write(minutes(1), () => order.push("first"));
    write(minutes(2), () => order.push("second"));
    await server.answer();
    await server.answer(new Error("500"));
    expect(order).toEqual(["second"]);
    expect(shownValue()).toBe(1);
  });
});

describe("notes and amounts are written separately", () => {
  const noted: Entry = { habit_id: habitId, day, ...blank, value: 20, note: "on the train" };

  test("an amount is sent without the note, and a note without the amount", async () => {
    queryClient.setQueryData(listKey, { results: [noted] });
    write({ ...noted, value: 30 });
    write({ ...noted, value: 30, note: "at home" });
    await server.answerAll();
    expect(server.calls).toEqual(['set {"value":30}', 'set {"note":"at home"}']);
  });

  test("clearing the amount keeps the note", async () => {
    server.rows.set(day, noted);
    queryClient.setQueryData(listKey, { results: [noted] });
    write({ ...noted, value: null });
    await server.answerAll();
    expect(server.rows.get(day)).toMatchObject({ value: null, note: "on the train" });
    expect(shown()[0]).toMatchObject({ value: null, note: "on the train" });
  });

  test("a note from another device appears with the answer and is not overwritten", async () => {
    server.rows.set(day, noted);
    write(minutes(25));
    await server.answerAll();
    expect(server.rows.get(day)).toMatchObject({ value: 25, note: "on the train" });
    expect(shown()[0]?.note).toBe("on the train");
  });
});
