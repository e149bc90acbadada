import { answeredDaySchema } from "@daymark/domain/base/day-input";
import { type Unit, units } from "@daymark/domain/base/unit";
import type { Habit } from "@daymark/domain/tracking/habit";
import * as z from "zod/mini";

export const unitLabelSchema = z.nullable(z.string()).check(
  z.meta({
    description:
      "The user's own word for repetitions, as its forms after 1, 2, 5 and 1.5 with commas between them: `page, pages`. Use it for amounts.",
  }),
);

/** A day of a habit as tools return it. */
export const dayStateSchema = z.object({
  day: answeredDaySchema,
  /** As in the REST API: achieved, awaiting, rest, … */
  result: z.string(),
  value: z.nullable(z.number()),
  unit: z.enum(units),
  /** The user's word for the unit; null for none. */
  unit_label: unitLabelSchema,
  target: z.int(),
  note: z.nullable(z.string()),
});

/** The unit of an entry, by default the habit's, and the user's word for it. */
export function unitOf(habit: Habit, entry: { unit: Unit } | undefined): Pick<Habit, "unit" | "unit_label"> {
  const { unit } = entry ?? habit;
  return { unit, unit_label: unit === "repetitions" ? habit.unit_label : null };
}
