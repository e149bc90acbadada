import { Trans } from "@lingui/react/macro";
import type { ReviewFigure } from "./review-figures.ts";

interface ReviewFiguresProps {
  figures: readonly ReviewFigure[];
  /** The days of the review, as text. */
  span: string;
}

/** The figures of a year as a list. */
export function ReviewFigures({ figures, span }: ReviewFiguresProps) {
  return (
    <div className="flex flex-col gap-3">
      <p className="max-w-[60ch] text-sm leading-snug text-ink-muted">
        <Trans>{span}. A month, a weekday or a habit is named only if enough days support it.</Trans>
      </p>
      <dl className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {figures.map(({ key, name, value, note, habit }) => (
          <div key={key} className="flex min-w-0 flex-col gap-1 rounded-card bg-sunken p-4">
            <dt className="text-sm leading-tight text-ink-muted">{name}</dt>
            <dd className="text-2xl leading-tight font-[640] tracking-tight break-words">{value}</dd>
            {habit ? (
              <dd className="text-sm leading-snug font-[560] wrap-anywhere">
                <bdi>{habit.title}</bdi>
              </dd>
            ) : null}
            <dd className="text-sm leading-snug text-ink-muted">{note}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
