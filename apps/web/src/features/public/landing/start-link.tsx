import { buttonClass } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useSessionStatus } from "../../../lib/app.ts";

/** Leads a guest to the sign-up, and a user to the dashboard. */
export function StartLink() {
  const className = buttonClass({ kind: "primary", size: "large" });
  return useSessionStatus() === "user" ? (
    <Link to="/dashboard" className={className}>
      <Trans>Go to the dashboard</Trans>
    </Link>
  ) : (
    <Link to="/signup" className={className}>
      <Trans>Start for free</Trans>
    </Link>
  );
}
