import { CSPProvider } from "@base-ui/react/csp-provider";
import { I18nProvider } from "@lingui/react";
import { type AnyRouter, createRouter, type ParsedLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { FailedPage } from "./layout/failed-page.tsx";
import { type App, AppContext } from "./lib/app.ts";
import type { CatalogName } from "./lib/language/catalogs.ts";
import type { Site } from "./lib/page/site.ts";
import { routeTree } from "./routeTree.gen.ts";

/** Data that the server sends along with a rendered page. */
interface Transported {
  site: Site;
  catalogs: readonly CatalogName[];
  areImagesForeign: boolean;
}

/**
 * The router of one rendered page on the server, or of one page in the browser.
 *
 * @param options.nonce marks the scripts that the router puts into a rendered page, so that the server recognizes them
 */
export function createAppRouter(app: App, { nonce }: { nonce?: string } = {}) {
  const router = createRouter({
    routeTree,
    ...(nonce !== undefined && { ssr: { nonce } }),
    context: app,
    defaultPreload: "intent",
    scrollRestoration: createScrollRule(),
    trailingSlash: "never",
    defaultErrorComponent: FailedPage,
    // A search parameter is a text or `true`. A token that looks like a number stays a text.
    parseSearch: (search) => {
      const given = Array.from(new URLSearchParams(search), ([name, value]) => [name, value === "true" || value]);
      return Object.fromEntries(given);
    },
    stringifySearch: (search) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== "");
      const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
      return text && `?${text}`;
    },
    dehydrate: (): Transported => ({
      site: app.site,
      catalogs: app.languages.catalogs,
      areImagesForeign: showsForeignImages(router),
    }),
    hydrate: async ({ site, catalogs, areImagesForeign }: Transported) => {
      app.site = site;
      app.areImagesForeign = areImagesForeign;
      await app.languages.need(...catalogs);
    },
    Wrap: ({ children }: { children: ReactNode }) => (
      <AppContext value={app}>
        <I18nProvider i18n={app.languages.i18n}>
          {/* The Content-Security-Policy does not allow components to add style elements. */}
          <CSPProvider disableStyleElements>{children}</CSPProvider>
        </I18nProvider>
      </AppContext>
    ),
  });
  return router;
}

/** True if a route of the page says so; the server then allows images from other hosts in the document. */
export function showsForeignImages(router: Pick<AnyRouter, "stores">): boolean {
  return router.stores.matches.get().some(({ staticData }) => staticData.areImagesForeign === true);
}

/**
 * A navigation starts at the top of the page, and back navigation restores the scroll position. A render without a
 * navigation keeps the current scroll position: the hydration of the first page, and the same page rendered again for a
 * user after the session is known.
 */
function createScrollRule() {
  let shown: string | undefined;
  return ({ location }: { location: ParsedLocation }) => {
    const key = location.state.__TSR_key ?? location.href;
    const isNavigation = shown !== undefined && shown !== key;
    shown = key;
    // The router on the server also calls this, to decide whether to send the script that restores the scroll position
    // early.
    if (typeof window === "undefined") return true;
    if (isNavigation || scrollY === 0) return true;
    // The router stores only scroll positions it saw in events, and back navigation must restore this one too.
    document.dispatchEvent(new Event("scroll"));
    return false;
  };
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface StaticDataRouteOption {
    /** Of a page that only the browser renders: the catalogs that its loader needs. The document names their files. */
    catalogs?: readonly CatalogName[];
    /** Whether the page may show images from other hosts. Its loader calls `loadForeignImages` (lib/guards.ts). */
    areImagesForeign?: boolean;
  }
}
