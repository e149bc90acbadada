import { formFor } from "@daymark/domain/text/word-forms";
import { describe, expect, test } from "vitest";
import { CountedWord } from "./counted-word.ts";

/** The word of rows such as "20 pages", and the rows that have another one. */
function read(rows: readonly string[]) {
  const word = new CountedWord();
  const refused = rows.filter((row) => {
    const [, amount, text = ""] = /^([\d.]+) (.+)$/.exec(row) ?? [];
    return !word.take(text, Number(amount));
  });
  return { forms: word.forms.join(", "), refused };
}

describe("the word behind the amounts of a table", () => {
  test.each([
    ["20 pages", "page, pages"],
    ["1 glass, 2 glasses", "glass, glasses"],
    ["1 story, 2 Stories", "story, stories"],
    ["3 people, 1 person", "person, people"],
    ["1 Seite, 21 Seiten", "seite, seiten"],
    ["1 strona, 2 strony, 5 stron", "strona, strony, stron"],
    ["1 сторінка, 5 сторінок", "сторінка, сторінки, сторінок"],
    ["2 сторінки, 5 сторінок", "сторінка, сторінки, сторінок"],
    ["20 вправ, 1 вправа", "вправа, вправи, вправ"],
    ["20 книг, 2 книги", "книга, книги, книг"],
    ["1 слово, 5 слів", "слово, слів"],
    ["1 слово, 5 слів, 3 слова", "слово, слова, слів"],
    ["5 рядків, 1 рядок, 3 рядки", "рядок, рядки, рядків"],
    ["1 рядок, 1.5 рядка", "рядок, рядка"],
    ["1 рядок, 2 рядки, 5 рядків, 1.5 рядка", "рядок, рядки, рядків, рядка"],
    // The table does not know the plural.
    ["1 сторінка, 5 сторінка", "сторінка, сторінки, сторінок"],
    ["20 км/год", "км/год"],
  ])("of %s has all forms that the rows have", (rows, forms) => {
    expect(read(rows.split(", "))).toEqual({ forms, refused: [] });
  });

  test("stands after each number as in the rows", () => {
    const rows = ["1 рядок", "3 рядки", "20 рядків", "1.5 рядка", "21 рядок"];
    const { forms } = read(rows);
    expect(rows.map((row) => `${Number.parseFloat(row)} ${formFor(forms, Number.parseFloat(row))}`)).toEqual(rows);
  });

  test.each([
    ["20 pages", "2 words"],
    ["1 push-up", "5 pull-ups"],
    ["1 set", "5 steps"],
    ["1 сторінка", "5 книг"],
    ["20 book", "30 bike"],
  ])("of a row that has %s is not %s", (first, second) => {
    expect(read([first, second]).refused).toEqual([second]);
  });

  test("has few forms, however many a table has", () => {
    const vowels = ["a", "e", "i", "o", "u"];
    const words = vowels.flatMap((one) => vowels.map((two) => `b${one}${two}ks`));
    const { refused } = read(words.map((word, index) => `${[1, 2, 5, 1.5][index % 4]} ${word}`));
    expect(words.length - refused.length).toBeLessThanOrEqual(8);
  });
});
