import { Checkbox } from "@daymark/ui/checkbox";
import { FieldErrors } from "@daymark/ui/field";
import { Segmented } from "@daymark/ui/segmented";
import { Trans, useLingui } from "@lingui/react/macro";
import { useId } from "react";
import type { OwnHabits } from "./use-own-habits.ts";

interface HabitChoiceProps {
  /** Null for all habits. */
  habitIds: readonly number[] | null;
  own: OwnHabits;
  isJudged: boolean;
  /** Whether the server refused a chosen habit. */
  isRefused: boolean;
  onChange: (habitIds: readonly number[] | null) => void;
}

/** A choice between all habits, including future ones, and some. */
export function HabitChoice({ habitIds, own, isJudged, isRefused, onChange }: HabitChoiceProps) {
  const { t } = useLingui();
  const id = useId();
  const errors = [
    ...(isJudged && habitIds?.length === 0 ? [t`Choose at least one habit.`] : []),
    ...(isRefused ? [t`A habit that you chose was deleted. Check your choice.`] : []),
  ];
  return (
    <div className="flex flex-col gap-3">
      <p aria-hidden="true" className="text-sm font-[560]">
        <Trans>Habits</Trans>
      </p>
      <Segmented<"all" | "some">
        label={t`Habits`}
        options={[
          { value: "all", label: t`All habits` },
          { value: "some", label: t`Some habits` },
        ]}
        value={habitIds ? "some" : "all"}
        onValueChange={(value) => onChange(value === "all" ? null : [])}
        className="w-full"
      />
      {habitIds ? (
        <fieldset aria-label={t`Some habits`} aria-describedby={id} className="flex flex-col gap-3">
          {own.offered(habitIds).map((habit) => (
            <Checkbox
              key={habit.id}
              label={habit.title}
              checked={habitIds.includes(habit.id)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...habitIds, habit.id] : habitIds.filter((other) => other !== habit.id))
              }
            />
          ))}
          <FieldErrors id={id} errors={errors} />
        </fieldset>
      ) : null}
    </div>
  );
}
