import { createFileRoute, redirect } from "@tanstack/react-router";
import { readPendingLogIn } from "../../../features/account/auth/pending-log-in.ts";
import { TwoFactorLogIn } from "../../../features/account/auth/two-factor-log-in.tsx";
import { browserOnly } from "../../../lib/browser-only.tsx";
import { pageHydrated } from "../../../lib/page/hydration.ts";

export const Route = createFileRoute("/_guest/login/2fa")({
  // Only the browser knows whether a log-in waits for its second factor.
  ...browserOnly,
  loader: async () => {
    await pageHydrated;
    const pending = readPendingLogIn();
    if (!pending) throw redirect({ to: "/login", replace: true });
    return pending;
  },
  component: () => <TwoFactorLogIn pending={Route.useLoaderData()} />,
});
