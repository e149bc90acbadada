import { brand } from "@daymark/domain/base/brand";
import type { Review } from "@daymark/domain/review/review";
import type { Habit } from "@daymark/domain/tracking/habit";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useMemo, useState } from "react";
import { useFormat } from "../../../../lib/language/format.ts";
import { useWeekdays } from "../../clock/use-weekdays.ts";
import { fitText, isolated, textWidth, wrapText } from "../../share/fit-text.ts";
import { type CardTheme, paletteOf } from "../../share/palette.ts";
import { fontFamily, type Scene } from "../../share/scene.ts";
import { capitalize } from "../plot/capitalize.ts";
import { daysText, type ReviewHabit, totalText } from "./habit-figures.ts";
import { reviewCard } from "./review-card.ts";
import type { ReviewFigure } from "./review-figures.ts";

interface CardOptions {
  theme: CardTheme;
  /** The ids of the habits whose names are shown. */
  named: ReadonlySet<number>;
}

interface Input {
  review: Review;
  habits: readonly ReviewHabit[];
  figures: readonly ReviewFigure[];
  options: CardOptions;
}

/** The picture of a year in review and its description; undefined until the fonts have loaded. */
export function useReviewCard({ review, habits, figures, options }: Input): { scene: Scene; alt: string } | undefined {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const weekdays = useWeekdays();
  const areFontsReady = useFonts(i18n.locale);
  return useMemo(() => {
    if (!areFontsReady) return undefined;
    const { theme, named } = options;
    const year = String(review.year);
    const heading = t`My year ${{ year }}`;
    const count = habits.length;
    const subtitle = `${format.range(review.from, review.to)} · ${t`${plural(count, { one: "# habit", other: "# habits" })}`}`;
    const legend =
      review.due_days > 0
        ? t`One square per day: the share of habits you did that day`
        : t`One square per day: the share of limits you kept`;
    const shown = shownFigures(figures, named);
    const titled = habits.filter(({ habit }) => named.has(habit.id)).toSorted(byDaysDone);
    const titleOf = (habit: Habit) => [habit.emoji, isolated(habit.title)].filter(Boolean).join(" ");
    const scene = reviewCard({
      review,
      words: {
        ...{ heading, subtitle, legend, brand },
        months: monthNames(format),
        figures: shown.map(({ name, value, note, habit }) => ({
          ...{ name, value, note },
          title: habit && named.has(habit.id) ? titleOf(habit) : null,
        })),
        habits: titled.map((each) => ({
          title: titleOf(each.habit),
          figure: [daysText(i18n, format, each), totalText(i18n, each)].filter(Boolean).join(" · "),
          hue: each.habit.hue,
        })),
        more: (more) => t`${plural(more, { one: "and # more habit", other: "and # more habits" })}`,
      },
      palette: paletteOf(theme),
      weekdays,
      fit: fitText,
      wrap: wrapText,
      measure: textWidth,
    });
    return { scene, alt: altText() };

    function altText(): string {
      const told = shown.map(({ name, value, note, habit }) => {
        const title = habit && named.has(habit.id) ? `${isolated(habit.title)}, ` : "";
        return `${name}: ${value} (${title}${note})`;
      });
      const names = titled.map(({ habit }) => isolated(habit.title)).join(", ");
      return [`${heading}, ${subtitle}.`, `${told.join("; ")}.`, `${legend}.`, names && `${names}.`]
        .filter(Boolean)
        .join(" ");
    }
  }, [areFontsReady, review, habits, figures, options, weekdays, format, i18n, t]);
}

/** Good habits with the most days first, because not all have room; then bad ones, whose days may have no record. */
function byDaysDone(one: ReviewHabit, other: ReviewHabit): number {
  const isBad = ({ habit }: ReviewHabit) => Number(habit.type === "bad");
  return isBad(one) - isBad(other) || other.figures.successful_days - one.figures.successful_days;
}

/** Without its name, what a habit grew by says nothing. */
export function shownFigures(figures: readonly ReviewFigure[], named: ReadonlySet<number>): ReviewFigure[] {
  return figures.filter(({ key, habit }) => key !== "growth" || (habit && named.has(habit.id)));
}

/** "January" to "December", in the form of a single name and not of a date. */
export function monthNames(format: ReturnType<typeof useFormat>): string[] {
  return Array.from({ length: 12 }, (_, index) =>
    capitalize(format.day(`2001-${String(index + 1).padStart(2, "0")}-01`, { month: "long" })),
  );
}

/** A canvas draws in another font until the page's has loaded. */
function useFonts(locale: string): boolean {
  const [loaded, setLoaded] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const done = () => {
      if (isCurrent) setLoaded(locale);
    };
    // One letter of each script that the pages have a font for.
    document.fonts.load(`600 20px ${fontFamily}`, "Aж").then(done, done);
    return () => {
      isCurrent = false;
    };
  }, [locale]);
  return loaded === locale;
}
