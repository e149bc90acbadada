import type { Plan } from "@daymark/domain/account/plan";
import type { Scheduled } from "@daymark/domain/schedule/schedule";
import type { Habit, HabitContent, HabitType } from "@daymark/domain/tracking/habit";
import type { ReactNode } from "react";
import type { useSchemaForm } from "../../../../lib/form/form.ts";
import type { ChangeEffect } from "../habit-changes.ts";
import type { Room } from "../habit-list.ts";

export interface HabitValues extends Omit<HabitContent, "target"> {
  /** As typed; a number if it is a valid one. */
  target: number | string | undefined;
}

export type HabitSchemaForm = ReturnType<typeof useSchemaForm<HabitValues, HabitContent>>;

export interface HabitFieldProps {
  form: HabitSchemaForm;
  values: HabitValues;
  /** The habit being edited. */
  habit: Habit | undefined;
  plan: Plan;
  room: Record<HabitType, Room>;
  /** Hues of the existing habits. */
  takenHues: readonly number[];
  /** The names of existing groups. */
  groups: readonly string[];
  today: string;
  notice?: ReactNode;
  onTypeChange?: (type: HabitType) => void;
  /** Since when a new target or schedule of the edited habit applies. */
  effect: ChangeEffect;
  onEffectChange: (effect: ChangeEffect) => void;
}

/** A value set from outside its field counts as typed. */
export const setOptions = { shouldDirty: true, shouldValidate: true } as const;

export function scheduledOf({ weekdays, schedule }: Scheduled): Scheduled {
  return { weekdays, schedule };
}
