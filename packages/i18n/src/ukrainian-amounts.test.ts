import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const catalogs = new URL("../locales/uk/", import.meta.url);

const texts = readdirSync(catalogs)
  .filter((name) => name.endsWith(".po"))
  .flatMap((name) => readFileSync(new URL(name, catalogs), "utf8").split("\n"))
  .filter((line) => line.startsWith("msgstr "));

// The amount has its unit in the nominative: "з 3 кілометри" and "записати щонайменше 1 година" would be wrong.
test("no Ukrainian text puts an amount with a unit behind a word that needs another case", () => {
  expect(texts.length).toBeGreaterThan(1000);
  const needsCase = /(?<!\p{L})(?:з|із|зі|по|(?:на|записати) щонай\p{L}+) \{(?:amount|due|goal|least|part)\}/u;
  const wrong = texts.filter((text) => needsCase.test(text));
  expect(wrong).toEqual([]);
});
