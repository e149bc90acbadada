import type { SuccessCode } from "@daymark/domain/base/successes";
import { msg } from "@lingui/core/macro";
import { RouterClient } from "@tanstack/react-router/ssr/client";
import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { forgetPendingLogIn } from "./features/account/auth/pending-log-in.ts";
import { forgetTypedNames } from "./features/account/auth/typed-name.ts";
import type { App, AppBrowser } from "./lib/app.ts";
import { createLanguageStore, isLanguage, languageKey, rememberLanguage } from "./lib/language/language.ts";
import { flash, nextSuccessKey, setPersonThere } from "./lib/messages/flash.ts";
import { takeEarlyPress } from "./lib/page/early-press.ts";
import { pageHydrated } from "./lib/page/hydration.ts";
import { createRead } from "./lib/page/page-data.ts";
import { bareSite } from "./lib/page/site.ts";
import { createThemeStore } from "./lib/preferences/theme.ts";
import { forgetLinkToken } from "./lib/session/link-token.ts";
import { createSession, type SessionEnd } from "./lib/session/session.ts";
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

const session = createSession({
  pageHydrated,
  local: localStorage,
  tab: sessionStorage,
  locks: navigator.locks,
  channel: new BroadcastChannel("daymark-session"),
  now: Date.now,
  setTimer: (callback, delayMs) => setTimeout(callback, delayMs),
  clearTimer: (timer) => clearTimeout(timer as number),
  refresh: async (token) => (await tokenApi()).refresh(token),
  blacklist: async (token) => (await tokenApi()).blacklist(token),
  onEnd: (reason) => {
    leaving = leave(reason);
  },
  reload: () => location.reload(),
});

const reportParts = { languages, isGuest: () => session.status === "guest", tab: sessionStorage };
const fullReport = async () => (await import("./lib/messages/report.tsx")).createReport(reportParts);

