import { dayMax, dayMin } from "@daymark/domain/day";
import type { Habit } from "@daymark/domain/habit";
import { IconButton } from "@daymark/ui/icon-button";
import { Segmented } from "@daymark/ui/segmented";
import { Skeleton } from "@daymark/ui/skeleton";
import { useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useMemo, useState } from "react";
import { trpc } from "../../lib/trpc.ts";
import { createRulesMemo } from "../habit/rules.ts";
import { MonthTable } from "./month-table.tsx";
import { yearDays } from "./year.ts";
import { YearHeatMap } from "./year-heat-map.tsx";

/** A year of a habit, as a picture or as a table. */
export function YearPanel({ habit, today }: { habit: Habit; today: string }) {
  const { t } = useLingui();
  const [year, setYear] = useState(() => Number(today.slice(0, 4)));
  const [view, setView] = useState<"picture" | "table">("picture");
  const [rulesMemo] = useState(createRulesMemo);
  const entries = trpc.progress.listOfHabit.useQuery({ id: habit.id, from: `${year}-01-01`, to: `${year}-12-31` });
  const results = entries.data?.results;
  const days = useMemo(() => {
    const rules = results && rulesMemo([habit], results).get(habit.id);
    return rules && yearDays(rules, results, year, today);
  }, [habit, results, year, today, rulesMemo]);
  const firstYear = Math.max(Number(dayMin.slice(0, 4)), Number(habit.first_day.slice(0, 4)));
  const lastYear = Math.min(Number(dayMax.slice(0, 4)), Number(today.slice(0, 4)));
  return (
    <section className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex items-center gap-1">
          <IconButton label={t`Previous year`} disabled={year <= firstYear} onClick={() => setYear(year - 1)}>
            <ChevronLeft aria-hidden="true" />
          </IconButton>
          <h3 className="text-lg tabular-nums" aria-live="polite">
            {year}
          </h3>
          <IconButton label={t`Next year`} disabled={year >= lastYear} onClick={() => setYear(year + 1)}>
            <ChevronRight aria-hidden="true" />
          </IconButton>
        </div>
        <Segmented
          label={t`View`}
          options={[
            { value: "picture", label: t`Calendar` },
            { value: "table", label: t`Table` },
          ]}
          value={view}
          onValueChange={setView}
        />
      </div>
      {days ? (
        view === "picture" ? (
          <YearHeatMap habit={habit} days={days} year={year} />
        ) : (
          <MonthTable habit={habit} days={days} year={year} />
        )
      ) : (
        <Skeleton className="h-36" />
      )}
    </section>
  );
}
