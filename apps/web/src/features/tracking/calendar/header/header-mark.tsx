import type { Remaining } from "@daymark/domain/rules/end";
import type { Habit } from "@daymark/domain/tracking/habit";
import { classes } from "@daymark/ui/classes";
import { useLingui } from "@lingui/react/macro";
import { wordProgress } from "../../habit/form/period-words.ts";
import type { PeriodProgress } from "../../habit/period-progress.ts";
import { compact, remainingMark, remainingWords } from "../../remaining/remaining-words.ts";

/** The most times in a period that are shown as dots. */
const dotsMax = 7;

interface HeaderMarkProps {
  habit: Habit;
  progress: PeriodProgress | undefined;
  /** Until the end of the habit. The progress of a period comes first, and leaves no space for it. */
  remaining: Remaining | null;
  isRow: boolean;
}

/**
 * The progress of a period, or what is left until the end of the habit, where there is no space for the text: one dot for
 * each time, filled when done, or numbers.
 */
export function HeaderMark({ habit, progress, remaining, isRow }: HeaderMarkProps) {
  const { i18n } = useLingui();
  const words = [
    progress && wordProgress(i18n, habit, progress),
    remaining && remainingWords(i18n, habit, remaining),
  ].filter(Boolean);
  return (
    <span
      className={classes("inline-flex shrink-0 flex-wrap gap-0.5", isRow ? "md:hidden" : "max-w-full justify-center")}
    >
      {progress?.of === "days" && progress.goal <= dotsMax ? (
        Array.from({ length: progress.goal }, (_, index) => (
          <span
            key={index}
            aria-hidden="true"
            className={classes(
              "size-1.5 rounded-full border border-habit-line forced-colors:border-[CanvasText]",
              index < progress.done && "bg-habit forced-colors:bg-[CanvasText] forced-colors:forced-color-adjust-none",
            )}
          />
        ))
      ) : (
        <span aria-hidden="true" className="text-[0.6875rem] font-normal text-ink-muted">
          {progress
            ? `${i18n.number(progress.done, compact)}/${i18n.number(progress.goal, compact)}`
            : remaining && remainingMark(i18n, habit, remaining)}
        </span>
      )}
      <span className="sr-only">{words.join(", ")}</span>
    </span>
  );
}
