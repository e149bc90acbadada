import { Outlet } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { offlineOf } from "../features/offline/offline.ts";
import { ApiProvider } from "../lib/api.tsx";
import { type App, useApp } from "../lib/app.ts";
import { EmailBanner } from "./email-banner.tsx";

/** Around the pages of a logged-in person: the API, and the reminder of an address not yet verified. */
export function UserShell({ children = <Outlet /> }: { children?: ReactNode }) {
  const app = useApp();
  useEffect(() => keepUpToDateLater(app), [app]);
  useEffect(() => offlineOf(app).start(), [app]);
  useEffect(() => keepPushLater(app), [app]);
  return (
    <ApiProvider>
      <EmailBanner />
      {children}
    </ApiProvider>
  );
}

/** What a page was loaded for comes first: only then it listens for what others change. */
const settleMs = 1_500;

/** Who never allowed notifications fetches nothing for them. */
function keepPushLater(app: App): () => void {
  if (typeof Notification === "undefined" || Notification.permission !== "granted") return () => {};
  const timer = setTimeout(async () => {
    try {
      await (await import("../features/reminder/push-browser.ts")).keepPush(app);
    } catch {
      // The next page tries again.
    }
  }, settleMs);
  return () => clearTimeout(timer);
}

function keepUpToDateLater(app: App): () => void {
  let isWanted = true;
  let stop = () => {};
  const timer = setTimeout(async () => {
    try {
      const { keepUpToDate } = await import("../lib/live-page.ts");
      if (isWanted) stop = keepUpToDate(app);
    } catch {
      // It could not be fetched: the page is as good as it was before, and asks again when it is looked at.
    }
  }, settleMs);
  return () => {
    isWanted = false;
    clearTimeout(timer);
    stop();
  };
}
