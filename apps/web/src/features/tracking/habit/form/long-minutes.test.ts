import { expect, test } from "vitest";
import { createLanguageStore } from "../../../../lib/language/language.ts";
import { clockMinutes } from "./long-minutes.ts";
import { unitAmounts } from "./unit-words.ts";

test.each([
  [0, "0 minutes", "0 хвилин"],
  [1, "1 minute", "1 хвилина"],
  [119, "119 minutes", "119 хвилин"],
  [120, "2\u00a0h", "2\u00a0год"],
  [125, "2\u00a0h 5\u00a0min", "2\u00a0год 5\u00a0хв"],
  [179.6, "3\u00a0h", "3\u00a0год"],
  [1441, "24\u00a0h 1\u00a0min", "24\u00a0год 1\u00a0хв"],
  [90_000, "1,500\u00a0h", "1\u00a0500\u00a0год"],
])("%d minutes are read as %s and %s", async (minutes, english, ukrainian) => {
  for (const [language, text] of [
    ["en", english],
    ["uk", ukrainian],
  ] as const) {
    const languages = createLanguageStore(language);
    await languages.need("dashboard");
    expect(languages.i18n._(unitAmounts.minutes(minutes))).toBe(text);
  }
});

test("other units stay as they are, however much it is", async () => {
  const languages = createLanguageStore("en");
  await languages.need("dashboard");
  expect(languages.i18n._(unitAmounts.seconds(7200))).toBe("7,200 seconds");
  expect(languages.i18n._(unitAmounts.kilometers(125))).toBe("125 kilometers");
});

test.each([
  [0, "0:00"],
  [5, "0:05"],
  [125, "2:05"],
  [119.6, "2:00"],
  [5999, "99:59"],
])("%d minutes are %s where there is little room", (minutes, text) => {
  expect(clockMinutes(minutes)).toBe(text);
});
