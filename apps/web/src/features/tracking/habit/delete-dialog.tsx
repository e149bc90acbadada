import type { Habit } from "@daymark/domain/tracking/habit";
import { AlertDialog } from "@daymark/ui/alert-dialog";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { trpc } from "../../../lib/network/trpc.ts";

interface DeleteDialogProps {
  habit: Habit | null;
  onClose: () => void;
  onDelete: (habit: Habit) => void;
}

/** Asks before a habit is deleted, and shows how many days are deleted with it. */
export default function DeleteDialog({ habit, onClose, onDelete }: DeleteDialogProps) {
  const { t } = useLingui();
  const [shown, setShown] = useState(habit);
  if (habit && habit !== shown) setShown(habit);
  const statistics = trpc.habit.statistics.useQuery({ id: shown?.id ?? 0 }, { enabled: habit !== null });
  if (!shown) return null;
  const days = statistics.data?.recorded_days;
  return (
    <AlertDialog
      open={habit !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t`Delete “${{ title: shown.title }}”?`}
      description={
        days === undefined ? (
          <Trans>All of its recorded days go with it. An archived habit keeps them.</Trans>
        ) : days === 0 ? (
          <Trans>Nothing was recorded for it yet.</Trans>
        ) : (
          <Plural
            value={days}
            one="# recorded day goes with it. An archived habit keeps its days."
            other="# recorded days go with it. An archived habit keeps its days."
          />
        )
      }
      cancelLabel={t`Keep it`}
      confirmLabel={t`Delete`}
      onConfirm={() => {
        onClose();
        onDelete(shown);
      }}
    />
  );
}
