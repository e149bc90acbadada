import { dayMax, dayMin } from "@daymark/domain/base/day";
import type { Habit } from "@daymark/domain/tracking/habit";
import { Button } from "@daymark/ui/button";
import { IconButton } from "@daymark/ui/icon-button";
import { Skeleton } from "@daymark/ui/skeleton";
import { useLingui } from "@lingui/react/macro";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { useMemo, useState } from "react";
import { useFormat } from "../../../../lib/language/format.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { useSetProgress } from "../../day-writes/use-set-progress.ts";
import { unitName } from "../../habit/form/unit-words.ts";
import { createRulesMemo, rulesOf, shownValue } from "../../habit/rules.ts";
import { wordsOfResult } from "../../progress/result-words.ts";
import { useStableEntries } from "../../progress/use-stable-entries.ts";
import { capitalize } from "../plot/capitalize.ts";
import { type DataTable, figure, words } from "../plot/data-table.ts";
import { DataTableView } from "../plot/data-table-view.tsx";
import { Picture } from "../plot/picture.tsx";
import { type MonthFigures, monthFigures, type YearDay, yearDays, yearRanges } from "./year.ts";
import { YearHeatMap } from "./year-heat-map.tsx";

interface YearPictureProps {
  habit: Habit;
  today: string;
  /** Opens a day in the calendar. */
  onDay: (day: string) => void;
}

/** A year of a habit day by day; as tables by months and by days, and as a file by days. */
export function YearPicture({ habit, today, onDay }: YearPictureProps) {
  const { t } = useLingui();
  const [year, setYear] = useState(() => Number(today.slice(0, 4)));
  const { days, error, refetch } = useYear(habit, year, today);
  const firstYear = Math.max(Number(dayMin.slice(0, 4)), Number(habit.first_day.slice(0, 4)));
  const lastYear = Math.min(Number(dayMax.slice(0, 4)), Number(today.slice(0, 4)));
  const dataTables = useYearDataTables(habit, days, year);
  return (
    <Picture
      title={t`Year`}
      owner={habit.title}
      dataTable={dataTables?.days}
      table={
        dataTables ? (
          <>
            <DataTableView dataTable={dataTables.months} />
            <DataTableView
              dataTable={{
                ...dataTables.days,
                caption: t`${{ title: habit.title }} in ${{ year: String(year) }}, day by day`,
              }}
            />
          </>
        ) : (
          <Skeleton className="h-36" />
        )
      }
      tools={
        <span className="inline-flex items-center">
          <IconButton
            size="small"
            label={t`Previous year`}
            disabled={year <= firstYear}
            onClick={() => setYear(year - 1)}
          >
            <ChevronLeft aria-hidden="true" />
          </IconButton>
          <span className="tabular-nums" aria-live="polite">
            {year}
          </span>
          <IconButton size="small" label={t`Next year`} disabled={year >= lastYear} onClick={() => setYear(year + 1)}>
            <ChevronRight aria-hidden="true" />
          </IconButton>
        </span>
      }
    >
      {days ? (
        <YearHeatMap habit={habit} days={days} year={year} today={today} onDay={onDay} />
      ) : error ? (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-ink-muted">
          {t`This year could not be loaded.`}
          <Button size="small" onClick={() => void refetch()}>
            {t`Try again`}
          </Button>
        </p>
      ) : (
        <div aria-busy="true">
          <Skeleton className="h-36" />
        </div>
      )}
    </Picture>
  );
}

function useYear(habit: Habit, year: number, today: string) {
  const [rulesMemo] = useState(createRulesMemo);
  const ranges = yearRanges(year, [rulesOf(habit)], today);
  const recorder = useSetProgress();
  const queries = trpc.useQueries((api) =>
    ranges
      .map((range) => ({ id: habit.id, ...range }))
      .map((input) => api.progress.listOfHabit(input, { structuralSharing: recorder.share(input) })),
  );
  const isKnown = queries.every(({ data }) => data !== undefined);
  const entries = useStableEntries(isKnown ? queries.flatMap(({ data }) => data?.results ?? []) : undefined);
  const days = useMemo(() => {
    const rules = entries && rulesMemo([habit], entries).get(habit.id);
    return rules && yearDays(rules, entries, year, today);
  }, [habit, entries, year, today, rulesMemo]);
  return {
    days,
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => Promise.all(queries.map((query) => query.refetch())),
  };
}

function useYearDataTables(habit: Habit, days: readonly YearDay[] | undefined, year: number) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  if (!days) return undefined;
  const isGood = habit.type === "good";
  const whole = (value: number) => format.number(value);
  const count = (name: keyof Omit<MonthFigures, "month">) => (month: MonthFigures) => figure(month[name], whole);
  const months: DataTable = {
    caption: t`${{ title: habit.title }} in ${{ year: String(year) }}`,
    columns: [
      { name: t`Month` },
      { name: isGood ? t`Goal achieved` : t`Limit not exceeded`, isNumber: true },
      { name: isGood ? t`Goal not achieved` : t`Limit exceeded`, isNumber: true },
      { name: t`Skipped`, isNumber: true },
      { name: t`Recorded days`, isNumber: true },
    ],
    rows: monthFigures(days).map((month) => [
      words(capitalize(format.day(`${month.month}-01`, { month: "long" })), month.month),
      ...[count("successes"), count("failures"), count("skipped"), count("recorded")].map((write) => write(month)),
    ]),
  };
  const byDay: DataTable = {
    caption: String(year),
    columns: [{ name: t`Day` }, { name: t`Result` }, { name: unitName(i18n, habit), isNumber: true }],
    rows: days
      .filter(({ result, entry }) => entry || (result !== "none" && result !== "upcoming"))
      .map((day) => [
        words(capitalize(format.day(day.day, { weekday: "short", day: "numeric", month: "long" })), day.day),
        words(i18n._(wordsOfResult(habit, day))),
        figure(shownValue(habit, day.entry), whole),
      ]),
  };
  return { months, days: byDay };
}
