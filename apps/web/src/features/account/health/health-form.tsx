import { unitKind } from "@daymark/domain/base/unit";
import type { HealthArrival, HealthMapping } from "@daymark/domain/health/health";
import { type HealthSource, type HealthWay, healthWays } from "@daymark/domain/health/mapping-choice";
import { baseFactor } from "@daymark/domain/health/unit-text";
import type { Habit } from "@daymark/domain/tracking/habit";
import { Button } from "@daymark/ui/button";
import { Select } from "@daymark/ui/select";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { sourceNames, useWayWords } from "./health-words.ts";

interface HealthFormProps {
  mapping: HealthMapping | null;
  /** At least one; if there is a mapping, only its metric. */
  habits: readonly Habit[];
  arrivals: readonly HealthArrival[];
  onClose: () => void;
}

interface Choice {
  source: HealthSource;
  metric: string;
  /** As the app writes it; null if the metric was not in the last payload. */
  unit: string | null;
  /** In the last payload. */
  points: number;
}

export function HealthForm({ mapping, habits, arrivals, onClose }: HealthFormProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const wayWords = useWayWords();
  const choices = choicesOf(arrivals, mapping);
  const [habitId, setHabitId] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(mapping && keyOf(mapping));
  const [wantedWay, setWay] = useState<HealthWay>(mapping?.way ?? "sum");
  const set = trpc.health.mapping.set.useMutation();
  const habit = habits.find(({ id }) => String(id) === habitId) ?? habits[0];
  const choice = choices.find((each) => keyOf(each) === chosen) ?? choices[0];
  if (!habit || !choice) return null;
  const ways = healthWays.filter((way) => way !== "count" || unitKind(habit.unit) === "numeric");
  const way = ways.includes(wantedWay) ? wantedWay : "sum";
  const { unit } = choice;
  const isConvertible = unit === null || typeof baseFactor(unit, mapping?.unit ?? null, habit.unit) === "number";
  const submit = async () => {
    const { source, metric } = choice;
    try {
      await set.mutateAsync({ habit_id: habit.id, source, metric, way, unit: mapping?.unit ?? null });
      void utils.health.invalidate();
      onClose();
      void report.success("settings_updated");
    } catch (error) {
      void report.failure(error);
    }
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (isConvertible && !set.isPending) void submit();
      }}
    >
      {mapping ? null : (
        <Select
          label={t`Habit`}
          groups={[{ options: habits.map(({ id, title }) => ({ value: String(id), label: title })) }]}
          value={String(habit.id)}
          onValueChange={setHabitId}
        />
      )}
      <Select
        label={t`Metric`}
        hint={
          choice.points > 0 ? (
            <>
              <Plural value={choice.points} one="# value in the last data" other="# values in the last data" />
              {unit ? <span translate="no">{` · ${unit}`}</span> : null}
            </>
          ) : undefined
        }
        groups={groupsOf(choices)}
        value={keyOf(choice)}
        onValueChange={setChosen}
        errors={isConvertible ? [] : [t`The unit of this metric cannot be converted to the unit of the habit.`]}
      />
      <Select
        label={t`What to record`}
        groups={[{ options: ways.map((value) => ({ value, label: wayWords[value] })) }]}
        value={way}
        onValueChange={setWay}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button kind="quiet" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="primary" type="submit" isBusy={set.isPending}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  );
}

function keyOf({ source, metric }: Pick<Choice, "source" | "metric">): string {
  return `${source} ${metric}`;
}

/** The metrics of the last payloads, and the metric of the mapping even if no payload had it. */
function choicesOf(arrivals: readonly HealthArrival[], mapping: HealthMapping | null): Choice[] {
  const arrived = arrivals.flatMap(({ source, metrics }) =>
    metrics.map(({ metric, unit, points }) => ({ source, metric, unit, points })),
  );
  const isThere = !mapping || arrived.some((choice) => keyOf(choice) === keyOf(mapping));
  return isThere ? arrived : [{ source: mapping.source, metric: mapping.metric, unit: null, points: 0 }, ...arrived];
}

function groupsOf(choices: readonly Choice[]) {
  return [...Map.groupBy(choices, ({ source }) => source)].map(([source, own]) => ({
    label: sourceNames[source],
    options: own.map((choice) => ({ value: keyOf(choice), label: choice.metric })),
  }));
}
