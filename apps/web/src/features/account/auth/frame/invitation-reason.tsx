import { Trans } from "@lingui/react/macro";

/** Why an invitation cannot be used, from `values.invitation` of the refusal. */
export function InvitationReason({ reason }: { reason: unknown }) {
  switch (reason) {
    case "expired":
      return <Trans>The invitation has expired.</Trans>;
    case "used_up":
      return <Trans>The invitation was already used.</Trans>;
    case "revoked":
      return <Trans>The invitation was withdrawn.</Trans>;
    case "unknown":
      return <Trans>The link is not complete, or the invitation was deleted.</Trans>;
    case "address":
      return <Trans>The invitation is for another email address.</Trans>;
    default:
      return <Trans>We could not check your invitation.</Trans>;
  }
}

/** The heading of the page for an invitation that cannot be used. */
export function InvitationHeading({ reason }: { reason: unknown }) {
  return reason === "address" ? (
    <Trans>This invitation is for someone else</Trans>
  ) : (
    <Trans>This invitation no longer works</Trans>
  );
}

/** What the person can do. */
export function InvitationAdvice() {
  return <Trans>Ask the person who sent it for a new one.</Trans>;
}
