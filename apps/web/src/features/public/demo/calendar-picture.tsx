import { classes } from "@daymark/ui/classes";
import { Trans } from "@lingui/react/macro";
import Flame from "lucide-react/icons/flame";
import type { KeyboardEventHandler, ReactNode, Ref } from "react";
import { useFormat } from "../../../lib/language/format.ts";

interface CalendarPictureProps {
  ref?: Ref<HTMLDivElement>;
  role: "img" | "group";
  label: string;
  /** `YYYY-MM-DD`, ascending. */
  dates: readonly string[];
  today: string;
  onKeyDown?: KeyboardEventHandler;
  /** Shown below, after the explanation of the marks. */
  foot: ReactNode;
  /** One {@link HabitLine} per habit. */
  children: ReactNode;
}

/** The landing page's calendar, with the marks of the real one. In a wide window future days run off its edge. */
export function CalendarPicture({ ref, role, label, dates, today, onKeyDown, foot, children }: CalendarPictureProps) {
  const isPicture = role === "img";
  return (
    <div
      {...(isPicture && { role, "aria-label": label })}
      className="sample-calendar rounded-2xl border border-line bg-surface shadow-float"
    >
      <div aria-hidden={isPicture || undefined}>
        <DatesRow dates={dates} today={today} />
        {isPicture ? (
          children
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent.
          <div ref={ref} role="group" aria-label={label} onKeyDown={onKeyDown}>
            {children}
          </div>
        )}
        <p className="flex flex-wrap gap-x-5 gap-y-1 border-t border-line px-4 py-3 text-xs text-ink-muted sm:px-5">
          <span>
            <Trans>Good habits: fill the squares.</Trans>
          </span>
          <span>
            <Trans>Bad habits: keep the circles clear.</Trans>
          </span>
          <span className="font-[560] text-ink">{foot}</span>
        </p>
      </div>
    </div>
  );
}

/** Each day has its date in its name, so screen readers skip the header. */
function DatesRow({ dates, today }: { dates: readonly string[]; today: string }) {
  const format = useFormat();
  return (
    // The script of the rendered page finds the dates by this attribute, and by their places (shown-day.ts).
    <div aria-hidden="true" data-shown-day={today} className={`${rowClass} items-end pt-4 pb-2`}>
      <p className="text-sm font-[560] first-letter:uppercase">{format.month(today.slice(0, 7))}</p>
      <div className={daysClass}>
        {dates.map((day, index) => (
          <span
            key={day}
            className={classes(
              "grid w-9 shrink-0 justify-items-center rounded-lg py-1 text-[0.6875rem] leading-tight",
              visibility(index),
              day === today ? "bg-accent text-accent-ink" : "text-ink-muted",
            )}
          >
            <span>{format.day(day, { weekday: "short" })}</span>
            <span className="text-[0.8125rem] font-[620]">{Number(day.slice(8))}</span>
          </span>
        ))}
      </div>
    </div>
  );
}

interface HabitLineProps {
  /** True if its days are buttons, which then form a group. */
  isGroup?: boolean;
  title: string;
  goal: string;
  hue: number;
  streak: number;
  isFirstBad: boolean;
  /** Its days, in an element with {@link daysClass}. */
  children: ReactNode;
}

export function HabitLine({ isGroup, title, goal, hue, streak, isFirstBad, children }: HabitLineProps) {
  return (
    <div
      {...(isGroup && { role: "group", "aria-label": title })}
      style={{ "--h": hue }}
      className={classes(
        rowClass,
        "items-center border-t py-2.5 sm:py-2",
        isFirstBad ? "border-line-strong/70" : "border-line",
      )}
    >
      <div className="flex min-w-0 items-center gap-2.5">
        <span className="h-8 w-1 shrink-0 rounded-full bg-habit max-sm:h-4" />
        <div className="min-w-0 flex-1 leading-tight">
          <p className="truncate text-sm font-[560]">{title}</p>
          <p className="mt-0.5 truncate text-xs text-ink-muted max-sm:hidden">{goal}</p>
        </div>
        <p className="flex shrink-0 items-center gap-0.5 text-xs font-[600] text-habit-text">
          <Flame aria-hidden="true" className="size-3.5" />
          {streak}
        </p>
      </div>
      {children}
    </div>
  );
}

const rowClass =
  "grid gap-x-3 gap-y-2 px-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:px-5 xl:grid-cols-[11rem_auto] xl:justify-start";
export const daysClass = "flex gap-1 max-sm:justify-between";

/** The index of today among the shown days. */
const todayIndex = 10;

/** A phone shows the last six days, a tablet ten; only wide windows show future days. */
export function visibility(index: number): string {
  if (index > todayIndex) return "max-xl:hidden";
  if (index <= todayIndex - 10) return "hidden";
  return index <= todayIndex - 6 ? "max-sm:hidden" : "";
}
