import { units } from "@daymark/domain/base/unit";
import { languages } from "@daymark/domain/text/language";
import { expect, test } from "vitest";
import { importMessage, unitWord } from "./import-words.ts";
import { i18nFor } from "./server.ts";

const finer = { row: "habits[0]", habit: "Sleep", reason: "unit_finer", code: "unit_finer" } as const;

test.each([
  ["hours", "minutes", "Counted in minutes instead of hours, so that fractions stay exact."],
  ["gallons", "fluid_ounces", "Counted in fluid ounces instead of gallons, so that fractions stay exact."],
])("the report of an import names units in English: %s", (from, to, sentence) => {
  expect(importMessage(i18nFor("en"), { ...finer, values: { from, to } })).toBe(sentence);
});

test.each([
  ["hours", "minutes", "Рахується в одиниці «хвилини» замість «години», щоб дробові значення лишилися точними."],
  [
    "gallons",
    "fluid_ounces",
    "Рахується в одиниці «рідкі унції» замість «галони», щоб дробові значення лишилися точними.",
  ],
])("the report of an import names units in Ukrainian: %s", (from, to, sentence) => {
  expect(importMessage(i18nFor("uk"), { ...finer, values: { from, to } })).toBe(sentence);
});

test.each(languages)("every unit has a word of its own, without an underscore, in %s", (language) => {
  const words = units.map((unit) => unitWord(i18nFor(language), unit));
  expect(new Set(words).size).toBe(units.length);
  for (const word of words) expect(word).toMatch(language === "uk" ? /^[а-яіїєґ’ ]+$/ : /^[a-z ]+$/);
});
