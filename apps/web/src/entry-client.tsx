import type { SuccessCode } from "@daymark/domain/base/successes";
import { msg } from "@lingui/core/macro";
import { RouterClient } from "@tanstack/react-router/ssr/client";
import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { forgetPendingLogIn } from "./features/account/auth/pending-log-in.ts";
import { forgetTypedNames } from "./features/account/auth/typed-name.ts";
import type { App, AppBrowser } from "./lib/app.ts";
import {
  createLanguageStore,
  isLanguage,
  languageKey,
  languageOfCookie,
  rememberLanguage,
} from "./lib/language/language.ts";
import { flash, nextSuccessKey, setPersonThere } from "./lib/messages/flash.ts";
import { takeEarlyPress } from "./lib/page/early-press.ts";
import { pageHydrated } from "./lib/page/hydration.ts";
import { createRead } from "./lib/page/page-data.ts";
import { bareSite } from "./lib/page/site.ts";
import { createThemeStore } from "./lib/preferences/theme.ts";
import { forgetLinkToken } from "./lib/session/link-token.ts";
import type { SessionEnd } from "./lib/session/session.ts";
import { onSessionEnd, session } from "./page-session.ts";
import { createAppRouter } from "./router.tsx";
import "./styles.css";

const root = document.documentElement;
const languages = createLanguageStore(isLanguage(root.lang) ? root.lang : "en");
const theme = createThemeStore({
  storage: localStorage,
  root,
  tint: (color) => document.querySelector('meta[name="theme-color"]')?.setAttribute("content", color),
  systemLight: matchMedia("(prefers-color-scheme: light)"),
});

onSessionEnd((reason) => {
  const left = leave(reason).finally(() => {
    if (leaving === left) isLeaving = false;
  });
  leaving = left;
  isLeaving = true;
});

// Before the router is created and the page hydrated, which takes as long as the server's answer.
void warmFirstPage().catch(() => {});

const reportParts = { languages, isGuest: () => session.status === "guest", tab: sessionStorage };
const fullReport = async () => (await import("./lib/messages/report.tsx")).createReport(reportParts);

const report: AppBrowser["report"] = {
  failure: async (error) => {
    try {
      return await (await fullReport()).failure(error);
    } catch {
      // Even the catalog with the error message cannot be fetched, so show a message that this script contains.
      flash({ kind: "danger", text: languages.i18n._(msg`Something went wrong! Try again.`) });
      return true;
    }
  },
  success: async (code) => (await fullReport()).success(code),
};

let tellSettled = () => {};
const settled = new Promise<void>((resolve) => {
  tellSettled = resolve;
});

const app: App = {
  languages,
  // The rendered page brings the real site before any code reads it.
  site: bareSite(location.origin),
  // A query waits until the session is known, because an author sees pages that a guest does not.
  read: createRead(async (...query) => {
    const [{ fetchPageData }] = await Promise.all([import("./lib/fetch-page-data.ts"), session.launch()]);
    return fetchPageData(app)(...query);
  }),
  areImagesForeign: false,
  browser: { session, theme, report, isLeaving: () => isLeaving, settled, keepChoice },
};
const router = createAppRouter(app);

function keepChoice(choice: Parameters<AppBrowser["keepChoice"]>[0]) {
  if (session.status !== "user") return;
  // The page already shows the choice. If the server does not receive it, only the language of a mail is out of date.
  void import("./lib/api.tsx")
    .then(({ apiOf }) => apiOf(app).client.auth.settings.update.mutate(choice))
    .catch(() => {});
}

/** Pages of mailed links that end sessions. Guests use them too, and the pages themselves report what happened. */
const pagesOfEndingLinks = ["/not-me", "/reset-password"];

/** Resolves when the user has left the page of the last ended session. */
let leaving = Promise.resolve();
let isLeaving = false;

/**
 * Navigates to the start page after a session ends and tells the user why. The message of a log-out comes from the
 * server.
 */
async function leave(reason: SessionEnd) {
  await pageHydrated;
  const isLeft = !pagesOfEndingLinks.includes(router.latestLocation.pathname);
  if (isLeft) {
    if (reason === "expired" || reason === "terminated") await tellEnd(reason);
    await router.navigate({ to: "/" });
  }
  // Back navigation must not show the next user a cached page of this user.
  router.clearCache();
  // Back navigation may have cancelled this navigation. Then the page still shows data loaded for the user.
  if (isLeft && router.latestLocation.pathname !== "/") await router.invalidate();
}

async function tellEnd(reason: "expired" | "terminated"): Promise<void> {
  const { i18n } = languages;
  const why =
    reason === "expired" ? msg`Terminated session` : msg`Your session has been terminated. Please log in again.`;
  const isWaiting = await hasWaiting(session.userId);
  const rest = isWaiting ? [i18n._(msg`Unsaved changes stay in this browser until you are back.`)] : [];
  const timeoutMs = reason === "terminated" || isWaiting ? 10_000 : undefined;
  flash({ kind: "warning", text: [i18n._(why), ...rest].join(" "), ...(timeoutMs && { timeoutMs }) });
}

async function hasWaiting(userId: string | null): Promise<boolean> {
  try {
    return (await import("./lib/drafts/private-data.ts")).waitingCount(userId) > 0;
  } catch {
    return false;
  }
}

