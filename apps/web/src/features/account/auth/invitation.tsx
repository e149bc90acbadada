import { buttonClass } from "@daymark/ui/button";
import { Spinner } from "@daymark/ui/spinner";
import { Trans } from "@lingui/react/macro";
import { Link, useSearch } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { useSite } from "../../../lib/app.ts";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { Outcome } from "./frame/outcome.tsx";
import SignUpRefused from "./frame/sign-up-refused.tsx";
import { UncheckedLink } from "./unchecked-link.tsx";
import { useLinkToken } from "./use-link-token.ts";

/** An invitation that the server has checked. */
export interface Invited {
  invitation: string;
  /** The only address that may sign up by it; null for any. */
  email: string | null;
}

/**
 * Reads the invitation in the page's address and checks it before the user types anything. It stands above the form,
 * and in its place until the form may be shown.
 */
export default function Invitation({
  isFormShown,
  onChecked,
}: {
  isFormShown: boolean;
  onChecked: (invited: Invited) => void;
}) {
  // The server renders one page for all, so the route does not read this parameter.
  const { invitation: given } = useSearch({ strict: false }) as { invitation?: unknown };
  const token = useLinkToken(typeof given === "string" ? given : undefined);
  const { signUp } = useSite();
  const check = trpc.invitation.check.useMutation({
    onSuccess: ({ email }) => onChecked({ invitation: token, email }),
  });
  const { mutate } = check;
  const asked = useRef("");
  useEffect(() => {
    if (token === "" || asked.current === token || signUp === "closed") return;
    asked.current = token;
    mutate({ token });
  }, [token, signUp, mutate]);

  const reason = problemOf(check.error)?.values?.invitation;
  if (isFormShown) return check.isError ? <Notice reason={reason} /> : null;
  if (token === "" || signUp === "closed") return <SignUpRefused />;
  if (reason !== undefined) return <Refused reason={reason} />;
  if (check.isError) return <UncheckedLink onRetry={() => mutate({ token })} />;
  return (
    <Outcome icon={<Spinner />} title={<Trans>Checking your invitation…</Trans>}>
      <Trans>This takes a moment.</Trans>
    </Outcome>
  );
}

/** Above the form where everyone may sign up. */
function Notice({ reason }: { reason: unknown }) {
  return (
    <p role="status" className="mx-auto w-full max-w-md px-4 py-3">
      <Reason reason={reason} /> <Trans>You can sign up without it.</Trans>
    </p>
  );
}

function Refused({ reason }: { reason: unknown }) {
  return (
    <Outcome
      tone="danger"
      icon={<CircleAlert aria-hidden="true" />}
      title={<Trans>This invitation no longer works</Trans>}
      action={
        <Link to="/login" className={buttonClass({ kind: "primary" })}>
          <Trans>Log in</Trans>
        </Link>
      }
    >
      <p>
        <Reason reason={reason} />
      </p>
      <p>
        <Trans>Ask the person who sent it for a new one.</Trans>
      </p>
    </Outcome>
  );
}

function Reason({ reason }: { reason: unknown }) {
  switch (reason) {
    case "expired":
      return <Trans>The invitation has expired.</Trans>;
    case "used_up":
      return <Trans>The invitation was already used.</Trans>;
    case "revoked":
      return <Trans>The invitation was withdrawn.</Trans>;
    case "unknown":
      return <Trans>The link is not complete, or the invitation was deleted.</Trans>;
    default:
      return <Trans>We could not check your invitation.</Trans>;
  }
}
