import { buttonClass } from "@daymark/ui/button";
import { Spinner } from "@daymark/ui/spinner";
import { Trans } from "@lingui/react/macro";
import { Link, useSearch } from "@tanstack/react-router";
import CircleExclamationPoint from "lucide-react/icons/circle-exclamation-point";
import { useEffect, useRef } from "react";
import { useSite } from "../../../lib/app.ts";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { InvitationAdvice, InvitationHeading, InvitationReason } from "./frame/invitation-reason.tsx";
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
  refused,
}: {
  isFormShown: boolean;
  onChecked: (invited: Invited) => void;
  /** The refusal of a sign-up with the invitation, such as when another person had its last use meanwhile. */
  refused?: unknown;
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
  if (isFormShown && refused) return <Lost refused={refused} />;
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
      <InvitationReason reason={reason} /> <Trans>You can sign up without it.</Trans>
    </p>
  );
}

/** Above the form, whose typed text stays. It takes the focus, because the button is far below. */
function Lost({ refused }: { refused: unknown }) {
  const { signUp } = useSite();
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (refused) notice.current?.focus();
  }, [refused]);
  return (
    <p ref={notice} role="alert" tabIndex={-1} className="mx-auto w-full max-w-md px-4 py-3 text-danger-text">
      <InvitationReason reason={problemOf(refused)?.values?.invitation} />{" "}
      {signUp === "open" ? <Trans>You can sign up without it.</Trans> : <InvitationAdvice />}
    </p>
  );
}

function Refused({ reason }: { reason: unknown }) {
  return (
    <Outcome
      tone="danger"
      icon={<CircleExclamationPoint aria-hidden="true" />}
      title={<InvitationHeading reason={reason} />}
      action={
        <Link to="/login" className={buttonClass({ kind: "primary" })}>
          <Trans>Log in</Trans>
        </Link>
      }
    >
      <p>
        <InvitationReason reason={reason} />
      </p>
      <p>
        <InvitationAdvice />
      </p>
    </Outcome>
  );
}
