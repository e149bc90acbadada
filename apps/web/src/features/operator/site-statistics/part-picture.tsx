import type { SitePart } from "@daymark/domain/operator/site-statistics";
import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../../../lib/language/format.ts";
import { type DataTable, figure, words } from "../../tracking/statistics/plot/data-table.ts";
import { Picture } from "../../tracking/statistics/plot/picture.tsx";
import { changeOf } from "./change.ts";
import { useChangeWords } from "./use-change-words.ts";

interface PartPictureProps<Label extends string> {
  title: string;
  /** The header of the column with the parts. */
  head: string;
  names: Readonly<Record<Label, MessageDescriptor>>;
  parts: readonly SitePart[];
  /** Whether to show shares; false if one item may be in several parts. */
  hasShares?: boolean;
}

/** The parts of a whole: a bar, a number and a share for each. */
export function PartPicture<Label extends string>({
  title,
  head,
  names,
  parts,
  hasShares = true,
}: PartPictureProps<Label>) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const changeWords = useChangeWords();
  const nameOf = (label: string) => (Object.hasOwn(names, label) ? i18n._(names[label as Label]) : label);
  const sum = parts.reduce((total, { amount }) => total + (amount ?? 0), 0);
  const most = Math.max(1, ...parts.map(({ amount }) => amount ?? 0));
  const shareOf = (amount: number | null) => (amount === null || sum === 0 ? null : amount / sum);
  const number = (value: number) => format.number(value);
  const dataTable: DataTable = {
    caption: title,
    columns: [
      { name: head },
      { name: t`Number`, isNumber: true },
      ...(hasShares ? [{ name: t`Share`, isNumber: true }] : []),
      { name: t`Before`, isNumber: true },
      { name: t`Change`, isNumber: true },
    ],
    rows: parts.map((part) => [
      words(nameOf(part.label), part.label),
      figure(part.amount, number),
      ...(hasShares ? [figure(shareOf(part.amount), (share) => format.percent(share, 1))] : []),
      figure(part.before, number),
      figure(changeOf(part)?.difference ?? null, (value) => format.number(value, { signDisplay: "exceptZero" })),
    ]),
  };
  return (
    <Picture title={title} owner="Daymark" dataTable={dataTable}>
      {parts.length === 0 ? (
        <p className="text-ink-muted">{t`None in this period.`}</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {parts.map((part) => (
            <li key={part.label} className="flex flex-col gap-1">
              <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span>{nameOf(part.label)}</span>
                <span className="text-sm text-ink-muted tabular-nums">
                  <span className="text-base font-[560] text-ink">
                    {part.amount === null ? "–" : format.number(part.amount)}
                  </span>
                  {hasShares && part.amount !== null && sum > 0 ? ` · ${format.percent(part.amount / sum, 1)}` : null}
                  {part.before === null ? null : ` · ${changeWords(part)}`}
                </span>
              </p>
              <div className="h-2 overflow-hidden rounded-full bg-sunken forced-colors:border">
                <div
                  className="part-bar h-full rounded-full"
                  style={{ width: `${((part.amount ?? 0) / most) * 100}%` }}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Picture>
  );
}
