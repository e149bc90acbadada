import { brand } from "@daymark/domain/base/brand";
import type { Language } from "@daymark/domain/text/language";
import { msg } from "@lingui/core/macro";
import { createLanguageStore } from "./lib/language/language.ts";
import { canvasColors } from "./lib/preferences/theme.ts";

/**
 * The web app manifest (W3C Application Manifest) in one language: what an installed Daymark is called, looks like and
 * opens with. `id` is the same in all of them, so that they are one app.
 */
export async function renderManifest(language: Language): Promise<string> {
  const languages = createLanguageStore(language);
  await languages.need("app");
  const { i18n } = languages;
  return JSON.stringify({
    id: "/dashboard",
    name: brand,
    short_name: brand,
    description: i18n._(
      msg`Daymark is a calendar for good and bad habits: mark the day in seconds, see the streak and know why it holds.`,
    ),
    lang: language,
    dir: "ltr",
    start_url: "/dashboard",
    scope: "/",
    display: "standalone",
    // Of the theme that is the default; an open window takes the color of its page's.
    theme_color: canvasColors.dark,
    background_color: canvasColors.dark,
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
