import type { HabitType } from "@daymark/domain/tracking/habit";
import { Button } from "@daymark/ui/button";
import { useLingui } from "@lingui/react/macro";
import Plus from "lucide-react/icons/plus";
import { useId, useRef, useState } from "react";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import type { useDashboard } from "../calendar/use-dashboard.ts";
import { isFull } from "../habit/habit-list.ts";

export const LimitPopover = lazyComponent(
  () => import("../habit/form/limit-popover.tsx"),
  ({ open }) => open,
  "statistics",
);

interface NewHabitButtonProps {
  board: ReturnType<typeof useDashboard>;
  /** Shows only the icon. */
  isIconOnly?: boolean;
  onCreate: (type: HabitType) => void;
}

/** Opens the dialog, or explains why there is no room for another habit. */
export function NewHabitButton({ board, isIconOnly = false, onCreate }: NewHabitButtonProps) {
  const { t } = useLingui();
  const anchor = useRef<HTMLButtonElement>(null);
  const limitId = useId();
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const { good, bad } = board.room;
  const hasNoRoom = isFull(good) && isFull(bad);
  return (
    <>
      <Button
        ref={anchor}
        // Secondary until the plan is known to have room. If the habits failed to load, the retry button is the primary
        // one.
        kind={hasNoRoom || !board.isRoomKnown || board.error ? "secondary" : "primary"}
        disabled={!board.isRoomKnown}
        className={isIconOnly ? iconClass : "shrink-0 whitespace-nowrap disabled:opacity-100!"}
        icon={<Plus aria-hidden="true" />}
        aria-label={isIconOnly ? t`New habit` : undefined}
        title={isIconOnly ? t`New habit` : undefined}
        aria-haspopup="dialog"
        aria-describedby={hasNoRoom ? limitId : undefined}
        onClick={() => {
          if (!hasNoRoom) return onCreate(isFull(good) ? "bad" : "good");
          setOpened(true);
          setOpen(true);
        }}
      >
        {isIconOnly ? null : t`New habit`}
      </Button>
      {hasNoRoom ? (
        <span id={limitId} className="sr-only">
          {t`There is no room for another habit.`}
        </span>
      ) : null}
      {wasOpened ? (
        <LimitPopover
          open={isOpen}
          onClose={() => setOpen(false)}
          anchor={anchor}
          plan={board.plan}
          room={board.room}
        />
      ) : null}
    </>
  );
}

const iconClass = "size-control shrink-0 p-0! disabled:opacity-100!";
