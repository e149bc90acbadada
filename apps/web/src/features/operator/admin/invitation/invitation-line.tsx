import type { Invitation, InvitationState } from "@daymark/domain/operator/invitation";
import { Badge, type BadgeTone } from "@daymark/ui/badge";
import { Button } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useSite } from "../../../../lib/app.ts";
import { useFormat } from "../../../../lib/language/format.ts";
import { Moment } from "../../../community/thread/moment.tsx";
import { InvitationRevokeDialog } from "./invitation-revoke-dialog.tsx";

/** One invitation: for whom it is, what it gives, who made it, and whether it still works. */
export function InvitationLine({ invitation }: { invitation: Invitation }) {
  const { t } = useLingui();
  const { plans } = useSite();
  const format = useFormat();
  const [isRevoking, setRevoking] = useState(false);
  const { id, note, email, state, uses, uses_max, plan, is_staff, created_by, created_at } = invitation;
  const name = note || email || t`Invitation ${id}`;
  const until = format.instant(invitation.expires_at, { dateStyle: "medium", timeStyle: "short" });
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3.5">
      <div className="min-w-0 grow basis-60">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-[560] break-words">{name}</span>
          <StateBadge state={state} />
          {is_staff ? <Badge tone="accent">{t`Admin`}</Badge> : null}
          {plans === "on" && plan ? <Badge tone="info">{plan === "paid" ? t`Paid` : t`Free`}</Badge> : null}
        </p>
        {note && email ? <p className="text-[0.9375rem] break-all">{email}</p> : null}
        <p className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-ink-muted">
          <span>
            <Trans>
              {uses} of {uses_max} used
            </Trans>
          </span>
          {state === "open" || state === "expired" ? (
            <span>{state === "open" ? <Trans>Works until {until}</Trans> : <Trans>Worked until {until}</Trans>}</span>
          ) : null}
          <span className="break-words">
            {created_by ? <Trans>Created by {created_by}</Trans> : <Trans>Created on the server</Trans>}
            {", "}
            <Moment instant={created_at} />
          </span>
        </p>
      </div>
      {/* A used-up one may still make its account an admin, once the address is verified. */}
      {state !== "revoked" ? (
        <Button size="small" aria-label={t`Revoke: ${name}`} onClick={() => setRevoking(true)}>
          <Trans>Revoke</Trans>
        </Button>
      ) : null}
      {isRevoking ? (
        <InvitationRevokeDialog invitation={invitation} name={name} onClose={() => setRevoking(false)} />
      ) : null}
    </li>
  );
}

const tones: Record<InvitationState, BadgeTone> = {
  open: "success",
  used_up: "neutral",
  expired: "neutral",
  revoked: "danger",
};

function StateBadge({ state }: { state: InvitationState }) {
  const { t } = useLingui();
  const words: Record<InvitationState, string> = {
    open: t({ message: "Active", context: "state of an invitation" }),
    used_up: t`Used up`,
    expired: t`Expired`,
    revoked: t`Revoked`,
  };
  return <Badge tone={tones[state]}>{words[state]}</Badge>;
}
