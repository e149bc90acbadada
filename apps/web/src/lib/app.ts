import type { Language } from "@daymark/domain/text/language";
import { createContext, use, useSyncExternalStore } from "react";
import type { LanguageStore } from "./language/language.ts";
import type { Report } from "./messages/report.tsx";
import type { PageDescription } from "./page/describe.ts";
import type { Read } from "./page/page-data.ts";
import type { Site } from "./page/site.ts";
import type { Theme, ThemeStore } from "./preferences/theme.ts";
import type { Session, SessionStatus } from "./session/session.ts";

/** What a page has in the browser but not on the server. */
export interface AppBrowser {
  session: Session;
  theme: ThemeStore;
  report: Report;
  /** True while the browser navigates to the start page after a session has ended. */
  isLeaving(): boolean;
  /** Resolves once the first page shows what the current user may see, and no longer what a guest sees. */
  settled: Promise<void>;
  /** Stores a choice made here on the server for the logged-in user: mails follow it. */
  keepChoice(choice: { language?: Language; theme?: Theme }): void;
}

export interface WithoutScripts {
  /** That the page needs scripts. */
  sentence: string;
  /** The title of a page that only the browser renders, as `{title} | Daymark`. */
  title?: string;
}

/** What routes and components can use. */
export interface App {
  languages: LanguageStore;
  site: Site;
  /** The data of public pages, for loaders. */
  read: Read;
  /** Whether this document's Content-Security-Policy allows images from other hosts; false until the page is loaded. */
  areImagesForeign: boolean;
  /** Called by the rendered page to describe itself. The browser does not need it. */
  describe?(description: PageDescription): void;
  /** The server's day in UTC, `YYYY-MM-DD`, for a page that shows it. Absent in the browser. */
  serverDay?(): string;
  /** What the document contains for browsers without scripts. Only the server has it, so that no page loads it. */
  withoutScripts?: WithoutScripts;
  /** Null on the server, which renders for guests. */
  browser: AppBrowser | null;
}

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = use(AppContext);
  if (!app) throw new Error("useApp outside of the app");
  return app;
}

/** The browser's part, for components that only the browser renders and for event handlers. */
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

/** Guest or user; `starting` on the server and until the stored tokens have been read. */
export function useSessionStatus(): SessionStatus {
  const { browser } = useApp();
  return useSyncExternalStore(
    browser ? browser.session.subscribe : never,
    browser ? () => browser.session.status : startingStatus,
    startingStatus,
  );
}
