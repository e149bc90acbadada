import type { Entry } from "@daymark/domain/tracking/progress";
import { TRPCClientError } from "@trpc/client";
import { beforeEach, describe, expect, test } from "vitest";
import { blankDay, type DayState } from "../day-state.ts";
import { type BatchEntry, withBatches } from "./progress-transport.ts";

const entry = (habit_id: number, day: string, value: number | null): Entry => ({
  habit_id,
  day,
  ...blankDay("minutes"),
  value,
});
const unasked = () => Promise.reject(new Error("sent alone"));

/** What the server has on days that the transport reads. */
let recorded: Entry[];
let sent: BatchEntry[][];
let answer: (entries: BatchEntry[]) => Promise<Entry[]>;
let transport: ReturnType<typeof withBatches>;

beforeEach(() => {
  recorded = [];
  sent = [];
  answer = async (entries) => entries.map(({ habit_id, day, value }) => entry(habit_id, day, value ?? null)).reverse();
  transport = withBatches(
    { set: unasked, empty: unasked, delete: unasked },
    {
      setMany: (entries) => {
        sent.push(entries);
        return answer(entries);
      },
      readDays: async () => recorded,
    },
  );
});

const found: DayState = { ...blankDay("minutes"), value: 5, note: "late" };
const options = { foundOf: () => found, onFailure: () => {} };
const conflict = new TRPCClientError("refused", {
  result: { error: { code: 0, message: "refused", data: { code: "conflict", status: 409 } } },
});

test("the calls of a batch are sent as one, and each gets its own answer", async () => {
  const answers: Promise<unknown>[] = [];
  transport.batch(() => {
    answers.push(transport.set({ id: 4, day: "2026-11-20", value: 5, unit: "minutes" }));
    answers.push(transport.empty({ id: 4, day: "2026-11-21" }));
    answers.push(transport.delete({ id: 5, day: "2026-11-21" }));
  }, options);
  expect(await Promise.all(answers)).toEqual([entry(4, "2026-11-20", 5), entry(4, "2026-11-21", null), undefined]);
  expect(sent).toEqual([
    [
      { habit_id: 4, day: "2026-11-20", value: 5, unit: "minutes" },
      // An entry that clears an amount keeps the note, and expects the state in which the day was found.
      { habit_id: 4, day: "2026-11-21", clear: true, note: "late", expected: found },
      { habit_id: 5, day: "2026-11-21", clear: true },
    ],
  ]);
});

test("the calls of a batch fail with one error, which is reported first", async () => {
  const refusal = new Error("no");
  answer = () => Promise.reject(refusal);
  const seen: string[] = [];
  const answers: Promise<unknown>[] = [];
  transport.batch(
    () => {
      for (const day of ["2026-11-20", "2026-11-21"]) {
        answers.push(transport.set({ id: 4, day, value: 5 }).catch((error) => seen.push(`${error === refusal}`)));
      }
    },
    { ...options, onFailure: (error) => seen.push(`told ${error === refusal}`) },
  );
  await Promise.all(answers);
  expect(seen).toEqual(["told true", "true", "true"]);
});

test("a call after a batch is sent by itself", async () => {
  transport.batch(() => {}, options);
  await expect(transport.set({ id: 4, day: "2026-11-20", value: 5 })).rejects.toThrow("sent alone");
  expect(sent).toEqual([]);
});

describe("a batch that clears a day with a new note from another device", () => {
  const both = () => {
    const answers = [
      transport.set({ id: 4, day: "2026-11-20", value: 5, unit: "minutes" }),
      transport.empty({ id: 4, day: "2026-11-21" }),
    ];
    return Promise.allSettled(answers);
  };
  const clearIn = () => {
    let settled: ReturnType<typeof both> | undefined;
    const errors: unknown[] = [];
    transport.batch(() => (settled = both()), { ...options, onFailure: (error) => errors.push(error) });
    return { settled, errors };
  };

  test("is sent again and keeps that note", async () => {
    recorded = [{ ...entry(4, "2026-11-21", 8), note: "on the train" }];
    const then = answer;
    answer = (entries) => (sent.length === 1 ? Promise.reject(conflict) : then(entries));
    const { settled, errors } = clearIn();
    expect((await settled)?.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    expect(sent[1]).toEqual([
      { habit_id: 4, day: "2026-11-20", value: 5, unit: "minutes" },
      {
        ...{ habit_id: 4, day: "2026-11-21", clear: true, note: "on the train" },
        expected: { ...blankDay("minutes"), value: 8, note: "on the train" },
      },
    ]);
    expect(errors).toEqual([]);
  });

  test("is sent again if the other device has deleted the whole day", async () => {
    const then = answer;
    answer = (entries) => (sent.length === 1 ? Promise.reject(conflict) : then(entries));
    await clearIn().settled;
    expect(sent[1]?.[1]).toEqual({ habit_id: 4, day: "2026-11-21", clear: true, expected: null });
  });

  test("fails if the day changes each time", async () => {
    answer = () => Promise.reject(conflict);
    const { settled, errors } = clearIn();
    expect((await settled)?.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect([sent.length, errors]).toEqual([5, [conflict]]);
  });
});
