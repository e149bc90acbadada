import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const catalogs = new URL("../locales/uk/", import.meta.url);

const texts = readdirSync(catalogs)
  .filter((name) => name.endsWith(".po"))
  .flatMap((name) => readFileSync(new URL(name, catalogs), "utf8").split("\n"))
  .filter((line) => line.startsWith("msgstr "));

// The amount has its unit in the nominative: "з 3 кілометри" and "по 1 повторення" would be wrong.
test("no Ukrainian text puts an amount with a unit behind a preposition that needs another case", () => {
  expect(texts.length).toBeGreaterThan(1000);
  const wrong = texts.filter((text) => /(?<!\p{L})(?:з|із|зі|по) \{(?:amount|due|goal|least|part)\}/u.test(text));
  expect(wrong).toEqual([]);
});
