import type { Language } from "@daymark/domain/text/language";
import { createContext, use, useSyncExternalStore } from "react";
import type { LanguageStore } from "./language/language.ts";
import type { Report } from "./messages/report.tsx";
import type { PageDescription } from "./page/describe.ts";
import type { Read } from "./page/page-data.ts";
import type { Site } from "./page/site.ts";
import type { Theme, ThemeStore } from "./preferences/theme.ts";
import type { Session, SessionStatus } from "./session/session.ts";

/** What a page in the browser has and a rendered one has not. */
export interface AppBrowser {
  session: Session;
  theme: ThemeStore;
  report: Report;
  /** Resolves once the first page is shown as it is for whoever is there, and not for a guest any more. */
  settled: Promise<void>;
  /** Has the server keep a choice made here for whoever is logged in: mails follow it. */
  keepChoice(choice: { language?: Language; theme?: Theme }): void;
}

/** What every route and component may ask for. */
export interface App {
  languages: LanguageStore;
  site: Site;
  /** The data of public pages, for loaders. */
  read: Read;
  /** Whether this document's Content-Security-Policy lets in pictures of other hosts; false until the page is there. */
  areImagesForeign: boolean;
  /** Told by the page that is rendered what it is; in the browser nobody asks. */
  describe?(description: PageDescription): void;
  /** Null on the server, which renders for guests and knows no caller. */
  browser: AppBrowser | null;
}

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = use(AppContext);
  if (!app) throw new Error("useApp outside of the app");
  return app;
}

/** The browser's part, for components that are drawn in the browser only and for event handlers. */
export function useBrowser(): AppBrowser {
  const { browser } = useApp();
  if (!browser) throw new Error("useBrowser on the server");
  return browser;
}

export function useSite(): Site {
  return useApp().site;
}

const never = () => () => {};
const startingStatus = (): SessionStatus => "starting";

/** Guest or user; `starting` on the server and until the stored tokens have been looked at. */
export function useSessionStatus(): SessionStatus {
  const { browser } = useApp();
  return useSyncExternalStore(
    browser ? browser.session.subscribe : never,
    browser ? () => browser.session.status : startingStatus,
    startingStatus,
  );
}
