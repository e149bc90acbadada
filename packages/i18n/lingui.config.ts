import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

const web = "<rootDir>/../../apps/web/src";
const legal = [`${web}/features/legal`];
const dashboard = ["dashboard", "habit", "note", "progress", "statistics"].map((noun) => `${web}/features/${noun}`);
const settings = ["settings", "security"].map((noun) => `${web}/features/${noun}`);
const auth = [`${web}/features/auth`];

const mails = ["<rootDir>/src/mails.ts", "<rootDir>/src/mail-words.ts"];

/**
 * One catalog for the words of codes (server and web), one for those of mails (server); the web app's own words by page
 * kind, so that the landing page pays for no others: legal texts, dashboard, settings, ways in.
 */
export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "uk"],
  catalogs: [
    { path: "<rootDir>/locales/{locale}/messages", include: ["<rootDir>/src"], exclude: mails },
    { path: "<rootDir>/locales/{locale}/mails", include: mails },
    { path: "<rootDir>/locales/{locale}/app", include: [web], exclude: [...legal, ...dashboard, ...settings, ...auth] },
    { path: "<rootDir>/locales/{locale}/legal", include: legal },
    { path: "<rootDir>/locales/{locale}/dashboard", include: dashboard },
    { path: "<rootDir>/locales/{locale}/settings", include: settings },
    { path: "<rootDir>/locales/{locale}/auth", include: auth },
  ],
  orderBy: "messageId",
  compileNamespace: "ts",
  // Without line numbers: an edit must not rewrite the catalogs of both languages.
  format: formatter({ lineNumbers: false }),
});
