import { amountMax, descriptionLengthMax, titleLengthMax } from "@daymark/domain/bounds";
import { type Habit, type HabitCreateInput, type HabitType, habitCreateInput } from "@daymark/domain/habit";
import type { Plan } from "@daymark/domain/plan";
import type { Unit } from "@daymark/domain/unit";
import { Segmented } from "@daymark/ui/segmented";
import { TextArea, TextField } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { Controller } from "react-hook-form";
import { useSchemaForm } from "../../lib/form.ts";
import { GroupField } from "./group-field.tsx";
import { type HabitUpdate, habitChanges, type TargetEffect } from "./habit-changes.ts";
import { isFull, type Room } from "./habit-list.ts";
import { HuePicker } from "./hue-picker.tsx";
import { hueStyle, newHue } from "./hues.ts";
import { ScheduleField } from "./schedule-field.tsx";
import { TargetEffectField } from "./target-effect-field.tsx";
import { UnitField } from "./unit-field.tsx";

interface HabitValues {
  title: string;
  type: HabitType;
  /** As typed; a number once it is one. */
  target: number | string | undefined;
  unit: Unit;
  hue: number;
  description: string;
  weekdays: number[];
  schedule: { times_per_week: number } | null;
  group_name: string;
}

type HabitSchemaForm = ReturnType<typeof useSchemaForm<HabitValues, HabitCreateInput>>;

export type HabitSubmit = (values: HabitCreateInput | HabitUpdate, form: HabitSchemaForm) => Promise<void>;

interface HabitFormProps {
  id: string;
  /** The one that is edited. */
  habit: Habit | undefined;
  type: HabitType;
  plan: Plan;
  room: Record<HabitType, Room>;
  /** Of the habits that exist. */
  takenHues: readonly number[];
  /** The names of groups that exist. */
  groups: readonly string[];
  today: string;
  /** Below the type: why no habit of it can be created yet. */
  notice?: ReactNode;
  onTypeChange?: (type: HabitType) => void;
  onSubmit: HabitSubmit;
}

export function HabitForm(props: HabitFormProps) {
  const { id, habit, type, plan, room, takenHues, groups, today, notice, onTypeChange, onSubmit } = props;
  const { t } = useLingui();
  const form = useSchemaForm<HabitValues, HabitCreateInput>(habitCreateInput, defaultsOf(habit, type, takenHues));
  const [effect, setEffect] = useState<TargetEffect>("from_today");
  const values = form.watch();
  const target = isAmount(values.target) ? values.target : undefined;
  const isTargetNew = habit !== undefined && target !== undefined && target !== habit.target;
  const isGood = values.type === "good";

  return (
    <form
      id={id}
      noValidate
      style={hueStyle(values.hue)}
      className="flex flex-col gap-6"
      onSubmit={form.handleSubmit((input) => onSubmit(habit ? habitChanges(habit, input, effect) : input, form))}
    >
      {habit ? null : (
        <Controller
          control={form.control}
          name="type"
          render={({ field }) => (
            <TypeField
              value={field.value}
              onValueChange={(next) => {
                field.onChange(next);
                onTypeChange?.(next);
                // Only what is to be done can be done some times a week.
                if (next === "bad") form.setValue("schedule", null);
                // A hue that was chosen stays.
                if (!form.formState.dirtyFields.hue) form.resetField("hue", { defaultValue: newHue(next, takenHues) });
              }}
              room={room}
            />
          )}
        />
      )}
      {notice}
      <TextField
        label={t`Title`}
        placeholder={isGood ? t`Read a book` : t`Sweets`}
        autoComplete="off"
        maxLength={titleLengthMax}
        required
        errors={form.errorsOf("title")}
        {...form.register("title")}
      />
      <div className="grid grid-cols-[2fr_3fr] items-start gap-3 sm:grid-cols-2">
        <TextField
          label={isGood ? t`Goal a day` : t`Limit a day`}
          inputMode="numeric"
          autoComplete="off"
          required
          errors={form.errorsOf("target")}
          {...form.register("target", { setValueAs: toAmount })}
        />
        <Controller
          control={form.control}
          name="unit"
          render={({ field }) => (
            <UnitField
              value={field.value}
              onValueChange={field.onChange}
              kindOf={habit?.unit}
              errors={form.errorsOf("unit")}
            />
          )}
        />
      </div>
      {isTargetNew ? (
        <TargetEffectField
          habit={habit}
          target={target}
          unit={values.unit}
          today={today}
          rules={{ weekdays: values.weekdays, schedule: values.schedule }}
          value={effect}
          onValueChange={setEffect}
        />
      ) : null}
      <Controller
        control={form.control}
        name="hue"
        render={({ field }) => (
          <HuePicker plan={plan} value={field.value} onValueChange={field.onChange} errors={form.errorsOf("hue")} />
        )}
      />
      <ScheduleField
        type={values.type}
        weekdays={values.weekdays}
        schedule={values.schedule}
        onWeekdaysChange={(weekdays) => form.setValue("weekdays", weekdays, setOptions)}
        onScheduleChange={(schedule) => form.setValue("schedule", schedule, setOptions)}
        errors={[...form.errorsOf("weekdays"), ...form.errorsOf("schedule")]}
      />
      <Controller
        control={form.control}
        name="group_name"
        render={({ field }) => (
          <GroupField
            label={t`Group`}
            optionalLabel={t`optional`}
            placeholder={t`Morning`}
            value={field.value}
            onValueChange={field.onChange}
            groups={groups}
            errors={form.errorsOf("group_name")}
          />
        )}
      />
      <TextArea
        label={t`Description`}
        optionalLabel={t`optional`}
        maxLength={descriptionLengthMax}
        errors={form.errorsOf("description")}
        className="[&_textarea]:min-h-18!"
        {...form.register("description")}
      />
    </form>
  );
}

