import { Outlet } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { offlineOf } from "../features/tracking/offline/offline.ts";
import { ApiProvider } from "../lib/api.tsx";
import { type App, useApp } from "../lib/app.ts";
import { keepUpToDate } from "../lib/live-page.ts";
import { EmailBanner } from "./email-banner.tsx";

// One import for all user parts of the layout, so that the build puts them into one chunk.
export { UserLinks, UserMenu } from "./user-menu.tsx";
export { UserTools } from "./user-tools.tsx";

/** Wraps the pages of a logged-in user: provides the API and the reminder to verify the email address. */
export function UserShell({ children = <Outlet /> }: { children?: ReactNode }) {
  const app = useApp();
  useEffect(() => keepUpToDateLater(app), [app]);
  useEffect(() => offlineOf(app).start(), [app]);
  useEffect(() => keepPushLater(app), [app]);
  useEffect(() => fetchReasonsLater(app), [app]);
  return (
    <ApiProvider>
      <EmailBanner />
      {children}
    </ApiProvider>
  );
}

/** The page's first data has priority: what the page needs later starts after this delay. */
const settleMs = 1_500;

function keepPushLater(app: App): () => void {
  // Without a permission there is nothing to register.
  if (typeof Notification === "undefined" || Notification.permission !== "granted") return () => {};
  // If it fails, the next page tries again.
  const keep = async () => (await import("../features/account/reminder/push-browser.ts")).keepPush(app);
  const timer = setTimeout(() => void keep().catch(() => {}), settleMs);
  return () => clearTimeout(timer);
}

/** The reasons of failures cannot be fetched any more when the network is lost. */
function fetchReasonsLater({ languages }: App): () => void {
  const timer = setTimeout(() => void languages.need("messages").catch(() => {}), settleMs);
  return () => clearTimeout(timer);
}

function keepUpToDateLater(app: App): () => void {
  let stop = () => {};
  const timer = setTimeout(() => {
    stop = keepUpToDate(app);
  }, settleMs);
  return () => {
    clearTimeout(timer);
    stop();
  };
}
