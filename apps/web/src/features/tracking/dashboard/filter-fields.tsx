import { type UnitKind, unitKind } from "@daymark/domain/base/unit";
import type { HabitFilter } from "@daymark/domain/tracking/dashboard";
import type { Habit, HabitType } from "@daymark/domain/tracking/habit";
import type { TimeOfFilter } from "@daymark/domain/tracking/habit-type";
import { Segmented } from "@daymark/ui/segmented";
import { Select } from "@daymark/ui/select";
import { Switch } from "@daymark/ui/switch";
import { TextField } from "@daymark/ui/text-field";
import { Plural, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { timesOfSearch, unitKindsOfSearch } from "../calendar/grid/search.ts";
import { unitKindNames } from "../habit/form/unit-words.ts";
import { timeNames } from "../habit/time-names.ts";
import { HueFilter } from "./hue-filter.tsx";

interface FilterFieldsProps {
  filter: HabitFilter;
  /** All habits that may be shown: a kind or hue that none of them has is not offered. */
  habits: readonly Habit[];
  archivedCount: number;
  onFilterChange: (filter: HabitFilter) => void;
}

/** The fields of the habit filter. */
export function FilterFields({ filter, habits, archivedCount, onFilterChange }: FilterFieldsProps) {
  const { i18n, t } = useLingui();
  const show = (change: { [Member in keyof HabitFilter]: HabitFilter[Member] | undefined }) => {
    const entries = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== undefined);
    onFilterChange(Object.fromEntries(entries) as HabitFilter);
  };
  const kinds = unitKindsOfSearch.filter(
    (kind) => kind === filter.unit_kind || habits.some((habit) => unitKind(habit.unit) === kind),
  );
  return (
    <>
      <Segmented<HabitType | "all">
        label={t`Type`}
        options={[
          { value: "all", label: t`All` },
          { value: "good", label: t`Good` },
          { value: "bad", label: t`Bad` },
        ]}
        value={filter.type ?? "all"}
        onValueChange={(next) => show({ type: next === "all" ? undefined : next })}
        className="w-full"
      />
      <TextFilter text={filter.text} onTextChange={(text) => show({ text })} />
      <Select<UnitKind | "all">
        label={t`What is measured`}
        groups={[
          {
            options: [
              { value: "all", label: t`Anything` },
              ...kinds.map((kind) => ({ value: kind, label: i18n._(unitKindNames[kind]) })),
            ],
          },
        ]}
        value={filter.unit_kind ?? "all"}
        onValueChange={(next) => show({ unit_kind: next === "all" ? undefined : next })}
      />
      {filter.time_of_day || habits.some((habit) => habit.time_of_day) ? (
        <Select<TimeOfFilter | "all">
          label={t`Time of day`}
          groups={[
            {
              options: [
                { value: "all", label: t`All` },
                ...timesOfSearch.map((time) => ({ value: time, label: i18n._(timeNames[time]) })),
              ],
            },
          ]}
          value={filter.time_of_day ?? "all"}
          onValueChange={(next) => show({ time_of_day: next === "all" ? undefined : next })}
        />
      ) : null}
      <HueFilter
        hues={[...new Set(habits.map((habit) => habit.hue))].sort((a, b) => a - b)}
        value={filter.hue}
        onValueChange={(next) => show({ hue: next })}
      />
      <Switch
        label={t`At risk today`}
        hint={t`Only habits whose streak ends today unless you do something.`}
        checked={filter.at_risk ?? false}
        onCheckedChange={(next) => show({ at_risk: next || undefined })}
      />
      <Switch
        label={t`Archived habits`}
        hint={
          <Plural
            value={archivedCount}
            _0="None are archived."
            one="# archived habit, shown instead of the active ones"
            other="# archived habits, shown instead of the active ones"
          />
        }
        checked={filter.archived ?? false}
        onCheckedChange={(next) => show({ archived: next || undefined })}
      />
    </>
  );
}

interface TextFilterProps {
  text: string | undefined;
  onTextChange: (text: string | undefined) => void;
}

/**
 * Shows typed text at once, even if the address changes later. If the filter is removed elsewhere, the field empties.
 */
function TextFilter({ text, onTextChange }: TextFilterProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(text ?? "");
  const [known, setKnown] = useState(text);
  if (text !== known) {
    setKnown(text);
    if (text === undefined) setTyped("");
  }
  return (
    <TextField
      label={t`Title or description contains`}
      type="search"
      autoComplete="off"
      maxLength={80}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value);
        onTextChange(event.target.value || undefined);
      }}
    />
  );
}
