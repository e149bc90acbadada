import type { HabitType } from "@daymark/domain/habit";
import type { Unit } from "@daymark/domain/unit";

/** What a file holds, whatever its format: all of it valid, none of it compared with what the user has. */
export interface ImportContent {
  /** In the order in which they are to stand. */
  habits: ImportHabit[];
  /** Oldest first. */
  notes: ImportNote[];
  vacations: ImportVacation[];
}

export interface ImportHabit {
  /** Where it stands in the file. */
  row: string;
  title: string;
  description: string;
  type: HabitType;
  unit: Unit;
  hue: number;
  weekdays: number[];
  times_per_week: number | null;
  group_name: string | null;
  archived: boolean;
  created_on: string;
  /** Null where the file does not say it: then it is now. */
  created_at: string | null;
  /** Ascending, at least one. */
  targets: { from: string; target: number }[];
  days: ImportDay[];
  reminders: ImportReminder[];
}

export interface ImportReminder {
  row: string;
  /** Minutes after midnight, 0..1439; each once a habit. */
  minute: number;
  weekdays: number[];
  by_push: boolean;
  by_mail: boolean;
  /** Null where the file does not say it: then it is now. */
  created_at: string | null;
}

export interface ImportDay {
  day: string;
  value: number | null;
  unit: Unit;
  skipped: boolean;
  note: string | null;
  confirmed: boolean;
  /** As the file calls the vacation that skipped the day. */
  vacation_id: number | null;
}

export interface ImportNote {
  row: string;
  text: string;
  pinned: boolean;
  created_at: string;
  updated_at: string;
}

export interface ImportVacation {
  row: string;
  /** As the file calls it. */
  id: number;
  from: string;
  to: string;
  created_at: string;
}
