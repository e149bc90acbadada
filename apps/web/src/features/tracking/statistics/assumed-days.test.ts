import { habitOf } from "@daymark/domain/testing-habits";
import type { Entry } from "@daymark/domain/tracking/progress";
import { expect, test } from "vitest";
import { listAssumedDays } from "./assumed-days.ts";

const habit = habitOf({ type: "bad", target: 2, unit: "repetitions" });
const entry = (day: string, rest: Partial<Entry>): Entry => ({
  habit_id: 1,
  day,
  value: null,
  unit: "repetitions",
  skipped: false,
  note: null,
  confirmed: false,
  ...rest,
});

test("only days without any record are assumed, listed newest first", () => {
  const entries = [
    entry("2026-11-05", { note: "At Olena’s" }),
    entry("2026-11-02", { value: 1 }),
    entry("2026-11-03", { confirmed: true }),
    entry("2026-11-04", { skipped: true }),
    entry("2026-11-06", { value: 5 }),
  ];
  const range = { from: "2026-10-30", to: "2026-11-08" };
  expect(listAssumedDays(habit, entries, range, "2026-11-07")).toEqual(["2026-11-07", "2026-11-05", "2026-11-01"]);
});
