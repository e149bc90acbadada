import { readdirSync } from "node:fs";
import { languages } from "@daymark/domain/text/language";
import { expect, test } from "vitest";

const root = new URL("../locales/", import.meta.url);

async function readCatalogs(language: string) {
  const files = readdirSync(new URL(language, root)).filter((name) => name.endsWith(".ts"));
  return Promise.all(
    files.map(async (name) => {
      const { messages } = (await import(new URL(`${language}/${name}`, root).href)) as { messages: object };
      return { name, messages: Object.entries(messages) };
    }),
  );
}

// A page merges the catalogs that it needs with those of earlier pages, so the last catalog would win.
test.each(languages)("a message in several catalogs has the same translation in each, in %s", async (language) => {
  const catalogs = await readCatalogs(language);
  expect(catalogs.length).toBeGreaterThan(10);
  const first = new Map<string, { name: string; text: string }>();
  const clashes: string[] = [];
  for (const { name, messages } of catalogs) {
    for (const [id, message] of messages) {
      const text = JSON.stringify(message);
      const known = first.get(id);
      if (!known) first.set(id, { name, text });
      else if (known.text !== text) clashes.push(`${known.name}: ${known.text}, but ${name}: ${text}`);
    }
  }
  // If a word has two meanings, one of them needs a context (Lingui).
  expect(clashes).toEqual([]);
});
