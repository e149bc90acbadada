export const languages = ["en", "uk"] as const;
export type Language = (typeof languages)[number];

/** The locale whose dates and numbers a language shows. */
export const formatLocale: Record<Language, string> = { en: "en-US", uk: "uk-UA" };

/** Where a page is read in a language: English is what an address without one gives whoever has not chosen yet. */
export function addressIn(path: string, language: Language): string {
  return language === "en" ? path : `${path}${path.includes("?") ? "&" : "?"}lang=${language}`;
}

/** RFC 9110 12.4.2: 0 to 1 with at most three decimals. */
const weightPattern = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/**
 * The language of an Accept-Language header (RFC 9110 12.5.4): uk where the header ranks Ukrainian above English
 * and every other language, in all other cases en.
 */
export function languageOf(header: string | undefined): Language {
  if (!header) return "en";
  let best = { language: "", quality: 0 };
  for (const part of header.slice(0, 1000).split(",")) {
    const [range = "", ...parameters] = part.toLowerCase().split(";");
    const language = range.trim().split("-")[0] ?? "";
    const weight = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("q="));
    const quality = weight === undefined ? 1 : weightOf(weight.slice(2));
    // The first of equals wins, as the order of a list is the only preference left. Elements of a list may be empty.
    if (language && quality > best.quality) best = { language, quality };
  }
  return best.language === "uk" ? "uk" : "en";
}

/** A weight that is none says nothing a person meant, so its language is passed over. */
function weightOf(text: string): number {
  return weightPattern.test(text) ? Number(text) : 0;
}
