import type { FeatureRequest } from "@daymark/domain/community/feature-request";
import { Badge, type BadgeTone } from "@daymark/ui/badge";
import { Trans } from "@lingui/react/macro";
import {
  CalendarClock,
  Check,
  CircleDashed,
  CircleDot,
  CircleSlash,
  Copy,
  EyeOff,
  Minus,
  Pin,
  Timer,
} from "lucide-react";
import type { ReactNode } from "react";
import { useReasonWords, useStageWords, useStatusWords } from "./board-words.ts";

type Standing = Pick<FeatureRequest, "status" | "stage" | "reason" | "hidden" | "pinned">;

/** The status of a request as text, icon and color; for a closed one also the reason, for an open one the stage. */
export function StatusBadges({ request }: { request: Standing }) {
  const { status, stage, reason, hidden, pinned } = request;
  const statuses = useStatusWords();
  const stages = useStageWords();
  const reasons = useReasonWords();
  const [tone, sign] = lookOf(request);
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
        {stage ? ` · ${stages[stage]}` : null}
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

type Look = [BadgeTone, ReactNode];

function lookOf({ status, stage, reason }: Standing): Look {
  if (stage) return stageLooks[stage];
  return status === "closed" && reason ? reasonLooks[reason] : statusLooks[status];
}

const stageLooks: Record<NonNullable<FeatureRequest["stage"]>, Look> = {
  planned: ["info", <CalendarClock key="sign" aria-hidden="true" className="size-3" />],
  in_progress: ["accent", <Timer key="sign" aria-hidden="true" className="size-3" />],
};

const statusLooks: Record<FeatureRequest["status"], Look> = {
  pending: ["warning", <CircleDashed key="sign" aria-hidden="true" className="size-3" />],
  open: ["info", <CircleDot key="sign" aria-hidden="true" className="size-3" />],
  closed: ["neutral", <Check key="sign" aria-hidden="true" className="size-3" />],
  rejected: ["danger", <CircleSlash key="sign" aria-hidden="true" className="size-3" />],
};

const reasonLooks: Record<NonNullable<FeatureRequest["reason"]>, Look> = {
  shipped: ["success", <Check key="sign" aria-hidden="true" className="size-3" />],
  declined: ["neutral", <Minus key="sign" aria-hidden="true" className="size-3" />],
  duplicate: ["neutral", <Copy key="sign" aria-hidden="true" className="size-3" />],
};
