import { buttonClass } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useSite } from "../lib/app.ts";

/** Absent where not everyone may sign up. */
export function SignUpLink() {
  return useSite().signUp === "open" ? (
    <Link to="/signup" className={buttonClass({ kind: "primary" })}>
      <Trans>Sign up</Trans>
    </Link>
  ) : null;
}
