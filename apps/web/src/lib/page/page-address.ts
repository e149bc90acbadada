import { addressIn, type Language, languages } from "@daymark/domain/text/language";

/** A page in one language, if each language has a separate page. */
export interface PageVersion {
  language: Language;
  /** Path without the language. */
  path: string;
}

/**
 * The canonical address of a page, and the addresses of its versions for `hreflang`, including the one for readers of
 * other languages.
 *
 * @param path of the page, without the language
 * @param current language the page is shown in
 * @param versions if each language has a separate page; otherwise all languages share this one
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
