export const languages = ["en", "uk"] as const;
export type Language = (typeof languages)[number];

/** The locale whose dates and numbers a language shows. */
export const formatLocale: Record<Language, string> = { en: "en-US", uk: "uk-UA" };

/**
 * The language of an Accept-Language header (RFC 9110 12.5.4): uk where the header ranks Ukrainian above English
 * and every other language, in all other cases en.
 */
export function languageOf(header: string | undefined): Language {
  if (!header) return "en";
  let best = { language: "", quality: 0 };
  for (const part of header.slice(0, 1000).split(",")) {
    const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
    const weight = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("q="));
    const quality = weight === undefined ? 1 : Number(weight.slice(2));
    // The first of equals wins, as the order of a list is the only preference left.
    if (quality > best.quality) best = { language: tag.split("-")[0] ?? "", quality };
  }
  return best.language === "uk" ? "uk" : "en";
}
