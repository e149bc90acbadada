import { msg } from "@lingui/core/macro";
import { RouterClient } from "@tanstack/react-router/ssr/client";
import { useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import type { App, AppBrowser } from "./lib/app.ts";
import { flash } from "./lib/flash.ts";
import { pageHydrated } from "./lib/head.tsx";
import { createLanguageStore, isLanguage, languageKey, rememberLanguage } from "./lib/language.ts";
import { createSession, type SessionEnd } from "./lib/session.ts";
import { createThemeStore } from "./lib/theme.ts";
import { createAppRouter } from "./router.tsx";
import "./styles.css";

const root = document.documentElement;
const languages = createLanguageStore(isLanguage(root.lang) ? root.lang : "en");
const theme = createThemeStore({
  storage: localStorage,
  root,
  systemLight: matchMedia("(prefers-color-scheme: light)"),
});

const session = createSession({
  local: localStorage,
  tab: sessionStorage,
  locks: navigator.locks,
  channel: new BroadcastChannel("daymark-session"),
  now: Date.now,
  setTimer: (callback, delayMs) => setTimeout(callback, delayMs),
  clearTimer: (timer) => clearTimeout(timer as number),
  refresh: async (token) => (await tokenApi()).refresh(token),
  blacklist: async (token) => (await tokenApi()).blacklist(token),
  onEnd: (reason) => void leave(reason),
});

const reportParts = { languages, isGuest: () => session.status === "guest", tab: sessionStorage };
const fullReport = async () => (await import("./lib/report.tsx")).createReport(reportParts);

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

const app: App = {
  languages,
  // The rendered page brings the real one, before anything reads it.
  site: {
    publicUrl: location.origin,
    contactEmail: "",
    socialLinks: [],
    providers: [],
    passkeys: false,
    captcha: { provider: "off" },
  },
  browser: { session, theme, report, keepChoice },
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
  return (await import("./lib/trpc.ts")).createTokenApi({ languages, theme });
}

/** Whoever is no longer logged in is taken to the start and told why, once; whoever logs out is told by the server. */
async function leave(reason: SessionEnd) {
  const { i18n } = languages;
  if (reason === "expired") flash({ kind: "warning", text: i18n._(msg`Terminated session`) });
  if (reason === "terminated") {
    const text = i18n._(msg`Your session has been terminated. Please log in again.`);
    flash({ kind: "warning", text, timeoutMs: 10_000 });
  }
  await router.navigate({ to: "/" });
}

addEventListener("storage", (event) => {
  session.onStorage(event);
  if (event.key === "theme" || event.key === "themeIsSystem") theme.apply();
  if (event.key === languageKey && isLanguage(event.newValue)) void languages.switchTo(event.newValue);
});

// `?lang=` is a choice like any other: the next page is in that language too.
const asked = new URLSearchParams(location.search).get("lang");
if (isLanguage(asked)) rememberLanguage(asked);

router.subscribe("onBeforeNavigate", () => session.validate());

hydrateRoot(document, <Page />);

function Page() {
  // After React has taken over the rendered page: whatever comes earlier would change it under its hands.
  useEffect(() => void launch(), []);
  return <RouterClient router={router} />;
}

/** Finds out who is there. The page was rendered for a guest; for anyone else its guards decide now. */
async function launch() {
  // The dashboard is drawn in the browser alone and waits for the session itself.
  const isRendered = document.querySelector("main h1") !== null;
  await session.launch();
  // A redirect in the midst of a page that React is still taking over would be an error to it.
  if (isRendered) await pageHydrated;
  delete root.dataset.launching;
  // A guest has no business at /home.
  if (session.status === "user" || location.pathname === "/home") await router.invalidate();
}
