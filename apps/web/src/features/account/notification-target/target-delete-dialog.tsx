import type { NotificationTarget } from "@daymark/domain/notification/target";
import { AlertDialog } from "@daymark/ui/alert-dialog";
import { useLingui } from "@lingui/react/macro";
import { type RefObject, useRef, useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";

interface TargetDeleteDialogProps {
  target: NotificationTarget | null;
  /** The element that gets the focus once the row and the button that opened this dialog are removed. */
  afterwards: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export default function TargetDeleteDialog({ target, afterwards, onClose }: TargetDeleteDialogProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const [shown, setShown] = useState(target);
  if (target && target !== shown) setShown(target);
  const gone = useRef<NotificationTarget>(null);
  const remove = trpc.notificationTarget.delete.useMutation({
    onSuccess: ({ detail }) => {
      gone.current = shown;
      onClose();
      void report.success(detail);
      void utils.notificationTarget.invalidate();
      void utils.reminder.invalidate();
      void utils.securityEvent.invalidate();
    },
    onError: (error) => void report.failure(error),
  });
  if (!shown) return null;
  return (
    <AlertDialog
      open={target !== null}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t`Delete this target?`}
      description={t`No more reminders go to it. A reminder that has no other channel then comes as a notification in the browser.`}
      cancelLabel={t`Keep it`}
      confirmLabel={t`Delete`}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ id: shown.id })}
      finalFocus={() => (gone.current === shown ? afterwards.current : true)}
    />
  );
}
