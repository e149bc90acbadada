import { Popover as BasePopover } from "@base-ui/react/popover";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import { classes } from "./classes.ts";

export const popupSurface =
  "rounded-xl border border-line bg-raised text-ink shadow-float outline-none forced-colors:border-2";

/** The surface of everything that floats beside its trigger. */
export const popupClass = `popup-motion ${popupSurface}`;

/** In pixels; the bar on top of the page, where messages appear, stays free. */
const collisionPadding = { top: 68, right: 12, bottom: 12, left: 12 };

/** None but the window: a popover is a child of the body. To look for others costs a tenth of its opening. */
const collisionBoundary: Element[] = [];

interface PopoverProps {
  /** Names the popover for screen readers. */
  label: string;
  /** The element that opens it; without one, pass `anchor`. */
  trigger?: ReactElement;
  anchor?: ComponentProps<typeof BasePopover.Positioner>["anchor"];
  open?: boolean;
  /** `reason` is Base UI's: "escape-key", "outside-press", "focus-out", … */
  onOpenChange?: (open: boolean, reason: string) => void;
  side?: "top" | "bottom" | "left" | "right";
  align?: "start" | "center" | "end";
  /** The element that gets the focus on opening: by default the first control. */
  initialFocus?: ComponentProps<typeof BasePopover.Popup>["initialFocus"];
  finalFocus?: ComponentProps<typeof BasePopover.Popup>["finalFocus"];
  className?: string;
  children: ReactNode;
}

export function Popover({
  label,
  trigger,
  anchor,
  open,
  onOpenChange,
  side,
  align,
  className,
  children,
  ...focus
}: PopoverProps) {
  return (
    <BasePopover.Root open={open} onOpenChange={onOpenChange && ((next, { reason }) => onOpenChange(next, reason))}>
      {trigger ? <BasePopover.Trigger render={trigger} /> : null}
      <BasePopover.Portal>
        <BasePopover.Positioner
          anchor={anchor}
          side={side ?? "bottom"}
          align={align ?? "center"}
          sideOffset={8}
          collisionBoundary={collisionBoundary}
          collisionPadding={collisionPadding}
          className="z-50"
        >
          <BasePopover.Popup {...focus} aria-label={label} className={classes(popupClass, "p-4", className)}>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
