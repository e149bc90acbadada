import { formatLocale, type Language } from "@daymark/domain/text/language";
import { type I18n, setupI18n } from "@lingui/core";
import { messages as enMails } from "../locales/en/mails.ts";
import { messages as en } from "../locales/en/messages.ts";
import { messages as enSuccesses } from "../locales/en/successes.ts";
import { messages as ukMails } from "../locales/uk/mails.ts";
import { messages as uk } from "../locales/uk/messages.ts";
import { messages as ukSuccesses } from "../locales/uk/successes.ts";

/**
 * Both languages are always loaded, because the server serves users of both. No code changes the language of an
 * instance.
 */
const instances: Record<Language, I18n> = {
  en: setupI18n({ locale: "en", locales: formatLocale.en, messages: { en: { ...en, ...enSuccesses, ...enMails } } }),
  uk: setupI18n({ locale: "uk", locales: formatLocale.uk, messages: { uk: { ...uk, ...ukSuccesses, ...ukMails } } }),
};

/** The `i18n` instance of a language, with the catalogs that `pnpm compile` writes. */
export function i18nFor(language: Language): I18n {
  return instances[language];
}
