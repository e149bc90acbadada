import { readFileSync } from "node:fs";

const catalogs = [
  "app",
  "landing",
  "support",
  "blog",
  "thread",
  "editor",
  "board",
  "moderation",
  "admin",
  "commands",
  "dashboard",
  "statistics",
  "reminder",
  "terms",
  "privacy",
  "messages",
  "successes",
  "settings",
  "table-import",
  "connections",
  "auth",
  "not-me",
  "consent",
  "titles",
];

/** The words of a language by their English source, so that one test can go the same way in both. */
export type Words = (source: string, values?: Record<string, string | number>) => string;

/**
 * @param first the catalog whose words go before those of others, also those that have a context of their own there
 * @throws Error where a catalog has no translation: then nobody could find the button either
 */
export function wordsOf(language: "en" | "uk", first?: string): Words {
  const translations =
    language === "en"
      ? null
      : new Map([...readCatalogs(language, catalogs), ...(first ? readCatalogs(language, [first], true) : [])]);
  return (source, values = {}) => {
    const text = translations ? translations.get(source) : source;
    if (!text) throw new Error(`"${source}" has no words in ${language}`);
    return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}

/** A message is found by its id, which is either the English source itself or a code with the source in English. */
function readCatalogs(language: string, names: readonly string[], hasContexts = false): Map<string, string> {
  return new Map(
    names.flatMap((name) => {
      const english = readCatalog("en", name, hasContexts);
      return [...readCatalog(language, name, hasContexts)].map(([id, text]) => [english.get(id) || id, text] as const);
    }),
  );
}

function readCatalog(language: string, name: string, hasContexts: boolean): Map<string, string> {
  const file = new URL(`../../../../packages/i18n/locales/${language}/${name}.po`, import.meta.url);
  const entries = readFileSync(file, "utf8").split(/\n\n+/);
  return new Map(
    entries
      // A word in a context of its own is another word.
      .filter((entry) => hasContexts || !entry.includes("\nmsgctxt "))
      .map((entry) => [fieldOf(entry, "msgid"), fieldOf(entry, "msgstr")]),
  );
}

/** A field of gettext's format: one quoted string, or several that are one. */
function fieldOf(entry: string, name: string): string {
  const quoted = new RegExp(`^${name} ("(?:[^"\\\\\\n]|\\\\.)*"(?:\\n"(?:[^"\\\\\\n]|\\\\.)*")*)`, "m").exec(
    entry,
  )?.[1];
  return (quoted ?? '""')
    .split("\n")
    .map((line) => JSON.parse(line) as string)
    .join("");
}
