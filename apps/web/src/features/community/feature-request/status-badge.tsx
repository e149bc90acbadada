import type { FeatureRequest } from "@daymark/domain/community/feature-request";
import { Badge, type BadgeTone } from "@daymark/ui/badge";
import { Trans } from "@lingui/react/macro";
import { Check, CircleDashed, CircleDot, CircleSlash, Copy, EyeOff, Minus, Pin } from "lucide-react";
import type { ReactNode } from "react";
import { useReasonWords, useStatusWords } from "./board-words.ts";

type Standing = Pick<FeatureRequest, "status" | "reason" | "hidden" | "pinned">;

/** The status of a request as text, icon and color; for a closed one also the reason, if there is one. */
export function StatusBadges({ request }: { request: Standing }) {
  const { status, reason, hidden, pinned } = request;
  const statuses = useStatusWords();
  const reasons = useReasonWords();
  const [tone, sign] = status === "closed" && reason ? reasonLooks[reason] : statusLooks[status];
  return (
    <>
      {pinned ? (
        <Badge>
          <Pin aria-hidden="true" className="size-3" />
          <Trans>Pinned</Trans>
        </Badge>
      ) : null}
      <Badge tone={tone}>
        {sign}
        {statuses[status]}
        {reason ? ` · ${reasons[reason]}` : null}
      </Badge>
      {hidden ? (
        <Badge tone="warning">
          <EyeOff aria-hidden="true" className="size-3" />
          <Trans>Hidden</Trans>
        </Badge>
      ) : null}
    </>
  );
}

const statusLooks: Record<FeatureRequest["status"], [BadgeTone, ReactNode]> = {
  pending: ["warning", <CircleDashed key="sign" aria-hidden="true" className="size-3" />],
  open: ["info", <CircleDot key="sign" aria-hidden="true" className="size-3" />],
  closed: ["neutral", <Check key="sign" aria-hidden="true" className="size-3" />],
  rejected: ["danger", <CircleSlash key="sign" aria-hidden="true" className="size-3" />],
};

const reasonLooks: Record<NonNullable<FeatureRequest["reason"]>, [BadgeTone, ReactNode]> = {
  shipped: ["success", <Check key="sign" aria-hidden="true" className="size-3" />],
  declined: ["neutral", <Minus key="sign" aria-hidden="true" className="size-3" />],
  duplicate: ["neutral", <Copy key="sign" aria-hidden="true" className="size-3" />],
};