// Clears what one user saw before the next user comes. If a user sees the page, the imported module is loaded already.
session.subscribe(() => {
  const { status, userId, ended } = session;
  if (status !== "guest" || userId === null) return;
  void import("./lib/drafts/private-data.ts").then(({ forgetPerson }) => forgetPerson(userId, ended)).catch(() => {});
});

// When a session ends, messages with the user's own text are closed.
session.subscribe(() => setPersonThere(session.status === "user"));

// A page loaded for one user is loaded again for the next one, if it is on the screen.
session.subscribe(() => {
  router.clearCache();
  if (session.status === "user") readAgain();
});

// The token of a mailed link, a log-in that waits for its second factor and a user name typed for a log-in belong to
// one user. The launch of a page begins no session: it finds one.
session.subscribe(() => {
  if (!isLaunched) return;
  forgetLinkToken();
  forgetPendingLogIn();
  forgetTypedNames();
});

// A list of posts holds those in the language of the page.
let shownLanguage = languages.current;
languages.i18n.on("change", () => {
  if (languages.current === shownLanguage) return;
  shownLanguage = languages.current;
  router.clearCache();
  readAgain();
});

/** The data on the page may be out of date now. */
function readAgain() {
  const isOfData = router.stores.matches.get().some(({ loaderData }) => loaderData !== undefined);
  if (isLaunched && isOfData) void router.invalidate();
}

// Another tab has changed the shared storage. This tab follows after its hydration, because until then React must find the
// page as the server rendered it.
addEventListener("storage", async (event) => {
  await pageHydrated;
  session.onStorage(event);
  if (event.key === "theme" || event.key === "themeIsSystem") theme.apply();
  if (event.key === languageKey) followLanguage(localStorage.getItem(languageKey));
});

/** Switches to a language that was chosen elsewhere. Without a connection the page stays in its own. */
function followLanguage(language: string | null) {
  if (isLanguage(language)) void languages.switchTo(language).catch(() => {});
}

// On back navigation a browser may paint a page from its back/forward cache before the session is checked. So a page
// enters that cache in a state that shows nothing.
addEventListener("pagehide", ({ persisted }) => {
  session.leave();
  if (persisted && session.status === "user") root.dataset.unchecked = "";
});

// On back navigation the browser shows the page from its back/forward cache. Such a page does not know of a log-in or
// log-out since.
addEventListener("pageshow", async ({ persisted }) => {
  if (!persisted) return;
  forgetLinkToken();
  session.validate();
  const isLoadedAnew = session.status === "user" && session.currentUserId === null;
  if (isLoadedAnew) return;
  await leaving.catch(() => {});
  delete root.dataset.unchecked;
});

// `?lang=` is a choice like any other: the next page uses that language too.
const asked = new URLSearchParams(location.search).get("lang");
if (isLanguage(asked)) rememberLanguage(asked);

router.subscribe("onBeforeNavigate", () => session.validate());

// A browser may freeze a hidden page, which then has not yet heard of a log-in or log-out in another tab.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") session.validate();
});

// A user can also leave the page of a mailed link by typing an address. The token is kept only for a reload, and for a
// tab that the browser discarded and loads again (`wasDiscarded`, which TypeScript does not know).
const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
const isSamePage = navigation?.type === "reload" || Reflect.get(document, "wasDiscarded") === true;
if (!isSamePage) forgetLinkToken();

const pressAgain = takeEarlyPress();
// In a transition React hydrates in slices. Between slices the browser paints, scrolls and handles input.
startTransition(() => {
  hydrateRoot(document, <Page />);
});
void pageHydrated.then(() => {
  performance.mark("alive");
  pressAgain();
  // Another tab may have switched the language after this page was requested and before this script ran. The cookie tells
  // the last choice, because the server writes it too.
  const chosen = languageOfCookie(document.cookie);
  if (chosen !== languages.current) followLanguage(chosen);
});

function Page() {
  // An effect runs after React has hydrated the frame of the page.
  useEffect(() => void launch(), []);
  return <RouterClient router={router} />;
}

/** Shows the success message that the previous document left. */
function tellLeftSuccess() {
  const code = sessionStorage.getItem(nextSuccessKey) as SuccessCode | null;
  sessionStorage.removeItem(nextSuccessKey);
  if (code) void report.success(code).catch(() => {});
}

/**
 * Fetches the data of a user's dashboard. Its code is evaluated while the server renews the token. If it fails, the page
 * asks again.
 */
async function warmFirstPage() {
  const { pathname, search } = location;
  if (pathname !== "/dashboard" || !("launching" in root.dataset)) return;
  const [mayCall, { warmDashboardAt }] = await Promise.all([
    session.mayCall(),
    import("./features/tracking/calendar/queries.ts"),
  ]);
  if (mayCall) warmDashboardAt(app, search);
}

let isLaunched = false;

/** Finds out who is logged in. The server renders the page for a guest; for a user the route guards run now. */
async function launch() {
  // The session waits for hydration: a redirect before then would replace the tree that React hydrates, which is an
  // error.
  await session.launch();
  // A page that a guest cannot find stays hidden until it has been loaded again for the user.
  const isMissing = session.status === "user" && document.getElementById("missing-page") !== null;
  if (!isMissing) delete root.dataset.launching;
  isLaunched = true;
  // Guests are redirected away from /home.
  if (session.status === "user" || location.pathname === "/home") await router.invalidate();
  delete root.dataset.launching;
  tellLeftSuccess();
  tellSettled();
}
