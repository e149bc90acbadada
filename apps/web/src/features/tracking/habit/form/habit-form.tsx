import type { Plan } from "@daymark/domain/account/plan";
import { type Habit, type HabitContent, type HabitType, habitCreateInput } from "@daymark/domain/tracking/habit";
import { habitDefaults, habitMembers } from "@daymark/domain/tracking/habit-content";
import { type ReactNode, useState } from "react";
import { useSchemaForm } from "../../../../lib/form/form.ts";
import { type HabitUpdate, habitChanges, type TargetEffect } from "../habit-changes.ts";
import type { Room } from "../habit-list.ts";
import { hueStyle, newHue } from "../hues.ts";
import { type HabitSchemaForm, type HabitValues, habitFields } from "./habit-fields.tsx";

export type HabitSubmit = (values: HabitContent | HabitUpdate, form: HabitSchemaForm) => Promise<void>;

interface HabitFormProps {
  id: string;
  /** The habit being edited. */
  habit: Habit | undefined;
  type: HabitType;
  plan: Plan;
  room: Record<HabitType, Room>;
  /** Hues of the existing habits. */
  takenHues: readonly number[];
  /** The names of existing groups. */
  groups: readonly string[];
  today: string;
  /** Shown below the type: why no habit of it can be created yet. */
  notice?: ReactNode;
  onTypeChange?: (type: HabitType) => void;
  onSubmit: HabitSubmit;
}

export function HabitForm({ id, type, onSubmit, ...props }: HabitFormProps) {
  const { habit, takenHues } = props;
  const form = useSchemaForm<HabitValues, HabitContent>(habitCreateInput, valuesOf(habit, type, takenHues));
  const [effect, setEffect] = useState<TargetEffect>("from_today");
  const values = form.watch();
  return (
    <form
      id={id}
      noValidate
      style={hueStyle(values.hue)}
      className="flex flex-col gap-6"
      onSubmit={form.handleSubmit((content) => onSubmit(habit ? habitChanges(habit, content, effect) : content, form))}
    >
      {habitFields.map((Field, index) => (
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
