import type { Entry } from "@daymark/domain/tracking/progress";
import { beforeEach, expect, test } from "vitest";
import { blankDay } from "./day-state.ts";
import { type BatchEntry, withBatches } from "./progress-transport.ts";

const entry = (habit_id: number, day: string, value: number | null): Entry => ({
  habit_id,
  day,
  ...blankDay("minutes"),
  value,
});
const unasked = () => Promise.reject(new Error("sent alone"));

let sent: BatchEntry[][];
let answer: (entries: BatchEntry[]) => Promise<Entry[]>;
let transport: ReturnType<typeof withBatches>;

beforeEach(() => {
  sent = [];
  answer = async (entries) => entries.map(({ habit_id, day, value }) => entry(habit_id, day, value ?? null)).reverse();
  transport = withBatches({ set: unasked, empty: unasked, delete: unasked }, (entries) => {
    sent.push(entries);
    return answer(entries);
  });
});

const noNotes = { noteOf: () => null, onFailure: () => {} };

test("the calls of a batch are one, and each gets its own answer", async () => {
  const answers: Promise<unknown>[] = [];
  transport.batch(
    () => {
      answers.push(transport.set({ id: 4, day: "2026-11-20", value: 5, unit: "minutes" }));
      answers.push(transport.empty({ id: 4, day: "2026-11-21" }));
      answers.push(transport.delete({ id: 5, day: "2026-11-21" }));
    },
    { ...noNotes, noteOf: (habitId, day) => (habitId === 4 && day === "2026-11-21" ? "late" : null) },
  );
  expect(await Promise.all(answers)).toEqual([entry(4, "2026-11-20", 5), entry(4, "2026-11-21", null), undefined]);
  expect(sent).toEqual([
    [
      { habit_id: 4, day: "2026-11-20", value: 5, unit: "minutes" },
      // An entry that clears a day keeps its note.
      { habit_id: 4, day: "2026-11-21", clear: true, note: "late" },
      { habit_id: 5, day: "2026-11-21", clear: true },
    ],
  ]);
});

test("the calls of a batch fail with one error, which is reported before", async () => {
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
    { ...noNotes, onFailure: (error) => seen.push(`told ${error === refusal}`) },
  );
  await Promise.all(answers);
  expect(seen).toEqual(["told true", "true", "true"]);
});

test("a call after a batch is sent alone", async () => {
  transport.batch(() => {}, noNotes);
  await expect(transport.set({ id: 4, day: "2026-11-20", value: 5 })).rejects.toThrow("sent alone");
  expect(sent).toEqual([]);
});
