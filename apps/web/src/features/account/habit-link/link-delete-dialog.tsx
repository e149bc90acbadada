import type { HabitLink } from "@daymark/domain/tracking/habit-link";
import { AlertDialog } from "@daymark/ui/alert-dialog";
import { useLingui } from "@lingui/react/macro";
import { type RefObject, useRef, useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";

interface LinkDeleteDialogProps {
  link: HabitLink | null;
  /** The element that gets the focus once the row and the button that opened this dialog are removed. */
  afterwards: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export default function LinkDeleteDialog({ link, afterwards, onClose }: LinkDeleteDialogProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const [shown, setShown] = useState(link);
  if (link && link !== shown) setShown(link);
  const gone = useRef<HabitLink>(null);
  const revoke = trpc.habitLink.delete.useMutation({
    onSuccess: ({ detail }) => {
      gone.current = shown;
      onClose();
      void report.success(detail);
      void utils.habitLink.list.invalidate();
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
      title={t`Revoke this link?`}
      description={
        shown.purpose === "streak" || shown.purpose === "year"
          ? t`Pages that show this picture will no longer show it. This cannot be undone.`
          : t`Tags, shortcuts and scripts that use it will stop recording. This cannot be undone.`
      }
      cancelLabel={t`Keep it`}
      confirmLabel={t`Revoke`}
      isBusy={revoke.isPending}
      onConfirm={() => revoke.mutate({ id: shown.id })}
      finalFocus={() => (gone.current === shown ? afterwards.current : true)}
    />
  );
}
