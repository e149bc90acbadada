import { brand } from "@daymark/domain/base/brand";
import { hasFreeDays } from "@daymark/domain/schedule/history";
import type { Habit } from "@daymark/domain/tracking/habit";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMemo, useState } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { useWeekdays } from "../clock/use-weekdays.ts";
import { useSetProgress } from "../day-writes/use-set-progress.ts";
import { createRulesMemo, rulesOf } from "../habit/rules.ts";
import { useStableEntries } from "../progress/use-stable-entries.ts";
import { yearDays, yearRanges } from "../statistics/year/year.ts";
import { fitText } from "./fit-text.ts";
import { type CardTheme, paletteOf } from "./palette.ts";
import type { Scene } from "./scene.ts";
import { tallyYear, yearCard } from "./year-card.ts";

export interface CardOptions {
  year: number;
  theme: CardTheme;
  isTitleHidden: boolean;
}

/** More habits would make the picture too large. */
export const cardHabitsMax = 10;

interface YearCard {
  scene: Scene;
  alt: string;
}

/** The picture of some habits' year and its description; undefined while the year loads. */
export function useYearCard(
  habits: readonly Habit[],
  { year, theme, isTitleHidden }: CardOptions,
  today: string,
): { card: YearCard | undefined; isFailed: boolean } {
  const { t } = useLingui();
  const format = useFormat();
  const weekdays = useWeekdays();
  const recorder = useSetProgress();
  const [rulesMemo] = useState(createRulesMemo);
  const ranges = yearRanges(
    year,
    habits.map((habit) => rulesOf(habit)),
    today,
  );
  const parts = trpc.useQueries((api) =>
    ranges.map((range) => api.progress.list(range, { structuralSharing: recorder.share(range) })),
  );
  const isKnown = parts.every((part) => part.data !== undefined);
  const entries = useStableEntries(isKnown ? parts.flatMap((part) => part.data?.results ?? []) : undefined);

  const card = useMemo(() => {
    if (!entries) return undefined;
    const rules = rulesMemo(habits, entries);
    const shown = habits.flatMap((habit) => {
      const own = rules.get(habit.id);
      const days = entries.filter(({ habit_id }) => habit_id === habit.id);
      return own ? [{ habit, days: yearDays(own, days, year, today) }] : [];
    });
    const [only] = shown.length === 1 ? shown : [];
    const heading = only ? (isTitleHidden ? t`A habit of mine` : only.habit.title) : t`My habits`;
    const tallies = shown.map(({ habit, days }) => ({ habit, ...tallyYear(days) }));
    const done = tallies.reduce((sum, tally) => sum + tally.done, 0);
    const counted = tallies.reduce((sum, tally) => sum + tally.counted, 0);
    const longest = Math.max(
      0,
      ...tallies.map(({ habit, ...tally }) => (hasFreeDays(rulesOf(habit)) ? 0 : tally.longest)),
    );
    const rate = counted === 0 ? null : format.percent(done / counted);
    const hasPeriods = shown.some(({ habit }) => habit.type === "good" && habit.schedule?.target_per !== undefined);
    // A period whose goal was reached counts once, however many days it took.
    const figures = [
      hasPeriods
        ? t`${plural(done, { one: "# success", other: "# successes" })}`
        : t`${plural(done, { one: "# day done", other: "# days done" })}`,
      rate !== null && (hasPeriods ? t`success rate ${rate}` : t`${rate} of the days that count`),
      longest > 1 && t`longest streak ${plural(longest, { one: "# day", other: "# days" })}`,
    ].filter((figure) => figure !== false);
    const scene = yearCard({
      habits: shown.map(({ habit, days }) => ({ title: isTitleHidden ? null : habit.title, hue: habit.hue, days })),
      words: {
        heading,
        year: String(year),
        figures,
        months: Array.from({ length: 12 }, (_, index) =>
          format.day(`2001-${String(index + 1).padStart(2, "0")}-01`, { month: "short" }),
        ),
        brand,
      },
      palette: paletteOf(theme),
      weekdays,
      fit: fitText,
    });
    const names = isTitleHidden || only ? "" : ` ${shown.map(({ habit }) => habit.title).join(", ")}.`;
    return {
      scene,
      alt: t`${heading}, ${year}: ${figures.join(", ")}. A calendar of the year, one square per day.${names}`,
    };
  }, [entries, habits, year, theme, isTitleHidden, today, weekdays, format, rulesMemo, t]);

  return { card, isFailed: parts.some((part) => part.error !== null) };
}
