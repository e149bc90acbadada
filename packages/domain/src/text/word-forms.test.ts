import { describe, expect, test } from "vitest";
import { guessForms, guessUnitForms } from "./guess-forms.ts";
import { formFor, nameOf } from "./word-forms.ts";

describe("the forms of a unit that another app names", () => {
  test.each([
    ["pages", "page, pages"],
    ["сторінка", "сторінка, сторінки, сторінок"],
    ["сесія", "сесія, сесії, сесій"],
    ["віджимання", "віджимання, віджимання, віджимань"],
    // They may be the form after 5.
    ["книг", "книг"],
    ["пункт", "пункт"],
    ["вправа", "вправа"],
  ])("of “%s” are guessed only if exactly one form has its ending", (name, forms) => {
    expect(guessUnitForms(name).join(", ")).toBe(forms);
  });
});

describe("the form of a word", () => {
  test.each([
    ["page, pages", { 0: "pages", 1: "page", 2: "pages", 1.5: "pages", 21: "pages" }],
    [
      "сторінка, сторінки, сторінок",
      { 0: "сторінок", 1: "сторінка", 2: "сторінки", 5: "сторінок", 1.5: "сторінки", 11: "сторінок", 21: "сторінка" },
    ],
    ["рядок, рядки, рядків, рядка", { 1: "рядок", 3: "рядки", 12: "рядків", 1.5: "рядка" }],
    ["км/год", { 1: "км/год", 2: "км/год", 5: "км/год", 1.5: "км/год" }],
    // Ukrainian decides by its rule, although two forms are too few for it.
    ["раз, рази", { 1: "раз", 2: "рази", 5: "рази", 21: "раз" }],
    // Three forms are more than English has.
    ["strona, strony, stron", { 1: "strona", 2: "strony", 5: "stron" }],
    // As a user may type them.
    ["page,pages", { 1: "page", 2: "pages" }],
  ] as const)("of “%s” belongs to each number on a page in either language", (word, expected) => {
    const numbers = Object.keys(expected).map(Number);
    const forms = Object.fromEntries(numbers.map((number) => [number, formFor(word, number)]));
    expect(forms).toEqual(expected);
  });

  test("without a number is the plural", () => {
    expect(["page, pages", "сторінка, сторінки, сторінок", "km/h"].map(nameOf)).toEqual(["pages", "сторінки", "km/h"]);
  });
});

describe("the other forms of a typed word", () => {
  test.each([
    ["page", "page, pages"],
    ["pages", "page, pages"],
    ["glass", "glass, glasses"],
    ["story", "story, stories"],
    ["push-up", "push-up, push-ups"],
    ["minutes", "minute, minutes"],
    ["person", "person, people"],
    ["people", "person, people"],
    ["children", "child, children"],
    ["women", "woman, women"],
    ["feet", "foot, feet"],
    ["teeth", "tooth, teeth"],
    ["loaves", "loaf, loaves"],
    ["сторінка", "сторінка, сторінки, сторінок"],
    ["склянка", "склянка, склянки, склянок"],
    ["віджимання", "віджимання, віджимання, віджимань"],
    ["сесія", "сесія, сесії, сесій"],
    ["вправа", "вправа, вправи, вправ"],
    ["книга", "книга, книги, книг"],
    ["раз", "раз, рази, разів"],
    ["пункт", "пункт, пункти, пунктів"],
  ])("of “%s” are guessed where its ending is regular", (typed, forms) => {
    expect(guessForms(typed).join(", ")).toBe(forms);
  });

  test.each([
    // An "s" that is no plural, or one whose singular is unclear.
    ...["bus", "boxes", "glasses", "cookies", "exercises", "series", "abs"],
    ...["data", "quiz", "stomach", "epoch", "canvas", "jeans", "scissors", "deer", "tsp", "tbsp"],
    // No English word.
    ...["kcal", "km/h", "Seiten", "pp.", "x"],
    // The stem changes, or the ending does not tell.
    ...["школа", "підхід", "рядок", "день", "слово", "рука/нога", "сторінки", "км"],
    // A soft stem, one that changes, and what may be a plural.
    ...["лікар", "календар", "кухар", "сухар", "друг", "дитина", "людина", "киянин", "книг", "вправ", "хвилин"],
  ])("of “%s” are left to the user", (typed) => {
    expect(guessForms(typed)).toEqual([typed]);
  });
});
