import { habitOf } from "@daymark/domain/testing-habits";
import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { createLanguageStore } from "../../../lib/language/language.ts";
import { remainingMark, remainingOf, remainingWords } from "./remaining-words.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });
const today = "2026-11-20";
const until = (day: string) => habitOf({ end: { until: day } });
const books = habitOf({ unit: "repetitions", unit_label: "book, books", end: { total: 12, from: "2026-11-01" } });
const fourRead = { remaining: { days: null, amount: 8, recorded: 4 } };

function wordsOf(habit: ReturnType<typeof habitOf>, statistics?: typeof fourRead): string | null {
  const remaining = remainingOf(habit, statistics, today);
  return remaining && remainingWords(i18n, habit, remaining);
}

test("the days that are left include today and the last one, by the day of the page", () => {
  expect(wordsOf(until("2026-11-22"))).toBe("3 days left");
  expect(wordsOf(until("2026-11-20"))).toBe("last day");
  expect(wordsOf(habitOf({ end: { days: 30, from: "2026-11-20" } }))).toBe("30 days left");
});

test("the message for a total gives the remaining part in the habit's own unit", () => {
  expect(wordsOf(books, fourRead)).toBe("8 of 12 books left");
  const hours = habitOf({ unit: "minutes", end: { total: 600, from: "2026-11-01" } });
  expect(wordsOf(hours, { remaining: { days: null, amount: 150, recorded: 450 } })).toBe(
    "2\u00a0h 30\u00a0min of 10\u00a0h left",
  );
});

test("there are no words without an end, after it, for an archived habit, and while the statistics of a total are unknown", () => {
  expect(wordsOf(habitOf({}))).toBeNull();
  expect(wordsOf(until("2026-11-19"))).toBeNull();
  expect(wordsOf(habitOf({ ...books, ended_on: today }), fourRead)).toBeNull();
  expect(wordsOf(books)).toBeNull();
  expect(wordsOf(habitOf({ end: { until: "2026-11-22" }, archived: true }))).toBeNull();
});

test("a narrow mark has the days, or what is recorded of the total", () => {
  expect(remainingMark(i18n, until("2026-11-22"), { days: 3, amount: null, recorded: null })).toBe("3d");
  expect(remainingMark(i18n, books, fourRead.remaining)).toBe("4/12");
});

test("Ukrainian has the right forms of a day", async () => {
  const { i18n: uk, need } = createLanguageStore("uk");
  await need("dashboard");
  const left = (days: number) => remainingWords(uk, until(today), { days, amount: null, recorded: null });
  expect([1, 3, 5, 21].map(left)).toEqual([
    "останній день",
    "залишилося 3 дні",
    "залишилося 5 днів",
    "залишився 21 день",
  ]);
  const ofTotal = (total: number) => {
    const own = habitOf({ ...books, unit_label: "книжка, книжки, книжок", end: { total, from: "2026-11-01" } });
    return remainingWords(uk, own, { days: null, amount: 1, recorded: total - 1 });
  };
  expect([3, 12, 21].map(ofTotal)).toEqual([
    "залишилося 1, усього 3 книжки",
    "залишилося 1, усього 12 книжок",
    "залишилося 1, усього 21 книжка",
  ]);
});
