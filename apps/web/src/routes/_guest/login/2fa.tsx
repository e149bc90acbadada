import { createFileRoute, redirect } from "@tanstack/react-router";
import { readPendingLogIn } from "../../../features/auth/pending-log-in.ts";
import { TwoFactorLogIn } from "../../../features/auth/two-factor-log-in.tsx";

export const Route = createFileRoute("/_guest/login/2fa")({
  // What waits for its code is known to the browser alone.
  ssr: false,
  loader: () => {
    const pending = readPendingLogIn();
    if (!pending) throw redirect({ to: "/login", replace: true });
    return pending;
  },
  component: () => <TwoFactorLogIn pending={Route.useLoaderData()} />,
});
