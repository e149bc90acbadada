import { remindersOfHabitMax } from "@daymark/domain/reminder/reminder";
import { expect, test } from "vitest";
import { freeTime } from "./free-time.ts";

test("each new reminder gets a time that no other reminder of the habit has", () => {
  const times: string[] = [];
  for (let count = 0; count < remindersOfHabitMax; count += 1) times.push(freeTime(times));
  expect(new Set(times).size).toBe(remindersOfHabitMax);
  for (const time of times) expect(time).toMatch(/^\d\d:\d\d$/);
});

test("a free time is found even if five times are taken", () => {
  expect(freeTime(["20:00", "08:00", "12:00", "18:00", "21:00"])).toBe("22:00");
});
