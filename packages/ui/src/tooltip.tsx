import { Tooltip as BaseTooltip } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";

interface TooltipProps {
  /** A gloss for the eye; the trigger has its own accessible name. */
  text: ReactNode;
  side?: "top" | "bottom" | "left" | "right";
  children: ReactElement;
}

export function Tooltip({ text, side = "top", children }: TooltipProps) {
  return (
    <BaseTooltip.Provider delay={400}>
      <BaseTooltip.Root>
        <BaseTooltip.Trigger render={children} />
        <BaseTooltip.Portal>
          <BaseTooltip.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-60">
            <BaseTooltip.Popup className="popup-motion max-w-64 rounded-lg bg-ink px-2.5 py-1.5 text-xs text-ink-inverse shadow-float">
              {text}
            </BaseTooltip.Popup>
          </BaseTooltip.Positioner>
        </BaseTooltip.Portal>
      </BaseTooltip.Root>
    </BaseTooltip.Provider>
  );
}
