import { classes } from "@daymark/ui/classes";
import { DayMark } from "@daymark/ui/day-mark";
import { Trans, useLingui } from "@lingui/react/macro";
import { Flame } from "lucide-react";
import { useFormat } from "../../lib/format.ts";
import { type SampleDay, type SampleHabit, sampleDates, sampleToday, useSampleHabits } from "./sample-habits.ts";

/**
 * A picture of the calendar, drawn with the marks of the real one. It is an image: one name, no controls. On a wide
 * window the days to come run off its edge.
 */
export function SampleCalendar() {
  const { t } = useLingui();
  const habits = useSampleHabits();
  return (
    <div
      role="img"
      aria-label={t`A calendar: three good habits and two bad ones, with their days marked and their streaks.`}
      className="sample-calendar rounded-2xl border border-line bg-surface shadow-float"
    >
      <div aria-hidden="true">
        <DatesRow />
        {habits.map((habit, row) => (
          <HabitRow key={habit.title} habit={habit} isFirstBad={row === 3} />
        ))}
        <p className="flex flex-wrap gap-x-5 gap-y-1 border-t border-line px-4 py-3 text-xs text-ink-muted sm:px-5">
          <span>
            <Trans>Squares fill up: good habits.</Trans>
          </span>
          <span>
            <Trans>Circles stay clear: bad habits.</Trans>
          </span>
        </p>
      </div>
    </div>
  );
}

function DatesRow() {
  const format = useFormat();
  return (
    <div className={`${rowClass} items-end pt-4 pb-2`}>
      <p className="text-sm font-[560] first-letter:uppercase">{format.month(sampleToday.slice(0, 7))}</p>
      <div className={daysClass}>
        {sampleDates.map((day, index) => (
          <span
            key={day}
            className={classes(
              "grid w-9 shrink-0 justify-items-center rounded-lg py-1 text-[0.6875rem] leading-tight",
              visibility(index),
              day === sampleToday ? "bg-accent text-accent-ink" : "text-ink-muted",
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

function HabitRow({ habit, isFirstBad }: { habit: SampleHabit; isFirstBad: boolean }) {
  return (
    <div
      style={{ "--h": habit.hue }}
      className={classes(
        rowClass,
        "items-center border-t py-2.5 sm:py-2",
        isFirstBad ? "border-line-strong/70" : "border-line",
      )}
    >
      <div className="flex min-w-0 items-center gap-2.5">
        <span className="h-8 w-1 shrink-0 rounded-full bg-habit max-sm:h-4" />
        <div className="min-w-0 flex-1 leading-tight">
          <p className="truncate text-sm font-[560]">{habit.title}</p>
          <p className="mt-0.5 truncate text-xs text-ink-muted max-sm:hidden">{habit.goal}</p>
        </div>
        <p className="flex shrink-0 items-center gap-0.5 text-xs font-[600] text-habit-text">
          <Flame className="size-3.5" />
          {habit.streak}
        </p>
      </div>
      <div className={daysClass}>
        {sampleDates.map((day, index) => (
          <Mark key={day} sample={habit.days[index] ?? "upcoming"} className={visibility(index)} />
        ))}
      </div>
    </div>
  );
}

function Mark({ sample, className }: { sample: SampleDay; className: string }) {
  const [result, value, share] = typeof sample === "string" ? [sample] : sample;
  return (
    <DayMark
      result={result}
      value={value}
      {...(share !== undefined && { share })}
      className={classes("shrink-0", className)}
    />
  );
}

const rowClass =
  "grid gap-x-3 gap-y-2 px-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:px-5 xl:grid-cols-[11rem_auto] xl:justify-start";
const daysClass = "flex gap-1 max-sm:justify-between";

/** A phone has room for the last six days, a tablet for ten; the days to come are for wide windows. */
function visibility(index: number): string {
  const today = sampleDates.indexOf(sampleToday);
  if (index > today) return "max-xl:hidden";
  if (index <= today - 10) return "hidden";
  return index <= today - 6 ? "max-sm:hidden" : "";
}
