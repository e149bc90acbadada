import type { StatisticsProps } from "./habit-statistics.tsx";
import { StatisticsDialog } from "./statistics-dialog.tsx";
import { StatisticsPanel } from "./statistics-panel.tsx";

interface StatisticsFrameProps extends StatisticsProps {
  /** The habit; null while the dialog is closed. */
  habitId: number | null;
  /** Beside the calendar, not over it. */
  isBeside: boolean;
  onFollow: (habitId: number) => void;
}

/** The statistics of a habit as a dialog or as a panel: one lazy component, because nearly all of their code is the same. */
export default function StatisticsFrame({ isBeside, habitId, onFollow, ...content }: StatisticsFrameProps) {
  return isBeside && habitId !== null ? (
    <StatisticsPanel {...content} habitId={habitId} onFollow={onFollow} />
  ) : (
    <StatisticsDialog {...content} habitId={habitId} />
  );
}
