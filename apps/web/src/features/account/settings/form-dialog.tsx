import { Button } from "@daymark/ui/button";
import { Dialog } from "@daymark/ui/dialog";
import { useLingui } from "@lingui/react/macro";
import { type FormEvent, type ReactNode, useId } from "react";
import { firstFocus } from "../../../lib/form/first-focus.ts";

interface FormDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  submitLabel: string;
  submitKind?: "primary" | "danger";
  isBusy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  children: ReactNode;
}

/** A dialog with one form: the first field gets the focus, and typed text stays until it is closed. */
export function FormDialog(props: FormDialogProps) {
  const { open, onClose, title, description, submitLabel, submitKind = "primary", isBusy, onSubmit, children } = props;
  const { t } = useLingui();
  const formId = useId();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={title}
      description={description}
      closeLabel={t`Close`}
      initialFocus={() => firstFocus(formId)}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button kind={submitKind} type="submit" form={formId} isBusy={isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          // React bubbles the event of a nested dialog to this form, although it is elsewhere in the document.
          event.stopPropagation();
          event.preventDefault();
          if (!isBusy) onSubmit(event);
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
