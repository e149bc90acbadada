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

/** Translates an English message, so that one test runs in both languages. */
export type Words = (source: string, values?: Record<string, string | number>) => string;

/**
 * @param first the catalog whose translations win over those of other catalogs, including messages that have a context
 *   there
 * @throws Error if no catalog has a translation, since no element could have that text
 */
export function wordsOf(language: "en" | "uk", first?: string): Words {
  const translations =
    language === "en"
      ? null
      : new Map([...readCatalogs(language, catalogs), ...(first ? readCatalogs(language, [first], true) : [])]);
  return (source, values = {}) => {
    const text = translations ? translations.get(source) : source;
    if (!text) throw new Error(`"${source}" has no translation in ${language}`);
    return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}

/**
 * Keys each translation by its English text. The id of a message is either that text, or a code whose English
 * translation is that text.
 */
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
      // A message with a context has another translation there, so it must not replace the common one.
      .filter((entry) => hasContexts || !entry.includes("\nmsgctxt "))
      .map((entry) => [fieldOf(entry, "msgid"), fieldOf(entry, "msgstr")]),
  );
}

/** A field of a gettext entry: one quoted string, or several lines of them that are joined. */
function fieldOf(entry: string, name: string): string {
  const quoted = new RegExp(`^${name} ("(?:[^"\\\\\\n]|\\\\.)*"(?:\\n"(?:[^"\\\\\\n]|\\\\.)*")*)`, "m").exec(
    entry,
  )?.[1];
  return (quoted ?? '""')
    .split("\n")
    .map((line) => JSON.parse(line) as string)
    .join("");
}
