import type { Language } from "@daymark/domain/text/language";
import type { Messages } from "@lingui/core";

/**
 * The catalogs of packages/i18n. `app` is for every page. `landing`, `terms`, `privacy`, `dashboard`, `settings` and
 * `auth` (the sign-in methods) are for their pages, `tableImport` for a form of the settings, `connections` for what reaches Daymark from outside, `notMe` for the page of a warning mail, those of mailed links, and the sign-up where not
 * everyone may sign up. `thread` is for reactions and
 * comments, `statistics` for what the dashboard opens later, `admin` for the admin site, `messages` for the texts of error
 * codes, `successes` for those of success codes. Each is a separate chunk, fetched for one language at a time.
 */
export const catalogs = {
  en: {
    app: () => import("@daymark/i18n/locales/en/app"),
    landing: () => import("@daymark/i18n/locales/en/landing"),
    terms: () => import("@daymark/i18n/locales/en/terms"),
    privacy: () => import("@daymark/i18n/locales/en/privacy"),
    dashboard: () => import("@daymark/i18n/locales/en/dashboard"),
    statistics: () => import("@daymark/i18n/locales/en/statistics"),
    reminder: () => import("@daymark/i18n/locales/en/reminder"),
    settings: () => import("@daymark/i18n/locales/en/settings"),
    tableImport: () => import("@daymark/i18n/locales/en/table-import"),
    connections: () => import("@daymark/i18n/locales/en/connections"),
    auth: () => import("@daymark/i18n/locales/en/auth"),
    notMe: () => import("@daymark/i18n/locales/en/not-me"),
    consent: () => import("@daymark/i18n/locales/en/consent"),
    commands: () => import("@daymark/i18n/locales/en/commands"),
    support: () => import("@daymark/i18n/locales/en/support"),
    blog: () => import("@daymark/i18n/locales/en/blog"),
    thread: () => import("@daymark/i18n/locales/en/thread"),
    board: () => import("@daymark/i18n/locales/en/board"),
    moderation: () => import("@daymark/i18n/locales/en/moderation"),
    editor: () => import("@daymark/i18n/locales/en/editor"),
    admin: () => import("@daymark/i18n/locales/en/admin"),
    messages: () => import("@daymark/i18n/locales/en/messages"),
    successes: () => import("@daymark/i18n/locales/en/successes"),
  },
  uk: {
    app: () => import("@daymark/i18n/locales/uk/app"),
    landing: () => import("@daymark/i18n/locales/uk/landing"),
    terms: () => import("@daymark/i18n/locales/uk/terms"),
    privacy: () => import("@daymark/i18n/locales/uk/privacy"),
    dashboard: () => import("@daymark/i18n/locales/uk/dashboard"),
    statistics: () => import("@daymark/i18n/locales/uk/statistics"),
    reminder: () => import("@daymark/i18n/locales/uk/reminder"),
    settings: () => import("@daymark/i18n/locales/uk/settings"),
    tableImport: () => import("@daymark/i18n/locales/uk/table-import"),
    connections: () => import("@daymark/i18n/locales/uk/connections"),
    auth: () => import("@daymark/i18n/locales/uk/auth"),
    notMe: () => import("@daymark/i18n/locales/uk/not-me"),
    consent: () => import("@daymark/i18n/locales/uk/consent"),
    commands: () => import("@daymark/i18n/locales/uk/commands"),
    support: () => import("@daymark/i18n/locales/uk/support"),
    blog: () => import("@daymark/i18n/locales/uk/blog"),
    thread: () => import("@daymark/i18n/locales/uk/thread"),
    board: () => import("@daymark/i18n/locales/uk/board"),
    moderation: () => import("@daymark/i18n/locales/uk/moderation"),
    editor: () => import("@daymark/i18n/locales/uk/editor"),
    admin: () => import("@daymark/i18n/locales/uk/admin"),
    messages: () => import("@daymark/i18n/locales/uk/messages"),
    successes: () => import("@daymark/i18n/locales/uk/successes"),
  },
} satisfies Record<Language, Record<string, () => Promise<{ messages: Messages }>>>;

export type CatalogName = keyof (typeof catalogs)["en"];
