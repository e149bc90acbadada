import { Dialog } from "@daymark/ui/dialog";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { HabitTitle } from "../../habit/habit-title.tsx";
import { HabitStatistics, type StatisticsProps, useStatisticsHabit } from "./habit-statistics.tsx";

interface StatisticsDialogProps extends StatisticsProps {
  /** The habit; null while the dialog is closed. */
  habitId: number | null;
}

/** The statistics of a habit over the dashboard. */
export function StatisticsDialog({ habitId, view, onClose, ...content }: StatisticsDialogProps) {
  const { t } = useLingui();
  const isOpen = habitId !== null;
  // The content stays during the exit animation.
  const [shown, setShown] = useState({ id: habitId, view });
  if (isOpen && (habitId !== shown.id || view !== shown.view)) setShown({ id: habitId, view });
  const found = useStatisticsHabit(shown.id);
  const { habit } = found;
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={habit ? <HabitTitle habit={habit} /> : t`Statistics`}
      description={habit ? habit.description || t`Statistics` : undefined}
      closeLabel={t`Close`}
      width="wide"
    >
      <HabitStatistics {...content} found={found} view={shown.view} />
    </Dialog>
  );
}
