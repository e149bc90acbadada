import type { Habit } from "@daymark/domain/habit";
import type { Statistics } from "@daymark/domain/statistics";
import { Plural, useLingui } from "@lingui/react/macro";
import { Flame } from "lucide-react";
import type { ReactNode } from "react";
import { useFormat } from "../../lib/format.ts";
import { unitSymbols } from "../habit/unit-words.ts";

/** The figures of a habit as of today. */
export function Figures({ habit, statistics }: { habit: Habit; statistics: Statistics }) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const { total, current_streak, longest_streak, success_rate, successful_days, counted_days, average } = statistics;
  const symbol = i18n._(unitSymbols[habit.unit]);
  const counted = format.number(counted_days);
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-5">
      <Figure
        name={t`Current streak`}
        value={
          <>
            {current_streak > 0 ? <Flame aria-hidden="true" className="size-5 text-habit-text" /> : null}
            {format.number(current_streak)}
          </>
        }
        note={<Plural value={current_streak} one="day" other="days" />}
        isFirst
      />
      <Figure
        name={t`Longest streak`}
        value={format.number(longest_streak)}
        note={<Plural value={longest_streak} one="day" other="days" />}
      />
      <Figure
        name={t`Success rate`}
        value={
          success_rate === null ? "–" : format.number(success_rate, { style: "percent", maximumFractionDigits: 1 })
        }
        note={<Plural value={successful_days} one={`# day of ${counted}`} other={`# days of ${counted}`} />}
      />
      <Figure name={t`Total`} value={format.number(total)} note={symbol} />
      <Figure
        name={t`Average`}
        value={average === null ? "–" : format.number(average, { maximumFractionDigits: 2 })}
        note={average === null ? t`nothing recorded` : t`${symbol} per recorded day`}
      />
    </dl>
  );
}

interface FigureProps {
  name: string;
  value: ReactNode;
  note: ReactNode;
  isFirst?: boolean;
}

function Figure({ name, value, note, isFirst = false }: FigureProps) {
  return (
    <div
      className={
        isFirst
          ? "flex flex-col gap-1 rounded-card bg-habit-soft p-4 max-md:col-span-2"
          : "flex flex-col gap-1 rounded-card bg-sunken p-4"
      }
    >
      <dt className="text-sm leading-tight text-ink-muted">{name}</dt>
      <dd className="flex items-center gap-1.5 text-2xl leading-tight font-[640] tracking-tight">{value}</dd>
      <dd className="text-sm leading-tight text-ink-muted">{note}</dd>
    </div>
  );
}
