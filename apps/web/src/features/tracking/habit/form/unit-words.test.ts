import { habitOf } from "@daymark/domain/testing-habits";
import { expect, test } from "vitest";
import { createLanguageStore } from "../../../../lib/language/language.ts";
import { isToggle } from "../rules.ts";
import { targetAmount } from "./goal-words.ts";
import { amountText, hasOwnWord, unitName, unitSymbol } from "./unit-words.ts";

async function i18nOf(language: "en" | "uk") {
  const languages = createLanguageStore(language);
  await languages.need("dashboard");
  return languages.i18n;
}

const english = habitOf({ unit: "repetitions", unit_label: "page, pages" });
const ukrainian = habitOf({ unit: "repetitions", unit_label: "сторінка, сторінки, сторінок" });
const numbers = [1, 2, 5, 1.5, 21, 2500];

test.each([
  ["en", english, "1 page, 2 pages, 5 pages, 1.5 pages, 21 pages, 2,500 pages"],
  ["uk", english, "1 page, 2 pages, 5 pages, 1,5 pages, 21 pages, 2500 pages"],
  ["en", ukrainian, "1 сторінка, 2 сторінки, 5 сторінок, 1.5 сторінки, 21 сторінка, 2,500 сторінок"],
  ["uk", ukrainian, "1 сторінка, 2 сторінки, 5 сторінок, 1,5 сторінки, 21 сторінка, 2500 сторінок"],
] as const)(
  "on a page in %s, numbers are written in its language and the word in its own",
  async (page, habit, text) => {
    const i18n = await i18nOf(page);
    const amounts = numbers.map((number) => amountText(i18n, habit, number));
    expect(amounts.join(", ").replaceAll(/(?<=\d)\u00a0(?=\d)/g, "")).toBe(text);
  },
);

test("an own unit appears in every place, and other units keep their names", async () => {
  const i18n = await i18nOf("en");
  expect([unitName(i18n, english), unitSymbol(i18n, english, 1)]).toEqual(["pages", "page"]);
  // A day that was recorded in percent before the unit was changed.
  expect(amountText(i18n, english, 50, "percentages")).toBe("50 percent");
  const minutes = habitOf({ unit: "minutes" });
  expect([unitName(i18n, minutes), unitSymbol(i18n, minutes, 5)]).toEqual(["Minutes", "min"]);
});

test("a limit of repetitions is a bare number, and one with a word has its word", async () => {
  const i18n = await i18nOf("en");
  const limit = habitOf({ type: "bad", unit: "repetitions", target: 5 });
  expect(targetAmount(i18n, limit, 5)).toBe("5");
  expect(targetAmount(i18n, { ...limit, unit_label: "cigarette, cigarettes" }, 5)).toBe("5 cigarettes");
});

test("a habit with an own unit asks for an amount, although its goal is one", () => {
  const once = habitOf({ unit: "repetitions", target: 1 });
  expect([isToggle(once), isToggle({ ...once, unit_label: "page, pages" })]).toEqual([true, false]);
});

test("an average has the form of the number as it is shown", async () => {
  const i18n = await i18nOf("uk");
  expect([20.004, 20.25].map((amount) => unitSymbol(i18n, ukrainian, amount))).toEqual(["сторінок", "сторінки"]);
  expect(unitSymbol(i18n, english, 301 / 300)).toBe("page");
  expect(amountText(i18n, ukrainian, 20.0004)).toBe("20 сторінок");
});

test("an own word that is chosen and not written gives way to a unit that an idea brings", () => {
  expect(hasOwnWord({ unit: "repetitions", unit_label: null }, true)).toBe(true);
  expect(hasOwnWord({ unit: "minutes", unit_label: null }, true)).toBe(false);
  expect(hasOwnWord(english, false)).toBe(true);
  expect(hasOwnWord({ unit: "repetitions", unit_label: null }, false)).toBe(false);
});

test("a list that an earlier version kept in the browser has no words, and is read", async () => {
  const { unit_label: _, ...kept } = habitOf({ unit: "repetitions" });
  expect(amountText(await i18nOf("en"), kept as typeof english, 5)).toBe("5 repetitions");
});
