import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import X from "lucide-react/icons/x";
import { type ComponentProps, type ReactElement, type ReactNode, useRef } from "react";
import { classes } from "./classes.ts";
import { iconButtonClass } from "./icon-button.tsx";

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  closeLabel: string;
  trigger?: ReactElement;
  /** Buttons at the foot, which stays visible while the body scrolls. */
  actions?: ReactNode;
  width?: "narrow" | "medium" | "wide";
  initialFocus?: ComponentProps<typeof BaseDialog.Popup>["initialFocus"];
  finalFocus?: ComponentProps<typeof BaseDialog.Popup>["finalFocus"];
  onKeyDown?: ComponentProps<typeof BaseDialog.Popup>["onKeyDown"];
  children: ReactNode;
}

/** A modal dialog in the center; on a phone a sheet that rises from the bottom edge. On close the focus returns. */
export function Dialog(props: DialogProps) {
  const {
    open,
    onOpenChange,
    title,
    description,
    closeLabel,
    trigger,
    actions,
    width = "medium",
    children,
    ...popup
  } = props;
  // By default the dialog itself gets the focus: screen readers read its name, and no button looks selected.
  const dialog = useRef<HTMLDivElement>(null);
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      {trigger ? <BaseDialog.Trigger render={trigger} /> : null}
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropClass} />
        <BaseDialog.Viewport className={dialogViewportClass}>
          <BaseDialog.Popup
            ref={dialog}
            initialFocus={dialog}
            {...popup}
            className={classes(dialogClass, widths[width])}
          >
            <div className="flex items-start justify-between gap-4 px-5 pt-5 pb-3 sm:px-6">
              <div className="min-w-0">
                <BaseDialog.Title className="text-xl leading-tight">{title}</BaseDialog.Title>
                {description ? (
                  <BaseDialog.Description className="mt-1 text-sm text-ink-muted">{description}</BaseDialog.Description>
                ) : null}
              </div>
              <BaseDialog.Close
                aria-label={closeLabel}
                title={closeLabel}
                className={classes(iconButtonClass("small"), "-mt-1 -mr-2")}
              >
                <X aria-hidden="true" />
              </BaseDialog.Close>
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-2 pb-5 sm:px-6">{children}</div>
            {actions ? (
              <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-6 max-sm:*:grow">
                {actions}
              </div>
            ) : null}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

export const backdropClass =
  "fixed inset-0 z-50 bg-scrim transition-opacity duration-200 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0";

/** Leaves the room of the messages free: the height of the navbar. */
export const dialogViewportClass =
  "fixed inset-0 z-50 flex flex-col justify-end pt-(--navbar) sm:items-center sm:justify-center sm:px-6 sm:pb-4";

/** A card from 30 rem of width on, below that a sheet. It is at most as high as its viewport. */
export const dialogClass =
  "flex min-h-0 w-full min-w-0 flex-col rounded-t-2xl border border-line bg-surface text-ink shadow-float outline-none " +
  "transition-[transform,opacity] duration-220 ease-(--ease-out) data-[ending-style]:translate-y-full " +
  "data-[starting-style]:translate-y-full sm:rounded-2xl sm:data-[ending-style]:translate-y-2 " +
  "sm:data-[ending-style]:opacity-0 sm:data-[starting-style]:translate-y-2 sm:data-[starting-style]:opacity-0";

const widths = { narrow: "sm:max-w-sm", medium: "sm:max-w-lg", wide: "sm:max-w-[49rem]" } as const;
