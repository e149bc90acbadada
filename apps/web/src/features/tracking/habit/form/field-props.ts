import type { Plan } from "@daymark/domain/account/plan";
import type { Scheduled } from "@daymark/domain/schedule/schedule";
import type { Habit, HabitContent, HabitType } from "@daymark/domain/tracking/habit";
import type { ReactNode } from "react";
import type { useSchemaForm } from "../../../../lib/form/form.ts";
import type { ChangeEffect } from "../change/habit-changes.ts";
import type { Room } from "../habit-list.ts";

export interface HabitValues extends Omit<HabitContent, "target"> {
  /** As typed; a number if it is a valid one. */
  target: number | string | undefined;
}

export type HabitSchemaForm = ReturnType<typeof useSchemaForm<HabitValues, HabitContent>>;

/** What the form knows beside the values of the habit. */
export interface HabitFormContext {
  /** The habit being edited. */
  habit: Habit | undefined;
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
}

export interface HabitFieldProps extends HabitFormContext {
  form: HabitSchemaForm;
  values: HabitValues;
  /** Since when a new target or schedule of the edited habit applies. */
  effect: ChangeEffect;
  onEffectChange: (effect: ChangeEffect) => void;
}

/** A value set from outside its field counts as typed. */
export const setOptions = { shouldDirty: true, shouldValidate: true } as const;

export function scheduledOf({ weekdays, schedule }: Scheduled): Scheduled {
  return { weekdays, schedule };
}
