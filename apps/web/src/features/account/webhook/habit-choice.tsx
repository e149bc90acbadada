import { Checkbox } from "@daymark/ui/checkbox";
import { FieldErrors } from "@daymark/ui/field";
import { Segmented } from "@daymark/ui/segmented";
import { Trans, useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { trpc } from "../../../lib/network/trpc.ts";

interface HabitChoiceProps {
  /** Null for all habits. */
  habitIds: readonly number[] | null;
  isJudged: boolean;
  onChange: (habitIds: readonly number[] | null) => void;
}

/** All habits, those of tomorrow too, or some. */
export function HabitChoice({ habitIds, isJudged, onChange }: HabitChoiceProps) {
  const { t } = useLingui();
  const id = useId();
  const habits = trpc.habit.list.useQuery({});
  const list = habits.data?.results ?? [];
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
          {list.map((habit) => (
            <Checkbox
              key={habit.id}
              label={habit.title}
              checked={habitIds.includes(habit.id)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...habitIds, habit.id] : habitIds.filter((other) => other !== habit.id))
              }
            />
          ))}
          <FieldErrors id={id} errors={isJudged && habitIds.length === 0 ? [t`Choose at least one habit.`] : []} />
        </fieldset>
      ) : null}
    </div>
  );
}
