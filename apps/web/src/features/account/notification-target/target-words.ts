import type { NotificationTarget, TargetFault, TargetKind } from "@daymark/domain/notification/target";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react";

/** Names of services, the same in all languages. */
export const kindNames: Readonly<Record<TargetKind, string>> = {
  ntfy: "ntfy",
  gotify: "Gotify",
  telegram: "Telegram",
  matrix: "Matrix",
  apprise: "Apprise",
};

const faultWords: Record<Exclude<TargetFault, "status">, MessageDescriptor> = {
  address_refused: msg`The address belongs to a private network, which the server does not call.`,
  name_unresolved: msg`The host name of the address was not found.`,
  no_connection: msg`No connection to the service.`,
  certificate: msg`The service has no valid certificate.`,
  timeout: msg`The service did not answer within 10 seconds.`,
  redirect: msg`The service redirects, but the server does not follow redirects.`,
  not_offered: msg`This server no longer has an Apprise API.`,
  expired: msg`The message could not be sent in time.`,
  secret_unreadable: msg`The server can no longer read the token. Edit this target and enter everything again.`,
};

/** Why the last message failed; null if it did not. */
export function useFault(): (last: NotificationTarget["last"]) => string | null {
  const { _ } = useLingui();
  return (last) => {
    if (!last || last.fault === null) return null;
    const { fault, answer } = last;
    // A refusal has a status.
    const status = last.status ?? 0;
    if (fault !== "status") return _(faultWords[fault]);
    return answer === null
      ? _(msg`The service answered ${{ status }}.`)
      : _(msg`The service answered ${{ status }}: ${{ answer }}`);
  };
}
