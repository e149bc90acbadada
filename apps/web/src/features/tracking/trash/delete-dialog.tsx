import type { Habit } from "@daymark/domain/tracking/habit";
import { trashDays } from "@daymark/domain/tracking/trash";
import { AlertDialog } from "@daymark/ui/alert-dialog";
import { Button } from "@daymark/ui/button";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { trpc } from "../../../lib/network/trpc.ts";

interface DeleteDialogProps {
  habit: Habit | null;
  onClose: () => void;
  onDelete: (habit: Habit) => void;
  onArchive: (habit: Habit) => void;
}

/** Asks before a habit is deleted, says how many days go with it, and offers to archive it instead. */
export default function DeleteDialog({ habit, onClose, onDelete, onArchive }: DeleteDialogProps) {
  const { t } = useLingui();
  const [shown, setShown] = useState(habit);
  if (habit && habit !== shown) setShown(habit);
  const statistics = trpc.habit.statistics.useQuery({ id: shown?.id ?? 0 }, { enabled: habit !== null });
  if (!shown) return null;
  const recorded = statistics.data?.recorded_days;
  return (
    <AlertDialog
      open={habit !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t`Delete “${{ title: shown.title }}”?`}
      description={
        recorded === undefined ? (
          <Trans>
            All of its recorded days go with it. You can restore it from the trash for {{ days: trashDays }} days.
          </Trans>
        ) : recorded === 0 ? (
          <Trans>It has no recorded days yet. You can restore it from the trash for {{ days: trashDays }} days.</Trans>
        ) : (
          <Plural
            value={recorded}
            one={`# recorded day goes with it. You can restore it from the trash for ${trashDays} days.`}
            other={`# recorded days go with it. You can restore it from the trash for ${trashDays} days.`}
          />
        )
      }
      cancelLabel={t`Keep it`}
      confirmLabel={t`Delete`}
      onConfirm={() => {
        onClose();
        onDelete(shown);
      }}
      {...(!shown.archived && {
        alternative: (
          <Button
            onClick={() => {
              onClose();
              onArchive(shown);
            }}
          >
            {t`Archive instead`}
          </Button>
        ),
      })}
    >
      {shown.archived ? null : (
        <p className="mt-2 text-ink-muted">
          <Trans>An archived habit keeps its days and can be shown at any time.</Trans>
        </p>
      )}
    </AlertDialog>
  );
}
