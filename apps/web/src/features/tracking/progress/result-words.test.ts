import { habitOf } from "@daymark/domain/testing-habits";
import type { Schedule } from "@daymark/domain/tracking/schedule";
import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { wordsOfResult } from "./result-words.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

test.each([
  [{ times_in_days: { times: 1, days: 7 } }, "can still be covered"],
  [{ times_per_week: 2 }, "not needed"],
  [{ target_per: "week" as const }, "not needed"],
])("a day of rest with %j %s", (schedule: Schedule, expected) => {
  const habit = habitOf({ schedule, first_day: "2026-11-09" });
  expect(i18n._(wordsOfResult(habit, { day: "2026-11-17", result: "rest", entry: undefined }))).toBe(expected);
});
