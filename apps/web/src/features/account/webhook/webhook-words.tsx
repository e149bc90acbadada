import type { Delivery, DeliveryFault, DeliveryState } from "@daymark/domain/webhook/webhook";
import type { MessageType } from "@daymark/domain/webhook/webhook-event";
import { Badge, type BadgeTone } from "@daymark/ui/badge";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react";

export const eventWords: Readonly<Record<MessageType, MessageDescriptor>> = {
  "habit.created": msg`Habit created`,
  "habit.updated": msg`Habit changed`,
  "habit.archived": msg`Habit archived`,
  "habit.unarchived": msg`Habit unarchived`,
  "habit.deleted": msg`Habit deleted`,
  "habit.restored": msg`Habit restored`,
  "habit.finished": msg`Habit finished`,
  "day.recorded": msg`Day recorded`,
  "goal.met": msg`Goal met`,
  "streak.reached": msg`Streak of 7, 30, 100, 365…`,
  "streak.broken": msg`Streak broken`,
  "habit.at_risk": msg`Streak at risk in the evening`,
  "feature_request.decided": msg`Decision on your request`,
  "account.created": msg`Account created`,
  "report.created": msg`New report`,
  "webhook.test": msg`Test`,
};

const stateWords: Record<DeliveryState, { words: MessageDescriptor; tone: BadgeTone }> = {
  waiting: { words: msg`Waiting`, tone: "neutral" },
  delivered: { words: msg`Delivered`, tone: "success" },
  failed: { words: msg`Failed`, tone: "danger" },
};

const faultWords: Record<Exclude<DeliveryFault, "status">, MessageDescriptor> = {
  address_refused: msg`The address belongs to a private network, which the server does not call.`,
  name_unresolved: msg`The host name of the address was not found.`,
  no_connection: msg`No connection to the receiver.`,
  certificate: msg`The receiver has no valid certificate.`,
  timeout: msg`The receiver did not answer within 10 seconds.`,
  redirect: msg`The receiver redirects, but the server does not follow redirects.`,
  webhook_off: msg`Not sent, because the webhook was off or is not allowed to receive this event.`,
  secret_unreadable: msg`Not sent, because the server can no longer read the secret. Create a new secret.`,
};

export function DeliveryBadge({ delivery }: { delivery: Delivery }) {
  const { _ } = useLingui();
  const isRetried = delivery.state === "waiting" && delivery.attempts > 0;
  const { words, tone } = stateWords[delivery.state];
  return <Badge tone={isRetried ? "warning" : tone}>{_(isRetried ? msg`Will be retried` : words)}</Badge>;
}

/** Why the last attempt failed, or what its receiver answered; null before the first one. */
export function useOutcome(): (delivery: Delivery) => string | null {
  const { _ } = useLingui();
  return ({ fault, status }) => {
    if (fault !== null && fault !== "status") return _(faultWords[fault]);
    return status === null ? null : _(msg`The receiver answered ${{ status }}.`);
  };
}
