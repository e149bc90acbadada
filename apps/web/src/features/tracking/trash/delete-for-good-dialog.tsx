import type { TrashedHabit } from "@daymark/domain/tracking/habit";
import { AlertDialog } from "@daymark/ui/alert-dialog";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";

type What = TrashedHabit | "all";

interface DeleteForGoodDialogProps {
  /** A habit or the whole trash; null while nothing is asked. */
  what: What | null;
  /** How many habits the trash has. */
  count: number;
  /** The element that gets the focus after a deletion, because the pressed button is gone. */
  nextFocus: () => HTMLElement | null;
  onClose: () => void;
  /** Resolves to whether it succeeded. */
  onConfirm: (what: What) => Promise<boolean>;
}

/** Asks the user before the permanent deletion of habits. */
export function DeleteForGoodDialog({ what, count, nextFocus, onClose, onConfirm }: DeleteForGoodDialogProps) {
  const { t } = useLingui();
  const [shown, setShown] = useState(what);
  const [isBusy, setBusy] = useState(false);
  const isDeleted = useRef(false);
  if (what && what !== shown) setShown(what);
  if (!shown) return null;
  return (
    <AlertDialog
      open={what !== null}
      onOpenChange={(open) => {
        if (open) return;
        isDeleted.current = false;
        onClose();
      }}
      title={shown === "all" ? t`Empty the trash?` : t`Delete “${{ title: shown.title }}” for good?`}
      description={
        shown === "all" ? (
          <Plural
            value={count}
            one="# habit and all its days are deleted. This cannot be undone."
            other="# habits and all their days are deleted. This cannot be undone."
          />
        ) : (
          <Trans>The habit and all its days are deleted. This cannot be undone.</Trans>
        )
      }
      cancelLabel={t`Cancel`}
      confirmLabel={shown === "all" ? t`Empty the trash` : t`Delete for good`}
      finalFocus={() => (isDeleted.current ? nextFocus() : true)}
      isBusy={isBusy}
      onConfirm={async () => {
        setBusy(true);
        isDeleted.current = await onConfirm(shown);
        setBusy(false);
        if (isDeleted.current) onClose();
      }}
    />
  );
}
