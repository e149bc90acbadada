import type { Correlation } from "@daymark/domain/analysis/analytics";
import type { Habit } from "@daymark/domain/tracking/habit";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import Scale from "lucide-react/icons/scale";
import { useFormat } from "../../../lib/language/format.ts";
import { conditionalRates, strengthOf } from "./insight/correlation.ts";

interface CorrelationWordsProps {
  first: Habit;
  second: Habit;
  correlation: Correlation;
}

/** Explains a coefficient, and first what it does not prove. */
export function CorrelationWords({ first, second, correlation }: CorrelationWordsProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { days, coefficient, caveats } = correlation;
  const { withFirst, withoutFirst } = conditionalRates(correlation);
  const [a, b] = [first.title, second.title];
  const rates =
    withFirst.rate === null || withoutFirst.rate === null
      ? null
      : t`On days with “${a}”, “${b}” succeeded ${{ with: format.percent(withFirst.rate) }} of the time; on days without it ${{ without: format.percent(withoutFirst.rate) }}.`;
  const value =
    coefficient === null
      ? ""
      : format.number(coefficient, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: "exceptZero" });
  const verdict = () => {
    if (coefficient === null) return null;
    switch (strengthOf(coefficient)) {
      case "none":
        return t`They do not go together (coefficient ${value}).`;
      case "weak":
        return coefficient > 0
          ? t`They go together weakly (coefficient ${value}).`
          : t`They are weakly opposed (coefficient ${value}).`;
      case "moderate":
        return coefficient > 0
          ? t`They go together moderately (coefficient ${value}).`
          : t`They are moderately opposed (coefficient ${value}).`;
      case "strong":
        return coefficient > 0
          ? t`They go together strongly (coefficient ${value}).`
          : t`They are strongly opposed (coefficient ${value}).`;
    }
  };
  const warnings = [
    caveats.includes("few_days") &&
      t`${plural(days, { one: "Only # day counts for both: too few to rely on.", other: "Only # days count for both: too few to rely on." })}`,
    caveats.includes("no_variation") &&
      t`On these days one of the two always or never succeeded, so there is nothing to compare.`,
    caveats.includes("may_be_chance") && t`A difference this small is often just chance.`,
  ].filter((warning) => warning !== false);
  return (
    <div className="flex flex-col gap-3">
      {days === 0 ? (
        <p>{t`No past day counts for both.`}</p>
      ) : (
        <p className="leading-snug">
          {[rates, verdict(), t`${plural(days, { one: "# day counts for both.", other: "# days count for both." })}`]
            .filter(Boolean)
            .join(" ")}
        </p>
      )}
      <div className="flex items-start gap-2.5 rounded-card bg-sunken p-4 text-sm leading-snug">
        <Scale aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-ink-muted" />
        <ul className="flex flex-col gap-1">
          {warnings.map((warning) => (
            <li key={warning} className="font-[560]">
              {warning}
            </li>
          ))}
          <li className="text-ink-muted">
            {t`Two habits that go together need not cause each other: a free day may bring both.`}
          </li>
        </ul>
      </div>
    </div>
  );
}
