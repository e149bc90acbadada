import { Outlet } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { keepPush } from "../features/account/reminder/push-browser.ts";
import { offlineOf } from "../features/tracking/offline/offline.ts";
import { ApiProvider } from "../lib/api.tsx";
import { type App, useApp } from "../lib/app.ts";
import { keepUpToDate } from "../lib/live-page.ts";
import { EmailBanner } from "./email-banner.tsx";

// The parts of the frame for users are one import, and so one file.
export { UserLinks, UserMenu } from "./user-menu.tsx";
export { UserTools } from "./user-tools.tsx";

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

/** The first data of a page comes first: only then the page registers its push subscription and listens for changes. */
const settleMs = 1_500;

function keepPushLater(app: App): () => void {
  // Without a permission there is nothing to register.
  if (typeof Notification === "undefined" || Notification.permission !== "granted") return () => {};
  // If it fails, the next page tries again.
  const timer = setTimeout(() => void keepPush(app).catch(() => {}), settleMs);
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
