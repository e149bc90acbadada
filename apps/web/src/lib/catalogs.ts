import type { Language } from "@daymark/domain/language";
import type { Messages } from "@lingui/core";

/**
 * The catalogs of packages/i18n: `app` for every page, `legal`, `dashboard`, `settings` and `auth` (the ways in) for
 * theirs, `messages` for the words of codes. Each is a chunk of its own, fetched for one language at a time.
 */
export const catalogs = {
  en: {
    app: () => import("@daymark/i18n/locales/en/app"),
    legal: () => import("@daymark/i18n/locales/en/legal"),
    dashboard: () => import("@daymark/i18n/locales/en/dashboard"),
    settings: () => import("@daymark/i18n/locales/en/settings"),
    auth: () => import("@daymark/i18n/locales/en/auth"),
    messages: () => import("@daymark/i18n/locales/en/messages"),
  },
  uk: {
    app: () => import("@daymark/i18n/locales/uk/app"),
    legal: () => import("@daymark/i18n/locales/uk/legal"),
    dashboard: () => import("@daymark/i18n/locales/uk/dashboard"),
    settings: () => import("@daymark/i18n/locales/uk/settings"),
    auth: () => import("@daymark/i18n/locales/uk/auth"),
    messages: () => import("@daymark/i18n/locales/uk/messages"),
  },
} satisfies Record<Language, Record<string, () => Promise<{ messages: Messages }>>>;

export type CatalogName = keyof (typeof catalogs)["en"];
