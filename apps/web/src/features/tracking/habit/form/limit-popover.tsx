import type { Plan } from "@daymark/domain/account/plan";
import type { HabitType } from "@daymark/domain/tracking/habit";
import { Popover } from "@daymark/ui/popover";
import { Trans, useLingui } from "@lingui/react/macro";
import type { RefObject } from "react";
import { useSite } from "../../../../lib/app.ts";
import type { Room } from "../habit-list.ts";
import { OperatorHint } from "./operator-hint.tsx";

interface LimitPopoverProps {
  open: boolean;
  anchor: RefObject<HTMLButtonElement | null>;
  plan: Plan;
  room: Record<HabitType, Room>;
  onClose: () => void;
}

/** Explains why no habit can be added, and what would make room. */
export default function LimitPopover({ open, anchor, plan, room, onClose }: LimitPopoverProps) {
  const { t } = useLingui();
  const { good, bad } = room;
  const hasPlans = useSite().plans === "on";
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      anchor={anchor}
      align="end"
      finalFocus={anchor}
      label={t`Why you cannot add a habit`}
      className="w-80 max-w-[94vw]"
    >
      <h2 className="text-base tracking-normal">
        {!hasPlans ? (
          <Trans>There is no room for another habit</Trans>
        ) : plan === "free" ? (
          <Trans>The free plan is full</Trans>
        ) : (
          <Trans>The paid plan is full</Trans>
        )}
      </h2>
      <p className="mt-2 text-sm leading-normal text-ink-muted">
        <Trans>
          You have {{ goodUsed: good.used }} of {{ goodLimit: good.limit }} good and {{ badUsed: bad.used }} of{" "}
          {{ badLimit: bad.limit }} bad habits, archived ones included.
        </Trans>
      </p>
      <p className="mt-2 text-sm leading-normal text-ink-muted">
        {hasPlans && plan === "free" ? (
          <Trans>To make room, delete a habit you no longer need. A larger plan is coming soon.</Trans>
        ) : (
          <Trans>To make room, delete a habit you no longer need.</Trans>
        )}
      </p>
      <OperatorHint />
    </Popover>
  );
}
