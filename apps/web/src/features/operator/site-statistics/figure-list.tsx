import type { SiteFigure } from "@daymark/domain/operator/site-statistics";
import ArrowDownRight from "lucide-react/icons/arrow-down-right";
import ArrowRight from "lucide-react/icons/arrow-right";
import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import type { ReactNode } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { changeOf } from "./change.ts";
import { useChangeWords } from "./use-change-words.ts";

interface FigureListProps {
  figures: readonly { key: string; name: string; figure: SiteFigure; note?: ReactNode }[];
}

/** Figures with their changes. An arrow repeats the text. */
export function FigureList({ figures }: FigureListProps) {
  const format = useFormat();
  const changeWords = useChangeWords();
  return (
    <dl className="grid grid-cols-1 gap-3 min-[26rem]:grid-cols-2 xl:grid-cols-4">
      {figures.map(({ key, name, figure, note }) => (
        <div key={key} className="flex min-w-0 flex-col gap-1 rounded-card bg-sunken p-3 sm:p-4">
          <dt className="text-sm leading-tight text-ink-muted">{name}</dt>
          <dd className="text-2xl leading-tight font-[640] tracking-tight tabular-nums">
            {figure.amount === null ? "–" : format.number(figure.amount)}
          </dd>
          <dd className="flex items-start gap-1.5 text-sm leading-tight text-ink-muted">
            <Arrow figure={figure} />
            {changeWords(figure)}
          </dd>
          {note ? <dd className="text-sm leading-tight text-ink-muted">{note}</dd> : null}
        </div>
      ))}
    </dl>
  );
}

function Arrow({ figure }: { figure: SiteFigure }) {
  const difference = changeOf(figure)?.difference;
  if (difference === undefined) return null;
  const Shown = difference > 0 ? ArrowUpRight : difference < 0 ? ArrowDownRight : ArrowRight;
  return <Shown aria-hidden="true" className="size-[1.15em] shrink-0" />;
}
