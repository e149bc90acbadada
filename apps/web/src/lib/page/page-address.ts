import { addressIn, type Language, languages } from "@daymark/domain/text/language";

/** A page in a language that has one of its own. */
export interface PageVersion {
  language: Language;
  /** Without the language. */
  path: string;
}

/**
 * The one address of a page, and those of its versions for `hreflang`, with the one for readers of any other language.
 *
 * @param path of the page, without the language
 * @param current language the page is shown in
 * @param versions where each language has a page of its own; else all languages have this one
 */
export function addressesOf(path: string, current: Language, versions?: readonly PageVersion[]) {
  const all = versions ?? languages.map((language) => ({ language, path }));
  const own = versions?.find((version) => version.path === path)?.language ?? current;
  const others: { language: Language | "x-default"; address: string }[] = all.map(({ language, path }) => ({
    language,
    address: addressIn(path, language),
  }));
  const first = others.find(({ language }) => language === "en") ?? others[0];
  return {
    own: addressIn(path, own),
    others: others.length > 1 && first ? [...others, { ...first, language: "x-default" as const }] : [],
  };
}
