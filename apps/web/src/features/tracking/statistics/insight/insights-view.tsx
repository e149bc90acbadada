import type { Insights } from "@daymark/domain/insight/insights";
import type { Habit } from "@daymark/domain/tracking/habit";
import { Skeleton } from "@daymark/ui/skeleton";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../../../../lib/language/format.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { LoadFailed } from "../plot/load-failed.tsx";
import { ChangeSection } from "./change-section.tsx";
import { ForecastSection } from "./forecast-section.tsx";
import { insightHabits } from "./insight-names.ts";
import { PatternSection } from "./pattern-section.tsx";
import { RelationSection } from "./relation-section.tsx";
import { StreakShareSection } from "./streak-share-section.tsx";
import { TotalSection } from "./total-section.tsx";

/** From this many days of a habit on, it is compared with others. */
const daysMin = 60;

/** Insights across all habits. */
export function InsightsView({ habits }: { habits: readonly Habit[] }) {
  const insights = trpc.habit.insights.useQuery({});
  if (insights.data) return <InsightSections insights={insights.data} habits={habits} />;
  if (insights.error) return <LoadFailed error={insights.error} onRetry={() => insights.refetch()} />;
  return (
    <div aria-busy="true">
      <Skeleton className="h-64" />
    </div>
  );
}

function InsightSections({ insights, habits }: { insights: Insights; habits: readonly Habit[] }) {
  const { t } = useLingui();
  const format = useFormat();
  const known = insightHabits(insights, habits);
  const shared = { insights, habits: known };
  const hasFindings =
    [insights.relations, insights.weekdays, insights.seasons, insights.changes].some((list) => list.length > 0) ||
    insights.vacations !== null;
  const most = Math.max(0, ...insights.habits.map(({ days }) => days));
  const span = format.range(insights.from, insights.to);
  return (
    <div className="flex min-w-0 flex-col gap-6">
      {most < daysMin ? (
        <p className="max-w-[60ch] leading-snug">
          {t`Insights need ${plural(daysMin, { one: "# day", other: "# days" })} that count for a habit. The habit with the most has ${plural(most, { one: "# day", other: "# days" })} so far.`}
        </p>
      ) : (
        <p className="max-w-[60ch] leading-snug">
          {hasFindings ? null : `${t`Nothing stands out so far, and we do not show guesses.`} `}
          {t`${span}: ${plural(insights.tests, { one: "# comparison", other: "# comparisons" })}.`}
          {hasFindings ? ` ${t`On average, at most one in a hundred of these findings is due to chance.`}` : null}
        </p>
      )}
      <RelationSection {...shared} />
      <ChangeSection {...shared} />
      <PatternSection {...shared} />
      <ForecastSection {...shared} />
      <TotalSection {...shared} />
      <StreakShareSection {...shared} />
      {most < daysMin ? null : (
        <p className="max-w-[60ch] text-sm leading-snug text-ink-muted">
          {t`Skipped days, days off, today and long breaks without any record are left out. A day you forgot to record counts, for every habit, as a day on which nothing happened; this can make habits look alike.`}
        </p>
      )}
    </div>
  );
}
