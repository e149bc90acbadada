import { type Language, languages } from "@daymark/domain/text/language";
import { setupI18n } from "@lingui/core";
import { type CatalogName, catalogs } from "./catalogs.ts";

/** One Lingui instance, per request on the server and per page in the browser, with the catalogs it has fetched. */
export function createLanguageStore(language: Language) {
  const i18n = setupI18n();
  const fetched = new Set<CatalogName>();
  /** The language of the last call of `switchTo`. An earlier call that ends later changes nothing. */
  let wanted = language;

  const fetchInto = async (target: Language, names: Iterable<CatalogName>) => {
    await Promise.all(
      Array.from(names, async (name) => {
        const { messages } = await catalogs[target][name]();
        // The page shows no message of the new catalog yet. `load` would make Lingui render the whole page again.
        if (i18n.locale === target) Object.assign(i18n.messages, messages);
        else i18n.load(target, messages);
      }),
    );
  };

  return {
    i18n,
    get current() {
      return i18n.locale as Language;
    },
    /** The catalogs in use. The browser fetches them before it hydrates a rendered page. */
    get catalogs(): readonly CatalogName[] {
      return [...fetched];
    },
    /** Fetches missing catalogs in the current language. */
    async need(...names: CatalogName[]) {
      const missing = names.filter((name) => !fetched.has(name));
      if (missing.length === 0) return;
      let target: string;
      do {
        target = i18n.locale || language;
        await fetchInto(target as Language, missing);
        // If a switch ended meanwhile, it did not fetch these catalogs.
      } while (i18n.locale && i18n.locale !== target);
      for (const name of missing) fetched.add(name);
      if (!i18n.locale) i18n.activate(language);
    },
    /** Changes the language in place: the route, typed text and the scroll position stay. */
    async switchTo(next: Language) {
      wanted = next;
      let known: number;
      do {
        known = fetched.size;
        await fetchInto(next, fetched);
        // The page may have begun to use another catalog meanwhile.
      } while (wanted === next && fetched.size > known);
      if (wanted === next) i18n.activate(next);
    },
  };
}

export type LanguageStore = ReturnType<typeof createLanguageStore>;

export const languageKey = "language";

/** True for a supported language. */
export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/** Keeps the choice for the browser (local storage) and for the server that renders the next page (a cookie, a year). */
export function rememberLanguage(language: Language) {
  localStorage.setItem(languageKey, language);
  const secure = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve.
  document.cookie = `${languageKey}=${language}; path=/; max-age=31536000; samesite=lax${secure}`;
}

/** The language of a cookie header, if one was chosen. */
export function languageOfCookie(header: string | undefined): Language | null {
  const value = new RegExp(`(?:^|;\\s*)${languageKey}=([^;]*)`).exec(header ?? "")?.[1];
  return isLanguage(value) ? value : null;
}