const report: AppBrowser["report"] = {
  failure: async (error) => {
    try {
      return await (await fullReport()).failure(error);
    } catch {
      // Not even the words for it can be fetched: that is what there is to say.
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
  // The rendered page brings the real one, before anything reads it.
  site: bareSite(location.origin),
  // Whoever this is has to be known by then: an author sees what a guest does not.
  read: createRead(async (...query) => {
    const [{ fetchPageData }] = await Promise.all([import("./lib/fetch-page-data.ts"), session.launch()]);
    return fetchPageData(app)(...query);
  }),
  areImagesForeign: false,
  browser: { session, theme, report, settled, keepChoice },
};
const router = createAppRouter(app);

function keepChoice(choice: Parameters<AppBrowser["keepChoice"]>[0]) {
  if (session.status !== "user") return;
  // The page shows the choice already; if the server did not hear of it, only the language of a mail is behind.
  void import("./lib/api.tsx")
    .then(({ apiOf }) => apiOf(app).client.auth.settings.update.mutate(choice))
    .catch(() => {});
}

async function tokenApi() {
  return (await import("./lib/network/trpc.ts")).createTokenApi({ languages, theme });
}

/** Pages of mailed links that end sessions. They also serve guests, and say themselves what has happened. */
const pagesOfEndingLinks = ["/not-me", "/reset-password"];

/** Resolves when the page of the session that ended last is left. */
let leaving = Promise.resolve();

/** Leads to the start after the end of a session, and tells the user why. The message of a log-out comes from the server. */
async function leave(reason: SessionEnd) {
  await pageHydrated;
  const isLeft = !pagesOfEndingLinks.includes(router.latestLocation.pathname);
  if (isLeft) {
    if (reason === "expired" || reason === "terminated") await tellEnd(reason);
    await router.navigate({ to: "/" });
  }
  // The page that was left is not shown again to the next person who goes back to it.
  router.clearCache();
  // "Back" may have cancelled the navigation: then the page still shows what it loaded for the user.
  if (isLeft && router.latestLocation.pathname !== "/") await router.invalidate();
}

async function tellEnd(reason: "expired" | "terminated"): Promise<void> {
  const { i18n } = languages;
  const why =
    reason === "expired" ? msg`Terminated session` : msg`Your session has been terminated. Please log in again.`;
  const isWaiting = await hasWaiting(session.userId);
  const rest = isWaiting ? [i18n._(msg`What was not saved yet waits in this browser until you are back.`)] : [];
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

// What one person saw is not kept for the next; a page that is seen by a person has that part already.
session.subscribe(() => {
  const { status, userId, ended } = session;
  if (status !== "guest" || userId === null) return;
  void import("./lib/drafts/private-data.ts").then(({ forgetPerson }) => forgetPerson(userId, ended)).catch(() => {});
});

// Messages with a person's words are closed when their session ends.
session.subscribe(() => setPersonThere(session.status === "user"));

// A page that was read for one person is read again for the next, if it is shown.
session.subscribe(() => {
  router.clearCache();
  if (session.status === "user") readAgain();
});

// The token of a mailed link, a log-in that waits for its second factor, and a name that was typed for a log-in are of one
// person. The launch of a page begins no session: it finds one.
session.subscribe(() => {
  if (!isLaunched) return;
  forgetLinkToken();
  forgetPendingLogIn();
  forgetTypedNames();
});

// A list of posts is of those in the language of the page.
let shownLanguage = languages.current;
languages.i18n.on("change", () => {
  if (languages.current === shownLanguage) return;
  shownLanguage = languages.current;
  router.clearCache();
  readAgain();
});

/** What the page shows of data may be something else now. */
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
  const language = localStorage.getItem(languageKey);
  if (event.key === languageKey && isLanguage(language)) void languages.switchTo(language);
});

// A browser that keeps the page may paint it on "back" before the session is checked. So it keeps a page that shows nothing.
addEventListener("pagehide", ({ persisted }) => {
  if (persisted && session.status === "user") root.dataset.unchecked = "";
});

// The browser kept the page and shows it again on "back": it was told nothing of a log-in or log-out since.
addEventListener("pageshow", async ({ persisted }) => {
  if (!persisted) return;
  forgetLinkToken();
  session.validate();
  const isLoadedAnew = session.status === "user" && session.currentUserId === null;
  if (isLoadedAnew) return;
  await leaving.catch(() => {});
  delete root.dataset.unchecked;
});

// `?lang=` is a choice like any other: the next page is in that language too.
const asked = new URLSearchParams(location.search).get("lang");
if (isLanguage(asked)) rememberLanguage(asked);

router.subscribe("onBeforeNavigate", () => session.validate());

// The page of a mailed link is left, too, by an address that is typed. Its token is kept for a reload, and for a tab that the
// browser has discarded and loads again (`wasDiscarded`, which TypeScript does not know).
const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
const isSamePage = navigation?.type === "reload" || Reflect.get(document, "wasDiscarded") === true;
if (!isSamePage) forgetLinkToken();

const pressAgain = takeEarlyPress();
// In a transition: in slices, between which the browser paints, scrolls and takes what is pressed.
startTransition(() => {
  hydrateRoot(document, <Page />);
});
void pageHydrated.then(() => {
  performance.mark("alive");
  pressAgain();
});

function Page() {
  // An effect runs after React has hydrated the frame of the page.
  useEffect(() => void launch(), []);
  return <RouterClient router={router} />;
}

/** Tells the success that the document before this one left. */
function tellLeftSuccess() {
  const code = sessionStorage.getItem(nextSuccessKey) as SuccessCode | null;
  sessionStorage.removeItem(nextSuccessKey);
  if (code) void report.success(code).catch(() => {});
}

let isLaunched = false;

/** Finds out who is there. The page was rendered for a guest; for anyone else its guards decide now. */
async function launch() {
  // The session waits for the hydration: a redirect during it would replace what React is hydrating, an error to React.
  await session.launch();
  // What a guest does not find stays out of sight until a person has looked for it, too.
  const isMissing = session.status === "user" && document.getElementById("missing-page") !== null;
  if (!isMissing) delete root.dataset.launching;
  isLaunched = true;
  // A guest has no business at /home.
  if (session.status === "user" || location.pathname === "/home") await router.invalidate();
  delete root.dataset.launching;
  tellLeftSuccess();
  tellSettled();
}
