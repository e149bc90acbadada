import type { Habit } from "@daymark/domain/habit";
import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../../lib/format.ts";
import { monthFigures, type YearDay } from "./year.ts";

interface MonthTableProps {
  habit: Habit;
  days: readonly YearDay[];
  year: number;
}

/** The year in numbers: what the picture shows, for those who read rather than look. */
export function MonthTable({ habit, days, year }: MonthTableProps) {
  const { t } = useLingui();
  const format = useFormat();
  const months = monthFigures(days);
  const isGood = habit.type === "good";
  const name = t`${{ title: habit.title }} in ${{ year: String(year) }}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keys.
    <section aria-label={name} tabIndex={0} className="overflow-x-auto rounded-lg">
      <table className="w-full min-w-md text-sm tabular-nums">
        <caption className="sr-only">{name}</caption>
        <thead className="text-ink-muted">
          <tr className="[&>th]:px-3 [&>th]:py-2 [&>th]:text-right [&>th]:font-[530] [&>th:first-child]:text-left">
            <th scope="col">{t`Month`}</th>
            <th scope="col">{isGood ? t`Goal achieved` : t`Limit not exceeded`}</th>
            <th scope="col">{isGood ? t`Goal not achieved` : t`Limit exceeded`}</th>
            <th scope="col">{t`Skipped`}</th>
            <th scope="col">{t`Recorded days`}</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, successes, failures, skipped, recorded }) => (
            <tr key={month} className="border-t border-line [&>td]:px-3 [&>td]:py-2.5 [&>td]:text-right">
              <th scope="row" className="px-3 py-2.5 text-left font-[530] capitalize">
                {format.day(`${month}-01`, { month: "long" })}
              </th>
              <td>{format.number(successes)}</td>
              <td>{format.number(failures)}</td>
              <td>{format.number(skipped)}</td>
              <td>{format.number(recorded)}</td>
            </tr>
          ))}
          {months.length === 0 ? (
            <tr className="border-t border-line">
              <td colSpan={5} className="px-3 py-6 text-center text-ink-muted">
                {t`Nothing in this year.`}
              </td>
            </tr>
          ) : null}
        </tbody>
      </table>
    </section>
  );
}
