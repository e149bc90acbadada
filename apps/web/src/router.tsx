import { CSPProvider } from "@base-ui/react/csp-provider";
import { I18nProvider } from "@lingui/react";
import { type AnyRouter, createRouter, type ParsedLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { FailedPage } from "./layout/failed-page.tsx";
import { type App, AppContext } from "./lib/app.ts";
import type { CatalogName } from "./lib/language/catalogs.ts";
import type { Site } from "./lib/page/site.ts";
import { routeTree } from "./routeTree.gen.ts";

/** What the server sends along with a rendered page. */
interface Transported {
  site: Site;
  catalogs: readonly CatalogName[];
  areImagesForeign: boolean;
}

/**
 * The router of one rendered page, or of one page in the browser.
 *
 * @param options.nonce by which the server knows the scripts that the router puts into a rendered page
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
    // A search parameter is text, or the word for true: a token that looks like a number stays what it is.
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
          {/* The Content-Security-Policy lets no component bring a style element of its own. */}
          <CSPProvider disableStyleElements>{children}</CSPProvider>
        </I18nProvider>
      </AppContext>
    ),
  });
  return router;
}

/** True for a page one of whose routes says so; the server lets such a document load them. */
export function showsForeignImages(router: Pick<AnyRouter, "stores">): boolean {
  return router.stores.matches.get().some(({ staticData }) => staticData.areImagesForeign === true);
}

/**
 * A navigation starts at the top of its page, and back returns to where one was. What is rendered without one (the
 * first page when its script comes, the same page for whoever turns out to be logged in) stays where its reader has
 * scrolled it meanwhile.
 */
function createScrollRule() {
  let shown: string | undefined;
  return ({ location }: { location: ParsedLocation }) => {
    const key = location.state.__TSR_key ?? location.href;
    const isNavigation = shown !== undefined && shown !== key;
    shown = key;
    // The server asks too, whether to send along what restores a page before its script comes.
    if (typeof window === "undefined") return true;
    if (isNavigation || scrollY === 0) return true;
    // The router writes down only the scrolling that it saw, and has to find the way back to this as well.
    document.dispatchEvent(new Event("scroll"));
    return false;
  };
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface StaticDataRouteOption {
    /** Whether it may show pictures of other hosts: its loader asks `loadForeignImages` (lib/guards.ts) for the right to. */
    areImagesForeign?: boolean;
  }
}
