import type { StreakUnit } from "@daymark/domain/base/period";
import type { Statistics } from "@daymark/domain/rules/statistics";
import { classes } from "@daymark/ui/classes";
import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import Flame from "lucide-react/icons/flame";
import type { ReactNode } from "react";
import { useFormat } from "../../../../lib/language/format.ts";
import { useWide } from "./use-wide.ts";

const currentStreaks: Record<StreakUnit, (count: number) => MessageDescriptor> = {
  days: (count) => msg`${plural(count, { one: "current streak # day", other: "current streak # days" })}`,
  weeks: (count) => msg`${plural(count, { one: "current streak # week", other: "current streak # weeks" })}`,
  months: (count) => msg`${plural(count, { one: "current streak # month", other: "current streak # months" })}`,
  quarters: (count) => msg`${plural(count, { one: "current streak # quarter", other: "current streak # quarters" })}`,
};

/** Of a button in the header of a habit. */
export const headerButtonClass =
  "rounded-lg outline-none transition-colors hover:bg-raised " +
  "focus-visible:ring-2 focus-visible:ring-accent-text focus-visible:ring-inset";

interface StreakButtonProps {
  statistics: Statistics;
  isTabStop?: boolean;
  /** Classes of the button, and of the lines in it. */
  className: string;
  linesClassName: string;
  /** Without it, the element around the button listens. */
  onPress?: () => void;
  /** Shown under the streak. */
  children?: ReactNode;
}

/** True if there is a streak to explain: one that lasts, or one that broke. */
export function hasStreak(statistics: Statistics | undefined): statistics is Statistics {
  return statistics !== undefined && statistics.longest_streak > 0;
}

/** The length of the streak, and how many of its days are assumed. It opens the explanation of the streak. */
export function StreakButton(props: StreakButtonProps) {
  const { statistics, isTabStop = true, className, linesClassName, onPress, children } = props;
  const { i18n, t } = useLingui();
  const format = useFormat();
  // There the explanation is a panel beside the calendar.
  const isWide = useWide();
  const { current_streak: count, streak_unit: unit, assumed_days: assumed } = statistics;
  const name = [
    i18n._(currentStreaks[unit](count)),
    assumed > 0 &&
      (unit === "days"
        ? t`${plural(assumed, { one: "# of them assumed", other: "# of them assumed" })}`
        : t`${plural(assumed, { one: "# day assumed", other: "# days assumed" })}`),
    t`why?`,
  ]
    .filter(Boolean)
    .join(", ");
  return (
    <button
      type="button"
      tabIndex={isTabStop ? 0 : -1}
      aria-haspopup={isWide ? undefined : "dialog"}
      data-habit-streak={statistics.habit_id}
      title={name}
      onClick={onPress}
      className={classes(headerButtonClass, "min-w-6 shrink-0 leading-tight pointer-coarse:min-w-11", className)}
    >
      <span className="sr-only">{name}</span>
      <span aria-hidden="true" className={classes("flex flex-col", linesClassName)}>
        <span
          className={classes(
            "inline-flex items-center gap-0.5 text-xs font-[600]",
            count > 0 ? "text-habit-text" : "text-ink-muted",
          )}
        >
          <Flame aria-hidden="true" className="size-3.5" />
          {format.number(count)}
        </span>
        {assumed > 0 ? (
          <span className="text-[0.6875rem] font-normal text-ink-muted">{`${format.number(assumed)}?`}</span>
        ) : null}
      </span>
      {children}
    </button>
  );
}