/** A value that is set from outside of its field counts as typed. */
const setOptions = { shouldDirty: true, shouldValidate: true } as const;

function TypeField(props: {
  value: HabitType;
  onValueChange: (type: HabitType) => void;
  room: Record<HabitType, Room>;
}) {
  const { t } = useLingui();
  const { value, onValueChange, room } = props;
  const { used, limit } = room[value];
  return (
    <div className="flex flex-col gap-2">
      <Segmented
        label={t`Type`}
        options={[
          { value: "good", label: t`Good habit` },
          { value: "bad", label: t`Bad habit` },
        ]}
        value={value}
        onValueChange={onValueChange}
        className="w-full"
      />
      <p className="text-sm leading-snug text-ink-muted" aria-live="polite">
        {isFull(room[value])
          ? value === "good"
            ? t`You keep ${used} of ${limit} good habits. Delete one to make room; archived ones count too.`
            : t`You keep ${used} of ${limit} bad habits. Delete one to make room; archived ones count too.`
          : value === "good"
            ? t`Something to do: the day counts once you reach the goal.`
            : t`Something to curb: the day counts while you stay within the limit.`}
      </p>
    </div>
  );
}

function defaultsOf(habit: Habit | undefined, type: HabitType, takenHues: readonly number[]): HabitValues {
  if (!habit) {
    const hue = newHue(type, takenHues);
    return {
      title: "",
      type,
      target: 1,
      unit: "repetitions",
      hue,
      description: "",
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      schedule: null,
      group_name: "",
    };
  }
  const { title, target, unit, hue, description, weekdays, schedule, group_name } = habit;
  return {
    title,
    type: habit.type,
    target,
    unit,
    hue,
    description,
    weekdays: [...weekdays],
    schedule,
    group_name: group_name ?? "",
  };
}

function isAmount(value: number | string | undefined): value is number {
  return typeof value === "number" && value >= 1 && value <= amountMax;
}

/** Plain digits are a number; anything else stays what was typed, for the schema to judge. */
function toAmount(text: unknown): number | string | undefined {
  const typed = String(text ?? "").trim();
  if (typed === "") return undefined;
  return /^[+-]?\d+$/.test(typed) ? Number(typed) : typed;
}
