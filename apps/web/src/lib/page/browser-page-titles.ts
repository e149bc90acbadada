import { brand } from "@daymark/domain/base/brand";
import type { Language } from "@daymark/domain/text/language";
import { messages as en } from "@daymark/i18n/locales/en/titles";
import { messages as uk } from "@daymark/i18n/locales/uk/titles";
import { type MessageDescriptor, setupI18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/**
 * The titles of pages that only the browser renders, by route. The server alone uses them, for browsers that have not
 * run scripts yet; the pages set the same titles themselves.
 */
const titles: Readonly<Record<string, MessageDescriptor>> = {
  "/_user/dashboard": msg`Dashboard`,
  "/_user/settings": msg`Settings`,
  "/_user/settings/": msg`General Settings`,
  "/_user/settings/general": msg`General Settings`,
  "/_user/settings/security": msg`Security Settings`,
  "/_user/settings/connections": msg({ message: "Connections", context: "settings" }),
  "/_user/feature-requests/new": msg`New Feature Request`,
  "/_user/feature-requests/$featureRequestId/edit": msg`Edit Feature Request`,
  "/_user/oauth/authorize": msg`Allow an application`,
  "/_user/device": msg`Connect a device`,
  "/blog/new": msg`New Blog`,
  "/blog/$blogSlug_/edit": msg`Edit Blog`,
  "/reset-password": msg`Reset Password`,
  "/_guest/login/2fa": msg`Two-Factor Log In`,
  "/oauth/$provider": msg`Log In`,
  "/not-me": msg`Secure your account`,
  "/setup": msg`Set up Daymark`,
  "/unsubscribe": msg`Stop these emails`,
  "/_admin/statistics": msg`Statistics`,
  "/_admin/logs/": msg`Log applications`,
  "/_admin/logs/$appDir/": msg`Log application files`,
  "/_admin/logs/$appDir/$dateFile": msg`Log application file`,
  "/_admin/admin/": msg`Overview`,
  "/_admin/admin/users": msg`Users`,
  "/_admin/admin/users_/$id": msg`User`,
  "/_admin/admin/invitations": msg`Invitations`,
  "/_admin/admin/moderation": msg`Moderation`,
  "/_admin/admin/apps": msg`Apps`,
  "/_admin/admin/files": msg`Files`,
  "/_admin/admin/images": msg`Images`,
  "/_admin/admin/mail": msg`Mail`,
  "/_admin/admin/jobs": msg`Jobs`,
  "/_admin/admin/audit": msg`Audit trail`,
  "/_admin/admin/switches": msg`Switches`,
};

const i18nOf = {
  en: setupI18n({ locale: "en", messages: { en } }),
  uk: setupI18n({ locale: "uk", messages: { uk } }),
} satisfies Record<Language, unknown>;

/** Tells readers that a page needs scripts. */
export function needsScriptsIn(language: Language): string {
  return i18nOf[language]._(msg`This page needs JavaScript. Turn it on in your browser and reload the page.`);
}

/**
 * Returns `{title} | Daymark` in the language.
 *
 * @param routeId of the innermost route of the page
 * @throws Error if the route has no title
 */
export function titleOfBrowserPage(routeId: string, language: Language): string {
  const title = titles[routeId];
  if (!title)
    throw new Error(`${routeId} has no title for browsers without scripts: add one to browser-page-titles.ts`);
  return `${i18nOf[language]._(title)} | ${brand}`;
}
