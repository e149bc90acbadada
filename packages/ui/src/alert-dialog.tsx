import { AlertDialog as BaseAlertDialog } from "@base-ui/react/alert-dialog";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import { backdropClass, dialogClass, dialogViewportClass } from "./dialog.tsx";

interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  cancelLabel: string;
  confirmLabel: string;
  kind?: "primary" | "danger";
  isBusy?: boolean;
  /** A button for another way to what the user wants, between the two others. */
  alternative?: ReactNode;
  /** The dialog stays open until the caller closes it, so that it can show a failure. */
  onConfirm: () => void;
  /** The element that gets the focus afterwards, if the one that opened the dialog is removed by then. */
  finalFocus?: ComponentProps<typeof BaseAlertDialog.Popup>["finalFocus"];
  children?: ReactNode;
}

/** Asks before an action that cannot be undone. A click outside does nothing; Escape cancels. */
export function AlertDialog(props: AlertDialogProps) {
  const {
    open,
    onOpenChange,
    title,
    description,
    cancelLabel,
    confirmLabel,
    kind = "danger",
    isBusy,
    onConfirm,
  } = props;
  return (
    <BaseAlertDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <BaseAlertDialog.Portal>
        <BaseAlertDialog.Backdrop className={backdropClass} />
        <BaseAlertDialog.Viewport className={dialogViewportClass}>
          <BaseAlertDialog.Popup
            {...(props.finalFocus !== undefined && { finalFocus: props.finalFocus })}
            className={classes(
              dialogClass,
              "p-5 pb-[max(1.5rem,env(safe-area-inset-bottom))] sm:p-6",
              props.alternative ? "sm:max-w-lg" : "sm:max-w-md",
            )}
          >
            <BaseAlertDialog.Title className="text-xl leading-tight">{title}</BaseAlertDialog.Title>
            <BaseAlertDialog.Description className="mt-2 text-ink-muted">{description}</BaseAlertDialog.Description>
            {props.children}
            <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
              <BaseAlertDialog.Close render={<Button kind="secondary">{cancelLabel}</Button>} />
              {props.alternative}
              <Button kind={kind} isBusy={isBusy ?? false} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </BaseAlertDialog.Popup>
        </BaseAlertDialog.Viewport>
      </BaseAlertDialog.Portal>
    </BaseAlertDialog.Root>
  );
}
