import { amountMax } from "@daymark/domain/base/bounds";
import type { Period } from "@daymark/domain/base/period";
import type { Unit } from "@daymark/domain/base/unit";
import { isSameSchedule } from "@daymark/domain/schedule/history";
import { nameOf } from "@daymark/domain/text/word-forms";
import type { HabitType } from "@daymark/domain/tracking/habit";
import { TextField } from "@daymark/ui/text-field";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Controller } from "react-hook-form";
import { EffectField } from "./effect-field.tsx";
import { type HabitFieldProps, scheduledOf, setOptions } from "./field-props.ts";
import { OwnWordField } from "./own-word-field.tsx";
import { UnitField } from "./unit-field.tsx";
import { hasOwnWord } from "./unit-words.ts";

const targetLabels: Record<HabitType, Record<Period | "day", MessageDescriptor>> = {
  good: {
    day: msg`Daily goal`,
    week: msg`Weekly goal`,
    month: msg`Monthly goal`,
    quarter: msg`Quarterly goal`,
  },
  bad: {
    day: msg`Daily limit`,
    week: msg`Weekly limit`,
    month: msg`Monthly limit`,
    quarter: msg`Quarterly limit`,
  },
};

/** The target and its unit; for an existing habit also since when a new target applies. */
export function TargetFields({ form, values, habit, today, effect, onEffectChange }: HabitFieldProps) {
  const { i18n, t } = useLingui();
  const { unit, unit_label } = values;
  const [isChosen, setChosen] = useState(false);
  const isOwnWord = hasOwnWord(values, isChosen);
  // Keeps the word, in case the user returns from another unit.
  const [lastWord, setLastWord] = useState<string | null>(null);
  const setWord = (word: string | null) => form.setValue("unit_label", word, setOptions);
  const choose = (next: Unit | null) => {
    if (next === null && isOwnWord) return;
    if (isOwnWord) setLastWord(unit_label);
    setChosen(next === null);
    form.setValue("unit", next ?? "repetitions", setOptions);
    setWord(next === null ? lastWord : null);
  };
  const dropped = !isOwnWord && habit?.unit_label ? nameOf(habit.unit_label) : null;
  const target = isAmount(values.target) ? values.target : undefined;
  return (
    <>
      <div className="grid grid-cols-[2fr_3fr] items-start gap-3 sm:grid-cols-2">
        <TextField
          label={i18n._(targetLabels[values.type][values.schedule?.target_per ?? "day"])}
          inputMode="numeric"
          autoComplete="off"
          required
          errors={form.errorsOf("target")}
          {...form.register("target", { setValueAs: toAmount })}
        />
        <UnitField
          value={unit}
          onValueChange={choose}
          isOwnWord={isOwnWord}
          onOwnWord={() => choose(null)}
          hint={dropped ? t`Your word “${dropped}” goes away when you save.` : undefined}
          kindOf={habit?.unit}
          errors={[...form.errorsOf("unit"), ...(isOwnWord ? [] : form.errorsOf("unit_label"))]}
        />
      </div>
      {isOwnWord ? (
        <Controller
          control={form.control}
          name="unit_label"
          render={({ field }) => (
            <OwnWordField
              value={unit_label}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
              errors={form.errorsOf("unit_label")}
              inputRef={field.ref}
            />
          )}
        />
      ) : null}
      {habit && target !== undefined && target !== habit.target ? (
        <EffectField
          legend={habit.type === "good" ? t`When the new goal takes effect` : t`When the new limit takes effect`}
          habit={habit}
          next={{ unit, target, scheduled: isSameSchedule(habit, values) ? undefined : scheduledOf(values) }}
          today={today}
          value={effect}
          onValueChange={onEffectChange}
        />
      ) : null}
    </>
  );
}

function isAmount(value: number | string | undefined): value is number {
  return typeof value === "number" && value >= 1 && value <= amountMax;
}

/** Plain digits become a number; other text stays as typed, for the schema to check. */
function toAmount(text: unknown): number | string | undefined {
  const typed = String(text ?? "").trim();
  if (typed === "") return undefined;
  return /^[+-]?\d+$/.test(typed) ? Number(typed) : typed;
}
