import { buttonClass } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useSessionStatus, useSite } from "../../../lib/app.ts";

/** Leads a guest to the sign-up, or to the log-in where not everyone may sign up, and a user to the dashboard. */
export function StartLink() {
  const className = buttonClass({ kind: "primary", size: "large" });
  const { signUp } = useSite();
  return useSessionStatus() === "user" ? (
    <Link to="/dashboard" className={className}>
      <Trans>Go to the dashboard</Trans>
    </Link>
  ) : signUp !== "open" ? (
    <Link to="/login" className={className}>
      <Trans>Log in</Trans>
    </Link>
  ) : (
    <Link to="/signup" className={className}>
      <Trans>Start for free</Trans>
    </Link>
  );
}
