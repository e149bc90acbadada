import type { FeatureRequest } from "@daymark/domain/community/feature-request";
import { Badge, type BadgeTone } from "@daymark/ui/badge";
import { Trans } from "@lingui/react/macro";
import CalendarClock from "lucide-react/icons/calendar-clock";
import Check from "lucide-react/icons/check";
import CircleDashed from "lucide-react/icons/circle-dashed";
import CircleDot from "lucide-react/icons/circle-dot";
import CircleSlash from "lucide-react/icons/circle-slash";
import Copy from "lucide-react/icons/copy";
import EyeOff from "lucide-react/icons/eye-off";
import Minus from "lucide-react/icons/minus";
import Pin from "lucide-react/icons/pin";
import Timer from "lucide-react/icons/timer";
import type { ReactNode } from "react";
import { useReasonWords, useStageWords, useStatusWords } from "./board-words.ts";

type RequestState = Pick<FeatureRequest, "status" | "stage" | "reason" | "hidden" | "pinned">;

/** The status of a request as text, icon and color; for a closed one also the reason, for an open one the stage. */
export function StatusBadges({ request }: { request: RequestState }) {
  const { status, stage, reason, hidden, pinned } = request;
  const statuses = useStatusWords();
  const stages = useStageWords();
  const reasons = useReasonWords();
  const [tone, icon] = lookOf(request);
  return (
    <>
      {pinned ? (
        <Badge>
          <Pin aria-hidden="true" className="size-3" />
          <Trans>Pinned</Trans>
        </Badge>
      ) : null}
      <Badge tone={tone}>
        {icon}
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

function lookOf({ status, stage, reason }: RequestState): Look {
  if (stage) return stageLooks[stage];
  return status === "closed" && reason ? reasonLooks[reason] : statusLooks[status];
}

const stageLooks: Record<NonNullable<FeatureRequest["stage"]>, Look> = {
  planned: ["info", <CalendarClock key="icon" aria-hidden="true" className="size-3" />],
  in_progress: ["accent", <Timer key="icon" aria-hidden="true" className="size-3" />],
};

const statusLooks: Record<FeatureRequest["status"], Look> = {
  pending: ["warning", <CircleDashed key="icon" aria-hidden="true" className="size-3" />],
  open: ["info", <CircleDot key="icon" aria-hidden="true" className="size-3" />],
  closed: ["neutral", <Check key="icon" aria-hidden="true" className="size-3" />],
  rejected: ["danger", <CircleSlash key="icon" aria-hidden="true" className="size-3" />],
};

const reasonLooks: Record<NonNullable<FeatureRequest["reason"]>, Look> = {
  shipped: ["success", <Check key="icon" aria-hidden="true" className="size-3" />],
  declined: ["neutral", <Minus key="icon" aria-hidden="true" className="size-3" />],
  duplicate: ["neutral", <Copy key="icon" aria-hidden="true" className="size-3" />],
};
