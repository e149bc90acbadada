import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import type { StreakUnit } from "@daymark/domain/base/period";
import { rangeParts } from "@daymark/domain/base/range-parts";
import { streakUnitOf } from "@daymark/domain/schedule/schedule";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useId } from "react";
import { trpc } from "../../../../lib/network/trpc.ts";
import { countChangedDays, type NextRules } from "../change/changed-days.ts";
import type { ChangeEffect } from "../change/habit-changes.ts";

interface EffectFieldProps {
  /** The question, read aloud by screen readers. */
  legend: string;
  habit: Habit;
  next: NextRules;
  today: string;
  value: ChangeEffect;
  onValueChange: (effect: ChangeEffect) => void;
}

/** What another unit of the streak means for the present streak. */
const newStreaks: Record<StreakUnit, MessageDescriptor> = {
  days: msg`The streak then counts days and starts over.`,
  weeks: msg`The streak then counts weeks and starts over.`,
  months: msg`The streak then counts months and starts over.`,
  quarters: msg`The streak then counts quarters and starts over.`,
};

/** Since when a changed target or schedule applies, and how many past days "always" would change. */
export function EffectField({ legend, habit, next, today, value, onValueChange }: EffectFieldProps) {
  const { i18n } = useLingui();
  const name = useId();
  const unit = streakUnitOf(next.scheduled ?? habit);
  const newUnit = unit === streakUnitOf(habit) ? null : unit;
  const yesterday = fromDayNumber(toDayNumber(today) - 1);
  const years = trpc.useQueries((api) =>
    rangeParts({ from: habit.first_day, to: yesterday }).map((range) =>
      api.progress.listOfHabit({ id: habit.id, ...range }),
    ),
  );
  const isKnown = years.every((year) => year.data !== undefined);
  const entries = years.flatMap((year) => year.data?.results ?? []);
  const changed = isKnown ? countChangedDays(habit, next, entries, today) : undefined;
  return (
    <fieldset className="rounded-control border border-line bg-sunken p-4">
      <legend className="sr-only">{legend}</legend>
      <Choice name={name} isChosen={value === "from_today"} onChoose={() => onValueChange("from_today")}>
        <Trans>From today: past days stay as they are</Trans>
        {newUnit ? <span className="block text-sm text-ink-muted">{i18n._(newStreaks[newUnit])}</span> : null}
      </Choice>
      <Choice name={name} isChosen={value === "always"} onChoose={() => onValueChange("always")}>
        {changed === undefined ? (
          <Trans>Always: past days are re-evaluated</Trans>
        ) : (
          <Plural
            value={changed}
            _0="Always: this changes no past day"
            one="Always: this changes # past day"
            other="Always: this changes # past days"
          />
        )}
      </Choice>
    </fieldset>
  );
}

interface ChoiceProps {
  name: string;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function Choice({ name, isChosen, onChoose, children }: ChoiceProps) {
  return (
    <label className="flex min-h-8 cursor-pointer items-center gap-3 text-[0.9375rem] leading-snug pointer-coarse:min-h-11">
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        className={
          "size-4.5 shrink-0 appearance-none rounded-full border border-line-strong bg-surface transition-[border-width] " +
          "checked:border-[5px] checked:border-accent forced-colors:appearance-auto"
        }
      />
      <span>{children}</span>
    </label>
  );
}
