import { type Language, languages } from "@daymark/domain/language";
import { setupI18n } from "@lingui/core";
import { type CatalogName, catalogs } from "./catalogs.ts";

/** One Lingui instance, per request on the server and per page in the browser, with the catalogs it has fetched. */
export function createLanguageStore(language: Language) {
  const i18n = setupI18n();
  const fetched = new Set<CatalogName>();

  const fetchInto = async (target: Language, names: Iterable<CatalogName>) => {
    await Promise.all(
      Array.from(names, async (name) => {
        const { messages } = await catalogs[target][name]();
        // What is on the page has its words. Lingui would draw all of it again, every cell of a calendar, for more.
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
    /** Names of the catalogs in use: what the browser must have before it may take over a rendered page. */
    get catalogs(): readonly CatalogName[] {
      return [...fetched];
    },
    /** Makes catalogs available in the current language; without delay where they already are. */
    async need(...names: CatalogName[]) {
      const missing = names.filter((name) => !fetched.has(name));
      if (missing.length === 0) return;
      await fetchInto(i18n.locale ? (i18n.locale as Language) : language, missing);
      for (const name of missing) fetched.add(name);
      if (!i18n.locale) i18n.activate(language);
    },
    /** Changes the language where one stands: the route, what is typed and the scroll position stay. */
    async switchTo(next: Language) {
      await fetchInto(next, fetched);
      i18n.activate(next);
    },
  };
}

export type LanguageStore = ReturnType<typeof createLanguageStore>;

export const languageKey = "language";

/** True for a language of ours. */
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
