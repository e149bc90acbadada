import { IconButton } from "@daymark/ui/icon-button";
import { useLingui } from "@lingui/react/macro";
import X from "lucide-react/icons/x";
import { useId, useRef } from "react";
import { HabitTitle } from "../../habit/habit-title.tsx";
import { HabitStatistics, type StatisticsProps, useStatisticsHabit } from "./habit-statistics.tsx";
import { usePanelFocus } from "./use-panel-focus.ts";

interface StatisticsPanelProps extends StatisticsProps {
  habitId: number;
  /** The user has moved to another habit of the calendar. */
  onFollow: (habitId: number) => void;
}

/** The statistics of a habit beside the calendar: those of the habit that has the focus there. */
export function StatisticsPanel({ habitId, onFollow, onClose, ...content }: StatisticsPanelProps) {
  const { t } = useLingui();
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const found = useStatisticsHabit(habitId);
  const { habit } = found;
  usePanelFocus(panel, onFollow);
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="sticky top-[calc(var(--navbar)+1rem)] flex max-h-[calc(100dvh-var(--navbar)-2rem)] flex-col rounded-card border border-line bg-surface outline-none"
      onKeyDown={(event) => {
        // Not the Escape of a popup, whose events come through React's tree.
        if (event.key !== "Escape" || event.defaultPrevented || !panel.current?.contains(event.target as Node)) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className="flex items-start justify-between gap-4 px-6 pt-5 pb-3">
        <div className="min-w-0">
          <h2 id={titleId} className="text-xl leading-tight">
            {habit ? <HabitTitle habit={habit} /> : t`Statistics`}
          </h2>
          {habit ? <p className="mt-1 text-sm text-ink-muted">{habit.description || t`Statistics`}</p> : null}
        </div>
        <IconButton label={t`Close`} size="small" onClick={onClose} className="-mt-1 -mr-2">
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <div className="min-h-0 overflow-y-auto overscroll-contain px-6 pt-2 pb-5">
        <HabitStatistics {...content} found={found} />
      </div>
    </aside>
  );
}
