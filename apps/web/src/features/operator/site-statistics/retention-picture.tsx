import type { SiteStatistics } from "@daymark/domain/operator/site-statistics";
import { useLingui } from "@lingui/react/macro";
import type { CSSProperties } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { type DataTable, figure, words } from "../../tracking/statistics/plot/data-table.ts";
import { Picture } from "../../tracking/statistics/plot/picture.tsx";

type Cohort = SiteStatistics["users"]["retention"][number];

/** Of the users who signed up in a week, the share that was active in that week and in each later one. */
export function RetentionPicture({ cohorts }: { cohorts: readonly Cohort[] }) {
  const { t } = useLingui();
  const format = useFormat();
  const title = t`Retention by week of sign-up`;
  const weekCount = Math.max(1, ...cohorts.map(({ active }) => active.length));
  const weeks = Array.from({ length: weekCount }, (_, index) => index);
  const date = (day: string) => format.day(day, { day: "numeric", month: "short", year: "numeric" });
  const number = (value: number) => format.number(value);
  const headOf = (index: number) => (index === 0 ? t`Same week` : t`Week ${{ week: format.number(index) }}`);
  const dataTable: DataTable = {
    caption: title,
    columns: [
      { name: t`Week of` },
      { name: t`Signed up`, isNumber: true },
      ...weeks.map((index) => ({ name: headOf(index), isNumber: true })),
    ],
    rows: cohorts.map(({ week, users, active }) => [
      words(date(week), week),
      figure(users, number),
      ...weeks.map((index) => figure(active[index] ?? null, number)),
    ]),
  };
  const summary = t`Of those who signed up in a week, the share that was active in that week and in later ones, as of the end of yesterday. The table has the numbers. “–” marks a week that is still to come or has no numbers yet.`;
  return (
    <Picture title={title} owner="Daymark" dataTable={dataTable} summary={summary}>
      <section
        aria-label={t`Table: ${{ caption: title }}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keys.
        tabIndex={0}
        className="max-h-[32rem] overflow-auto rounded-lg border border-line"
      >
        <table className="w-full text-sm whitespace-nowrap tabular-nums">
          <caption className="sr-only">{title}</caption>
          <thead className="sticky top-0 z-10 bg-raised text-ink-muted">
            <tr>
              <th scope="col" className="sticky left-0 bg-raised px-3 py-2 text-left font-[530]">
                {t`Week of`}
              </th>
              <th scope="col" className="px-3 py-2 text-right font-[530]">{t`Signed up`}</th>
              {weeks.map((index) => (
                <th key={index} scope="col" className="px-3 py-2 text-right font-[530]">
                  {headOf(index)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cohorts.map(({ week, users, active }) => (
              <tr key={week} className="border-t border-line">
                <th scope="row" className="sticky left-0 bg-surface px-3 py-2 text-left font-[530]">
                  {date(week)}
                </th>
                <td className="px-3 py-2 text-right">{format.number(users)}</td>
                {weeks.map((index) => (
                  <RetentionCell key={index} active={active[index] ?? null} users={users} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Picture>
  );
}

function RetentionCell({ active, users }: { active: number | null; users: number }) {
  const format = useFormat();
  if (active === null || users === 0) return <td className="px-3 py-2 text-right text-ink-muted">–</td>;
  // Deleted accounts are no longer counted in the total, so the share is limited to 1.
  const share = Math.min(1, active / users);
  return (
    <td className="retention-cell px-3 py-2 text-right" style={{ "--share": share } as CSSProperties}>
      {format.percent(share)}
    </td>
  );
}
