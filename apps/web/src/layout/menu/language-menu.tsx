import { type Language, languages } from "@daymark/domain/text/language";
import { classes } from "@daymark/ui/classes";
import { iconButtonClass } from "@daymark/ui/icon-button";
import { useLingui } from "@lingui/react/macro";
import { type AnyRouter, useRouter, useRouterState } from "@tanstack/react-router";
import Check from "lucide-react/icons/check";
import Languages from "lucide-react/icons/languages";
import { useApp } from "../../lib/app.ts";
import { type LanguageStore, rememberLanguage } from "../../lib/language/language.ts";
import { Disclosure, menuLineClass } from "./disclosure.tsx";

/** Each language is named in that language, so that users who look for it can read it. */
export const languageNames: Record<Language, string> = { en: "English", uk: "Українська" };

export function LanguageMenu() {
  const { t, i18n } = useLingui();
  return (
    <Disclosure label={t`Language`} button={<Languages aria-hidden="true" />} buttonClassName={iconButtonClass()}>
      <LanguageChoices current={i18n.locale} />
    </Disclosure>
  );
}

/** The items of the menu, links for browsers without scripts; the mobile menu shows them too. */
export function LanguageChoices({ current, className }: { current: string; className?: string }) {
  const app = useApp();
  const addressOf = useAddressIn();
  const choose = async (language: Language) => {
    await showLanguage(app.languages, language);
    app.browser?.keepChoice({ language });
  };
  return languages.map((language) => (
    <a
      key={language}
      href={addressOf(language)}
      lang={language}
      hrefLang={language}
      aria-current={language === current ? "true" : undefined}
      onClick={(event) => {
        // The browser opens another tab or window.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        const details = event.currentTarget.closest("details");
        if (details) details.open = false;
        void choose(language);
      }}
      className={classes(menuLineClass, "justify-between", className)}
    >
      {languageNames[language]}
      {language === current ? <Check aria-hidden="true" className="text-accent-text!" /> : null}
    </a>
  ));
}

/**
 * Addresses of the current page in a language, relative to it. They contain the parameters that the server knows, so
 * that the server and the browser render the same links: a page is cached for all addresses that differ in others.
 */
function useAddressIn(): (language: Language) => string {
  const router: AnyRouter = useRouter();
  const known = useRouterState({
    select: ({ matches }) => {
      const search: Record<string, unknown> = {};
      for (const { routeId, loaderDeps } of matches) {
        // The server does not render this route and its children.
        if (router.routesById[routeId]?.options.ssr === false) break;
        Object.assign(search, loaderDeps);
      }
      return router.options.stringifySearch(search);
    },
  });
  return (language) => `${known}${known ? "&" : "?"}lang=${language}`;
}

/**
 * Shows the page in a language and remembers it for later page loads. Rejects if the translations cannot be fetched.
 */
export async function showLanguage(store: LanguageStore, language: Language) {
  await store.switchTo(language);
  rememberLanguage(language);
  forgetAskedLanguage();
}

/** Removes `?lang=` from the address: a reload must use the language that the user chose last. */
function forgetAskedLanguage() {
  const address = new URL(location.href);
  if (!address.searchParams.has("lang")) return;
  address.searchParams.delete("lang");
  history.replaceState(history.state, "", address);
}
