import { brand } from "@daymark/domain/base/brand";
import type { Review } from "@daymark/domain/review/review";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { createPortal } from "react-dom";
import { useFormat } from "../../../../lib/language/format.ts";
import { useWeekdays } from "../../clock/use-weekdays.ts";
import { fitText } from "../../share/fit-text.ts";
import { paletteOf } from "../../share/palette.ts";
import { SceneSvg } from "../../share/scene-svg.tsx";
import { streakLengths } from "../why/streak-words.ts";
import { daysText, type ReviewHabit, totalText } from "./habit-figures.ts";
import { monthBlocks } from "./month-blocks.ts";
import type { ReviewFigure } from "./review-figures.ts";
import { monthNames, shownFigures } from "./use-review-card.ts";
import "./review-sheet.css";

interface ReviewSheetProps {
  review: Review;
  habits: readonly ReviewHabit[];
  figures: readonly ReviewFigure[];
  /** The ids of the habits whose names are shown. */
  named: ReadonlySet<number>;
}

const grid = { width: 1200, columns: 6 };
/** Two columns of rows that are left on one page of A4 or Letter. */
const rowsMax = 50;

/**
 * The year on one sheet of paper, in the light colors. It is there while its view is open, so the browser's own print command
 * prints it too; only print shows it.
 */
export function ReviewSheet({ review, habits, figures, named }: ReviewSheetProps) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const weekdays = useWeekdays();
  const { shapes, height } = monthBlocks({
    review,
    months: monthNames(format),
    weekdays,
    palette: paletteOf("light"),
    place: { left: 0, top: 0, width: grid.width, columns: grid.columns, gap: 40 },
    nameSize: 24,
    fit: fitText,
  });
  const rows = habits.filter(({ habit }) => named.has(habit.id));
  const more = rows.length - rowsMax;
  const year = String(review.year);
  return createPortal(
    <div className="print-sheet review-sheet" aria-hidden="true">
      <p className="review-sheet-brand">{brand}</p>
      <p className="review-sheet-title">{t`My year ${{ year }}`}</p>
      <p className="review-sheet-note">
        {format.range(review.from, review.to)}
        {" · "}
        {t`${plural(habits.length, { one: "# habit", other: "# habits" })}`}
      </p>
      <SceneSvg scene={{ width: grid.width, height, shapes }} className="review-sheet-grid" />
      <p className="review-sheet-note">
        {review.due_days > 0
          ? t`One square per day: the share of habits you did that day`
          : t`One square per day: the share of limits you kept`}
      </p>
      <ul className="review-sheet-figures">
        {shownFigures(figures, named).map(({ key, name, value, note, habit }) => (
          <li key={key}>
            <span className="review-sheet-note">{name}</span>
            <span className="review-sheet-value">{value}</span>
            {habit && named.has(habit.id) ? <bdi className="review-sheet-name">{habit.title}</bdi> : null}
            <span className="review-sheet-note">{note}</span>
          </li>
        ))}
      </ul>
      <ul className="review-sheet-habits">
        {rows.slice(0, rowsMax).map((each) => (
          <li key={each.habit.id}>
            <bdi className="review-sheet-name">
              {each.habit.emoji} {each.habit.title}
            </bdi>
            <span className="review-sheet-amount">{rowText(each)}</span>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="review-sheet-note">{t`${plural(more, { one: "and # more habit", other: "and # more habits" })}`}</p>
      ) : null}
    </div>,
    document.body,
  );

  function rowText(each: ReviewHabit): string {
    const { longest_streak: streak } = each.figures;
    const length = streak && i18n._(streakLengths[streak.streak_unit](streak.length));
    return [
      daysText(i18n, format, each),
      totalText(i18n, each),
      length && rows.length <= rowsMax / 2 && t`longest streak ${length}`,
    ]
      .filter(Boolean)
      .join(" · ");
  }
}
