export const languages = ["en", "uk"] as const;
export type Language = (typeof languages)[number];

/** The locale that formats dates and numbers of a language. */
export const formatLocale: Record<Language, string> = { en: "en-US", uk: "uk-UA" };

/**
 * The address of a page in a language. An address without a language shows English to a user without a chosen language.
 */
export function addressIn(path: string, language: Language): string {
  return language === "en" ? path : `${path}${path.includes("?") ? "&" : "?"}lang=${language}`;
}

/** RFC 9110 12.4.2: 0 to 1 with at most three decimals. */
const weightPattern = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/**
 * The language of an Accept-Language header (RFC 9110 12.5.4): uk if the header ranks Ukrainian above English and every
 * other language, else en.
 */
export function languageOf(header: string | undefined): Language {
  if (!header) return "en";
  let best = { language: "", quality: 0 };
  for (const part of header.slice(0, 1000).split(",")) {
    const [range = "", ...parameters] = part.toLowerCase().split(";");
    const language = range.trim().split("-")[0] ?? "";
    const weight = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("q="));
    const quality = weight === undefined ? 1 : weightOf(weight.slice(2));
    // Of equal weights the first wins, because the order of the list is the only remaining preference. Elements may be
    // empty.
    if (language && quality > best.quality) best = { language, quality };
  }
  return best.language === "uk" ? "uk" : "en";
}

/** An invalid weight expresses no preference, so its language is ignored. */
function weightOf(text: string): number {
  return weightPattern.test(text) ? Number(text) : 0;
}
