import { ApiError } from "@daymark/api/base/error";
import { daySchema } from "@daymark/domain/base/day-input";
import { habitsOfName } from "@daymark/domain/tracking/find-habit";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { messageHabitSchema } from "@daymark/domain/webhook/webhook-message";
import * as z from "zod/mini";
import type { Calls } from "./tool.ts";

/** How a model names a habit. */
export const habitNameSchema = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(100),
    z.meta({ description: "The habit's title, its short name such as `@run`, or its id as digits." }),
  );

/**
 * A habit in a list: without the history of its goals and schedules, like the habit of a webhook. With them, a list of a few
 * habits could be longer than an answer may be.
 */
export function withoutHistories({
  targets: _,
  past_schedules: __,
  ...habit
}: Habit): z.infer<typeof messageHabitSchema> {
  return habit;
}

/** The day that a tool is about. Without one it is today. */
export const dayInput = z.optional(
  daySchema.check(
    z.meta({ description: "YYYY-MM-DD, `today` (the default) or `yesterday`, in the user's time zone." }),
  ),
);

/**
 * The habit that a name means: its id, its short name, its title in any case, or the only title that contains it. Archived habits count
 * only if no active one fits.
 *
 * @throws ApiError habit_not_found; validation_failed if several titles fit, with these titles
 */
export async function findHabit({ api }: Calls, name: string): Promise<Habit> {
  for (const archived of [false, true]) {
    const { results } = await api.habit.list({ archived });
    const found = habitsOfName(results, name);
    if (found.length === 1) return found[0] as Habit;
    if (found.length > 1) {
      const options = found.map(({ id, title }) => `${title} (${id})`).join(", ");
      throw new ApiError("validation_failed", { fields: { habit: [{ code: "choice_invalid", values: { options } }] } });
    }
  }
  throw new ApiError("habit_not_found");
}
