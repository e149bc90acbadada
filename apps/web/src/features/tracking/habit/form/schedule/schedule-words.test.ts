import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { wordRhythm, wordSchedule } from "./schedule-words.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

test.each([
  [{ times_per_month: 1 }, "1 time a month"],
  [{ times_in_days: { times: 1, days: 14 } }, "14 days after the last time"],
  [{ months_since_last: 1 }, "1 month after the last time"],
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

const everyDay = [1, 2, 3, 4, 5, 6, 7];
/** A week from Sunday on. */
const names = ["", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const week = { week: [7, 1, 2, 3, 4, 5, 6], nameOf: (weekday: number) => names[weekday] ?? "" };

test.each([
  [{ schedule: null, weekdays: everyDay }, null],
  [{ schedule: null, weekdays: [1, 3, 7] }, "Sun, Mon, Wed"],
  [{ schedule: { every_days: 3, from: "2026-11-01" }, weekdays: everyDay }, "every 3 days"],
  [{ schedule: { every_weeks: 2, from: "2026-11-28" }, weekdays: [1, 3] }, "every 2 weeks, Mon, Wed"],
  [{ schedule: { every_weeks: 2, from: "2026-11-28" }, weekdays: everyDay }, "every 2 weeks, Sat"],
  [{ schedule: { target_per: "week" as const }, weekdays: everyDay }, null],
])("a habit with %j is said to be due: %s", (habit, expected) => {
  expect(wordRhythm(i18n, habit, week)).toBe(expected);
});
