import { buttonClass } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import Lock from "lucide-react/icons/lock";
import { useSite } from "../../../../lib/app.ts";
import { Outcome } from "./outcome.tsx";

/** In place of the sign-up, where not everyone may sign up. */
export default function SignUpRefused() {
  const { signUp, contactEmail } = useSite();
  return (
    <Outcome
      icon={<Lock aria-hidden="true" />}
      title={
        signUp === "closed" ? (
          <Trans>Nobody can sign up here</Trans>
        ) : (
          <Trans>You need an invitation to sign up here</Trans>
        )
      }
      action={
        <Link to="/login" className={buttonClass({ kind: "primary" })}>
          <Trans>Log in</Trans>
        </Link>
      }
    >
      <p>
        {signUp === "closed" ? (
          <Trans>The operator of this server creates the accounts.</Trans>
        ) : (
          <Trans>Open the link of your invitation to create an account.</Trans>
        )}
      </p>
      <p>
        <Trans>
          No account yet? Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
        </Trans>
      </p>
    </Outcome>
  );
}
