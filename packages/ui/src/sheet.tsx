import { Drawer } from "@base-ui/react/drawer";
import type { ComponentProps, ReactNode } from "react";
import { backdropClass } from "./dialog.tsx";

interface SheetProps {
  open: boolean;
  /** `reason` is Base UI's: "escape-key", "outside-press", "swipe", … */
  onOpenChange: (open: boolean, reason: string) => void;
  title: ReactNode;
  /** Hides the title visually if the content repeats it; screen readers still read it. */
  isTitleHidden?: boolean;
  initialFocus?: ComponentProps<typeof Drawer.Popup>["initialFocus"];
  finalFocus?: ComponentProps<typeof Drawer.Popup>["finalFocus"];
  children: ReactNode;
}

/** A panel that rises from the bottom edge and can be swiped away: for phones, where a popover does not fit. */
export function Sheet({ open, onOpenChange, title, isTitleHidden = false, children, ...focus }: SheetProps) {
  return (
    <Drawer.Root open={open} onOpenChange={(next, { reason }) => onOpenChange(next, reason)} swipeDirection="down">
      <Drawer.Portal>
        <Drawer.Backdrop className={backdropClass} />
        <Drawer.Viewport className="fixed inset-0 z-50 flex items-end">
          <Drawer.Popup
            {...focus}
            className={
              "max-h-[min(85dvh,100dvh-var(--navbar))] w-full overflow-y-auto overscroll-contain rounded-t-2xl border-t border-line bg-surface px-5 pt-2 " +
              "pb-[max(1.5rem,env(safe-area-inset-bottom))] text-ink shadow-float outline-none transition-transform " +
              "duration-250 ease-(--ease-out) translate-y-(--drawer-swipe-movement-y) data-[swiping]:select-none " +
              "data-[swiping]:duration-0 data-[ending-style]:translate-y-full data-[starting-style]:translate-y-full"
            }
          >
            <div aria-hidden="true" className="mx-auto mb-3 h-1 w-10 rounded-full bg-line-strong/60" />
            <Drawer.Title className={isTitleHidden ? "sr-only" : "mb-4 text-lg"}>{title}</Drawer.Title>
            <Drawer.Content>{children}</Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
