import { useLingui } from "@lingui/react/macro";
import { Outlet, Scripts, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useSite } from "../lib/app.ts";
import { themeWithoutScripts } from "../lib/preferences/theme.ts";
import { FlashArea } from "./flash-area.tsx";
import { Footer } from "./footer.tsx";
import { Navbar } from "./navbar.tsx";

/** The whole document. The server puts styles, scripts and fonts into its head: see entry-server.tsx. */
export function Shell() {
  const { t, i18n } = useLingui();
  const { defaultTheme } = useSite();
  useHeadingFocus();
  return (
    // The head script sets the theme before React loads; React sets the language.
    <html
      lang={i18n.locale}
      data-theme={themeWithoutScripts(defaultTheme)}
      data-default-theme={defaultTheme}
      suppressHydrationWarning
    >
      <head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href={`/manifest.webmanifest?lang=${i18n.locale}`} />
      </head>
      <body className="flex flex-col">
        <a
          href="#main"
          className="sr-only z-80 rounded-control bg-accent font-[560] text-accent-ink focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-4 focus:py-2"
        >
          {t`Skip to content`}
        </a>
        <Navbar />
        <FlashArea />
        <main id="main" className="flex w-full flex-1 flex-col in-data-launching:invisible">
          <Outlet />
        </main>
        <Footer />
        <Scripts />
      </body>
    </html>
  );
}

/** After a navigation the focus moves to the heading of the new page, so that screen readers read it first. */
function useHeadingFocus() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        const heading = document.querySelector<HTMLElement>("main h1");
        if (!heading || document.activeElement?.closest("main")) return;
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      }),
    [router],
  );
}
