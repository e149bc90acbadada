import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { wordSchedule } from "./schedule-words.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

test.each([
  [{ times_per_month: 1 }, "1 time a month"],
  [{ every_days: 3, from: "2026-11-01" }, "every 3 days"],
  [{ every_weeks: 1, from: "2026-11-01" }, "every week"],
  [{ month_days: [1, 15, -1] }, "days of the month: 1, 15, last"],
  [{ month_weekdays: [{ nth: -1, weekday: 5 }] }, "last Friday of the month"],
  [
    {
      month_weekdays: [
        { nth: 1, weekday: 1 },
        { nth: 3, weekday: 7 },
      ],
    },
    "first Monday of the month, third Sunday of the month",
  ],
  [{ target_per: "week" as const }, null],
])("%j is worded as %s", (schedule, expected) => {
  expect(wordSchedule(i18n, schedule)).toBe(expected);
});
