import type { StreakUnit } from "@daymark/domain/base/period";
import type { Streak } from "@daymark/domain/rules/streak";
import type { Habit } from "@daymark/domain/tracking/habit";
import { Button } from "@daymark/ui/button";
import { Skeleton } from "@daymark/ui/skeleton";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useFormat } from "../../../../lib/language/format.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { amountText } from "../../habit/form/unit-words.ts";
import { LoadFailed } from "../plot/load-failed.tsx";
import { streakLengths } from "./streak-words.ts";
import { WhyBroken } from "./why-broken.tsx";
import { WhyList } from "./why-list.tsx";

interface WhyStreakProps {
  habit: Habit;
  onDay: (day: string) => void;
}

/** Explains a streak: what broke the last one, and each day with its rule. */
export function WhyStreak({ habit, onDay }: WhyStreakProps) {
  const { t } = useLingui();
  const [pages, setPages] = useState<readonly (string | undefined)[]>([undefined]);
  const queries = trpc.useQueries((api) =>
    pages.map((until) => api.habit.streak(until ? { id: habit.id, until } : { id: habit.id })),
  );
  const error = queries.find((query) => query.error !== null)?.error ?? null;
  const streaks = queries.flatMap(({ data }) => data ?? []);
  const streak = streaks[0];
  const next = streaks.at(-1)?.next_until ?? null;
  const isLoading = streaks.length < pages.length;
  if (!streak) {
    return error ? (
      <LoadFailed error={error} onRetry={() => Promise.all(queries.map((query) => query.refetch()))} />
    ) : (
      <div aria-busy="true" className="flex flex-col gap-3">
        <Skeleton className="h-12" />
        <Skeleton className="h-32" />
        <Skeleton className="h-48" />
      </div>
    );
  }
  const days = streaks.flatMap((page) => page.days);
  return (
    <div className="flex flex-col gap-5">
      <Headline habit={habit} streak={streak} />
      <WhyBroken habit={habit} streak={streak} onDay={onDay} />
      {days.length > 0 ? (
        <section className="flex flex-col gap-2">
          <h3 className="text-lg">{t`Day by day`}</h3>
          <WhyList habit={habit} days={days} periods={streaks.flatMap((page) => page.periods)} onDay={onDay} />
          {next ? (
            <Button className="self-start" isBusy={isLoading && !error} onClick={() => setPages([...pages, next])}>
              {t`Show earlier days`}
            </Button>
          ) : null}
          {error ? (
            <LoadFailed error={error} onRetry={() => Promise.all(queries.map((query) => query.refetch()))} />
          ) : null}
        </section>
      ) : null}
    </div>
  );
}

const unitsOfGoals: Record<Exclude<StreakUnit, "days">, MessageDescriptor> = {
  weeks: msg`It counts weeks in which you met the goal. Skipped weeks don’t count.`,
  months: msg`It counts months in which you met the goal. Skipped months don’t count.`,
  quarters: msg`It counts quarters in which you met the goal. Skipped quarters don’t count.`,
};

const unitsOfLimits: typeof unitsOfGoals = {
  weeks: msg`It counts weeks in which you stayed within the limit.`,
  months: msg`It counts months in which you stayed within the limit.`,
  quarters: msg`It counts quarters in which you stayed within the limit.`,
};

const noStreakYet: Record<StreakUnit, MessageDescriptor> = {
  days: msg`No streak yet. It starts with your first successful day.`,
  weeks: msg`No streak yet. It starts with your first successful week.`,
  months: msg`No streak yet. It starts with your first successful month.`,
  quarters: msg`No streak yet. It starts with your first successful quarter.`,
};

/** The streak in a sentence, and what remains for today. */
function Headline({ habit, streak }: { habit: Habit; streak: Streak }) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const { run, streak_unit, missing_today, at_risk } = streak;
  const day = (text: string) => format.day(text, { day: "numeric", month: "long", year: "numeric" });
  const missing = missing_today === null ? null : amountText(i18n, habit, missing_today);
  const length = run ? i18n._(streakLengths[streak_unit](run.length)) : "";
  const sentences = [
    !run
      ? i18n._(noStreakYet[streak_unit])
      : run.is_current
        ? t`${length} in a row, since ${{ day: day(run.from) }}.`
        : run.from === run.to
          ? t`No current streak. The last one lasted ${length} and ended on ${{ day: day(run.to) }}.`
          : t`No current streak. The last one lasted ${length}, from ${{ from: day(run.from) }} to ${{ to: day(run.to) }}.`,
    missing && (at_risk ? t`Today decides: ${missing} to go.` : t`Today is still open: ${missing} to go.`),
    streak_unit !== "days" && i18n._((habit.type === "good" ? unitsOfGoals : unitsOfLimits)[streak_unit]),
  ];
  return <p className="leading-snug">{sentences.filter(Boolean).join(" ")}</p>;
}
