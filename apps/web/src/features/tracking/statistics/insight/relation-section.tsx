import type { Insights } from "@daymark/domain/insight/insights";
import { Select } from "@daymark/ui/select";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useFormat } from "../../../../lib/language/format.ts";
import { amountText } from "../../habit/form/unit-words.ts";
import { hueStyle } from "../../habit/hues.ts";
import { type DataTable, figure, words } from "../plot/data-table.ts";
import { Picture } from "../plot/picture.tsx";
import { Finding, SideBars } from "./finding.tsx";
import { FindingList } from "./finding-list.tsx";
import type { InsightHabit } from "./insight-names.ts";
import { relationDetail, relationSentence } from "./relation-words.ts";

/** A choice of a habit helps once there are more than fit a glance. */
const choiceFrom = 4;
const everyHabit = "all";

/** @param chosen the id of a habit, or {@link everyHabit} */
function isOf({ relation }: { relation: Insights["relations"][number] }, chosen: string): boolean {
  return chosen === everyHabit || [relation.habit_id, relation.other_id].includes(Number(chosen));
}

interface SectionProps {
  insights: Insights;
  habits: ReadonlyMap<number, InsightHabit>;
}

/** Habits that went together, on the same day or the day after. */
export function RelationSection({ insights, habits }: SectionProps) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const [chosen, setChosen] = useState(everyHabit);
  const all = insights.relations.flatMap((relation) => {
    const [first, second] = [habits.get(relation.habit_id), habits.get(relation.other_id)];
    return first && second ? [{ relation, first, second }] : [];
  });
  if (all.length === 0) return null;
  const related = [...habits.values()].filter(({ habit }) => all.some((each) => isOf(each, String(habit.id))));
  const relations = all.filter((each) => isOf(each, chosen));
  const exact = (value: number) => format.number(value, { maximumFractionDigits: 2 });
  const dataTable: DataTable = {
    caption: t`What went together`,
    columns: [
      { name: t`What we found` },
      ...[t`Days`, t`With it`, t`Without it`, t`Estimate`, t`Low`, t`High`].map((name) => ({ name, isNumber: true })),
    ],
    rows: relations.map(({ relation, first, second }) => [
      words(relationSentence(i18n, relation, { first, second })),
      figure(relation.days, exact),
      figure(relation.with.share ?? relation.with.median, exact),
      figure(relation.without.share ?? relation.without.median, exact),
      figure(relation.estimate, exact),
      figure(relation.low, exact),
      figure(relation.high, exact),
    ]),
  };
  return (
    <Picture
      title={dataTable.caption}
      owner={t`Insights`}
      dataTable={dataTable}
      summary={t`Two things that go together need not cause each other: a free day may bring both.`}
    >
      {related.length > choiceFrom ? (
        <Select
          label={t`Habit`}
          groups={[
            {
              options: [
                { value: everyHabit, label: t`All habits` },
                ...related.map(({ habit }) => ({ value: String(habit.id), label: habit.title })),
              ],
            },
          ]}
          value={chosen}
          onValueChange={setChosen}
        />
      ) : null}
      {insights.relations_found > insights.relations.length ? (
        <p className="text-sm leading-snug text-ink-muted">
          {t`${plural(insights.relations_found, { one: "# was found", other: "# were found" })}; the ${{ count: format.number(insights.relations.length) }} most certain are listed. On days when everything succeeds, many habits go together.`}
        </p>
      ) : null}
      <FindingList key={chosen}>
        {relations.map(({ relation, first, second }) => (
          <Finding
            key={`${relation.habit_id} ${relation.other_id} ${relation.lag_days}`}
            style={hueStyle(second.habit.hue)}
            sentence={relationSentence(i18n, relation, { first, second })}
            detail={relationDetail(i18n, format, relation)}
          >
            <SideBars bars={barsOf(relation, second)} />
          </Finding>
        ))}
      </FindingList>
    </Picture>
  );

  function barsOf(relation: Insights["relations"][number], { habit }: InsightHabit) {
    const sides = [
      {
        key: "with",
        side: relation.with,
        label: (days: number) => t`${plural(days, { one: "on # such day", other: "on # such days" })}`,
      },
      {
        key: "without",
        side: relation.without,
        label: (days: number) => t`${plural(days, { one: "on # other day", other: "on # other days" })}`,
      },
    ];
    const most = Math.max(...sides.map(({ side }) => side.median ?? 0), 1e-9);
    return sides.map(({ key, side, label }) => ({
      key,
      label: label(side.days),
      figure:
        side.share === null
          ? t`typically ${{ amount: amountText(i18n, habit, side.median ?? 0) }}`
          : format.percent(side.share),
      part: side.share ?? (side.median ?? 0) / most,
    }));
  }
}
