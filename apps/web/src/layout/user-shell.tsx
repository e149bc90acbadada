import { Outlet } from "@tanstack/react-router";
import { ApiProvider } from "../lib/api.tsx";
import { EmailBanner } from "./email-banner.tsx";

/** Around the pages of a logged-in person: the API, and the reminder of an address not yet verified. */
export function UserShell() {
  return (
    <ApiProvider>
      <EmailBanner />
      <Outlet />
    </ApiProvider>
  );
}
