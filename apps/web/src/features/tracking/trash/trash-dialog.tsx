import type { TrashedHabit } from "@daymark/domain/tracking/habit";
import { trashDays, trashHabitsMax } from "@daymark/domain/tracking/trash";
import { Button } from "@daymark/ui/button";
import { Dialog } from "@daymark/ui/dialog";
import { EmptyState } from "@daymark/ui/empty-state";
import { Skeleton } from "@daymark/ui/skeleton";
import { Trans, useLingui } from "@lingui/react/macro";
import CloudOff from "lucide-react/icons/cloud-off";
import Trash from "lucide-react/icons/trash";
import { useRef, useState } from "react";
import { useFocusAfterRemoval } from "../../../lib/form/use-focus-after-removal.ts";
import { FailedState } from "../offline/failed-state.tsx";
import { DeleteForGoodDialog } from "./delete-for-good-dialog.tsx";
import { TrashLine } from "./trash-line.tsx";
import { useTrash } from "./use-trash.ts";

interface TrashDialogProps {
  open: boolean;
  onClose: () => void;
}

const noHabits: readonly TrashedHabit[] = [];

/** The deleted habits, with the day of their permanent deletion. */
export default function TrashDialog({ open, onClose }: TrashDialogProps) {
  const { t } = useLingui();
  const { list, habits = noHabits, restore, deleteForGood, empty } = useTrash({ isOpen: open });
  const [asked, setAsked] = useState<TrashedHabit | "all" | null>(null);
  const lines = useRef<HTMLUListElement>(null);
  const { onRemoval, nextFocus } = useFocusAfterRemoval(lines, habits);
  const ask = (what: TrashedHabit | "all", index: number) => {
    onRemoval(index);
    setAsked(what);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t`Trash`}
      description={t`Deleted habits stay here for ${trashDays} days (${trashHabitsMax} habits at most) and leave room for new ones.`}
      closeLabel={t`Close`}
      actions={
        <>
          <Button kind="quiet" disabled={habits.length === 0} onClick={() => ask("all", 0)}>
            {t`Empty the trash`}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t`Done`}
          </Button>
        </>
      }
    >
      <div aria-busy={list.isPending}>
        {habits.length > 0 ? (
          <ul ref={lines} className="flex flex-col">
            {habits.map((habit, index) => (
              <TrashLine
                key={habit.id}
                habit={habit}
                onRestore={() => {
                  onRemoval(index);
                  return restore(habit);
                }}
                onDelete={() => ask(habit, index)}
              />
            ))}
          </ul>
        ) : list.isPending ? (
          <Skeleton className="h-28 w-full" />
        ) : list.error ? (
          <FailedState
            icon={<CloudOff aria-hidden="true" />}
            title={t`The trash could not be loaded`}
            text={t`Check your connection and try again.`}
            className="py-8"
            onRetry={() => list.refetch()}
          />
        ) : (
          <EmptyState
            icon={<Trash aria-hidden="true" />}
            title={t`The trash is empty`}
            text={<Trans>Deleted habits come here first.</Trans>}
            className="py-8"
          />
        )}
      </div>
      <DeleteForGoodDialog
        what={asked}
        count={habits.length}
        onClose={() => setAsked(null)}
        nextFocus={nextFocus}
        onConfirm={(what) => (what === "all" ? empty() : deleteForGood(what))}
      />
    </Dialog>
  );
}
