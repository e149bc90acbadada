import { habitOf } from "@daymark/domain/testing-habits";
import { expect, test } from "vitest";
import { createFormat } from "../../../lib/language/format.ts";
import { createLanguageStore } from "../../../lib/language/language.ts";
import { distributionWords } from "./distribution-words.ts";

async function wordsOf(language: "en" | "uk", habit: object, distribution: object) {
  const languages = createLanguageStore(language);
  await languages.need("dashboard");
  await languages.need("statistics");
  const given = { bin_width: 10, minimum: 1, median: 20, maximum: 25, bins: [], ...distribution };
  return distributionWords(languages.i18n, createFormat(language), habitOf(habit), given as never);
}

const pages = { unit: "repetitions", unit_label: "сторінка, сторінки, сторінок" };

test("only the median names an own unit, because it has no form after “from”", async () => {
  expect((await wordsOf("uk", pages, {})).summary).toBe("Медіана 20 сторінок (від 1 до 25).");
  expect((await wordsOf("en", { unit: "minutes" }, {})).summary).toBe("Median 20 min (1 min to 25 min).");
});

test("amounts without an end have the form of many", async () => {
  const bins = [
    { from: 1, to: 22, days: 1 },
    { from: 21, to: null, days: 1 },
  ];
  const { amounts } = await wordsOf("uk", pages, { bins });
  expect(bins.map((bin) => amounts(bin))).toEqual(["1–21 сторінка", "21 і більше сторінок"]);
});
