import type { CalendarLink } from "@daymark/domain/calendar/calendar-link";
import { AlertDialog } from "@daymark/ui/alert-dialog";
import { useLingui } from "@lingui/react/macro";
import { type RefObject, useRef, useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";

interface CalendarDeleteDialogProps {
  link: CalendarLink | null;
  /** The element that gets the focus once the row and the button that opened this dialog are removed. */
  afterwards: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export default function CalendarDeleteDialog({ link, afterwards, onClose }: CalendarDeleteDialogProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const [shown, setShown] = useState(link);
  if (link && link !== shown) setShown(link);
  const gone = useRef<CalendarLink>(null);
  const revoke = trpc.calendarLink.delete.useMutation({
    onSuccess: ({ detail }) => {
      gone.current = shown;
      onClose();
      void report.success(detail);
      void utils.calendarLink.list.invalidate();
      void utils.securityEvent.invalidate();
    },
    onError: (error) => void report.failure(error),
  });
  if (!shown) return null;
  return (
    <AlertDialog
      open={link !== null}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t`Revoke this calendar address?`}
      description={t`Calendar apps that use it will no longer be able to read your days. This cannot be undone.`}
      cancelLabel={t`Keep it`}
      confirmLabel={t`Revoke`}
      isBusy={revoke.isPending}
      onConfirm={() => revoke.mutate({ id: shown.id })}
      finalFocus={() => (gone.current === shown ? afterwards.current : true)}
    />
  );
}
