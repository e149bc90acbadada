import { brand } from "@daymark/domain/base/brand";
import type { Language } from "@daymark/domain/text/language";
import { msg } from "@lingui/core/macro";
import { createLanguageStore } from "./lib/language/language.ts";
import { canvasColors, type Theme, themeWithoutScripts } from "./lib/preferences/theme.ts";

/**
 * The web app manifest (W3C Application Manifest) in one language: the name, the look and the start page of an
 * installed Daymark. `id` is the same in all languages, so that the browser treats them as one app.
 *
 * @param defaultTheme the theme of the installation for those who have chosen none
 */
export async function renderManifest(language: Language, defaultTheme: Theme): Promise<string> {
  const languages = createLanguageStore(language);
  await languages.need("app");
  const { i18n } = languages;
  const canvasColor = canvasColors[themeWithoutScripts(defaultTheme)];
  return JSON.stringify({
    id: "/dashboard",
    name: brand,
    short_name: brand,
    description: i18n._(
      msg`Daymark is a calendar for good and bad habits: mark the day in seconds, watch your streak grow and see which days count.`,
    ),
    lang: language,
    dir: "ltr",
    start_url: "/dashboard",
    scope: "/",
    display: "standalone",
    // The canvas color of the default theme. An open window uses the color of its page's theme.
    theme_color: canvasColor,
    background_color: canvasColor,
    categories: ["lifestyle", "health", "productivity"],
    icons: [
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-maskable-192.png", sizes: "192x192", type: "image/png", purpose: "maskable" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    shortcuts: [
      { name: i18n._(msg`Dashboard`), url: "/dashboard", icons: [shortcutIcon] },
      { name: i18n._(msg`Settings`), url: "/settings", icons: [shortcutIcon] },
    ],
  });
}

const shortcutIcon = { src: "/icon-192.png", sizes: "192x192", type: "image/png" };
