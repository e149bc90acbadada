import { habitOf } from "@daymark/domain/testing-habits";
import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { blankDay, type DayState } from "./day-state.ts";
import { recordedWords } from "./recorded-words.ts";

const habit = habitOf({ schedule: { times_per_week: 2 }, first_day: "2026-11-16" });
const blank = blankDay("minutes");
const done: DayState = { ...blank, value: 10 };

test("the message for a day of a weekly goal depends on its week", () => {
  const i18n = setupI18n({ locale: "en", messages: { en: {} } });
  const said = (doneDays: string[], day: string) =>
    recordedWords(i18n, {
      habit,
      day,
      before: done,
      after: blank,
      today: "2026-11-22",
      read: (_habit, other) => (doneDays.includes(other) ? done : blank),
      isKnown: () => true,
    });
  const alone = said([], "2026-11-21");
  const amongOthers = said(["2026-11-16", "2026-11-17"], "2026-11-21");
  expect(alone).toMatch(/cleared, .*not achieved/i);
  // It is not a day off either: the user could have done it.
  expect(amongOthers).toMatch(/cleared, not needed/);
});

test("a day of an amount of a week counts toward it only with an amount", () => {
  const i18n = setupI18n({ locale: "en", messages: { en: {} } });
  const said = (after: DayState) =>
    recordedWords(i18n, {
      habit: habitOf({ schedule: { target_per: "week" }, target: 300, first_day: "2026-11-09" }),
      day: "2026-11-17",
      before: after === blank ? done : blank,
      after,
      today: "2026-11-19",
      read: () => blank,
      isKnown: () => false,
    });
  expect(said(done)).toMatch(/10 minutes, counts toward the total/);
  expect(said(blank)).toMatch(/cleared, not needed/);
});

test("the message of a weekly goal says how far this week is, if the page knows it", () => {
  const i18n = setupI18n({ locale: "en", messages: { en: {} } });
  const said = (day: string, isKnown: boolean) =>
    recordedWords(i18n, {
      habit,
      day,
      before: blank,
      after: done,
      today: "2026-11-26",
      read: (_habit, other) => (other === "2026-11-24" ? done : blank),
      isKnown: (_habit, from, to) => isKnown && from === "2026-11-23" && to === "2026-11-26",
    });
  expect(said("2026-11-25", true)).toMatch(/, 2 of 2 this week\.$/);
  expect(said("2026-11-25", false)).toMatch(/goal achieved\.$/);
  expect(said("2026-11-20", true)).toMatch(/goal achieved\.$/);
});
