import { type Habit, type HabitContent, type HabitType, habitCreateInput } from "@daymark/domain/tracking/habit";
import { habitDefaults, habitMembers } from "@daymark/domain/tracking/habit-content";
import { classes } from "@daymark/ui/classes";
import { useDeferredValue, useState } from "react";
import { useSchemaForm } from "../../../../lib/form/form.ts";
import { type ChangeEffect, type HabitUpdate, habitChanges } from "../change/habit-changes.ts";
import { hueStyle, newHue } from "../hues.ts";
import type { HabitFormContext, HabitSchemaForm, HabitValues } from "./field-props.ts";
import { habitFields } from "./habit-fields.tsx";

/** Type and title. */
const firstFieldCount = 2;

/** Of all fields of a new habit, so that the dialog does not grow when they come. */
const wholeHeight = "min-h-192";

export type HabitSubmit = (values: HabitContent | HabitUpdate, form: HabitSchemaForm) => Promise<void>;

interface HabitFormProps extends HabitFormContext {
  id: string;
  type: HabitType;
  onSubmit: HabitSubmit;
}

export function HabitForm({ id, type, onSubmit, ...props }: HabitFormProps) {
  const { habit, takenHues } = props;
  const form = useSchemaForm<HabitValues, HabitContent>(habitCreateInput, valuesOf(habit, type, takenHues));
  const [effect, setEffect] = useState<ChangeEffect>("from_today");
  const values = form.watch();
  // The dialog opens with the first fields. The others follow while it still rises: all at once would delay its first frame.
  const isWhole = useDeferredValue(true, false);
  return (
    <form
      id={id}
      noValidate
      style={hueStyle(values.hue)}
      className={classes("flex flex-col gap-6", !isWhole && wholeHeight)}
      onSubmit={form.handleSubmit((content) => onSubmit(habit ? habitChanges(habit, content, effect) : content, form))}
    >
      {habitFields.slice(0, isWhole ? undefined : firstFieldCount).map((Field, index) => (
        <Field key={index} {...props} form={form} values={values} effect={effect} onEffectChange={setEffect} />
      ))}
    </form>
  );
}

/** The initial values: the content of a habit, or likely values for a new one. */
function valuesOf(habit: Habit | undefined, type: HabitType, takenHues: readonly number[]): HabitValues {
  if (habit) return Object.fromEntries(habitMembers.map((member) => [member, habit[member]])) as HabitContent;
  return { ...habitDefaults, title: "", type, target: 1, unit: "repetitions", hue: newHue(type, takenHues) };
}
