import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

/** One catalog for the words of codes (server, mail and web); the web app's own words in catalogs by page kind. */
export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "uk"],
  catalogs: [{ path: "<rootDir>/locales/{locale}/messages", include: ["<rootDir>/src"] }],
  orderBy: "messageId",
  compileNamespace: "ts",
  // Without line numbers: an edit must not rewrite the catalogs of both languages.
  format: formatter({ lineNumbers: false }),
});
