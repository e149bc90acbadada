import {
  entryListSchema,
  entrySchema,
  progressDayInput,
  progressIncrementInput,
  progressListInput,
  progressListOfHabitInput,
  progressSetInput,
} from "@daymark/domain/progress";
import { success } from "@daymark/domain/successes";
import { ApiError } from "../error.ts";
import { router, userProcedure } from "../trpc.ts";
import { incrementEntry } from "./increment.ts";
import { listEntries, listEntriesOfHabit } from "./list.ts";
import { setEntry } from "./set.ts";

/** Archived habits take part: they are out of sight on the dashboard, but their past is still their owner's to mend. */
export const progressRouter = router({
  list: userProcedure
    .meta({ openapi: { method: "GET", path: "/progress/", summary: "Progress of all active habits, day by day" } })
    .input(progressListInput)
    .output(entryListSchema)
    .query(async ({ ctx, input }) => ({ results: await listEntries(ctx.db.$client, ctx.user.id, input) })),

  listOfHabit: userProcedure
    .meta({
      openapi: { method: "GET", path: "/habits/{id}/progress/", summary: "Progress of one habit" },
      errors: ["habit_not_found"],
    })
    .input(progressListOfHabitInput)
    .output(entryListSchema)
    .query(async ({ ctx, input }) => ({
      results: found(await listEntriesOfHabit(ctx.db.$client, ctx.user.id, input)),
    })),

  set: userProcedure
    .meta({
      openapi: { method: "PUT", path: "/habits/{id}/progress/{day}/", summary: "Record a value, a skip or a note" },
      errors: ["habit_not_found"],
    })
    .input(progressSetInput)
    .output(entrySchema)
    .mutation(async ({ ctx, input }) => found(await setEntry(ctx.db.$client, ctx.user.id, input))),

  increment: userProcedure
    .meta({
      openapi: { method: "POST", path: "/habits/{id}/progress/{day}/increment/", summary: "Add to a day's value" },
      errors: ["habit_not_found"],
    })
    .input(progressIncrementInput)
    .output(entrySchema)
    .mutation(async ({ ctx, input }) => found(await incrementEntry(ctx.db.$client, ctx.user.id, input))),

  delete: userProcedure
    .meta({
      openapi: { method: "DELETE", path: "/habits/{id}/progress/{day}/", summary: "Remove all that a day says" },
      errors: ["habit_not_found", "habit_progress_not_found"],
    })
    .input(progressDayInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      const [habit] = await ctx.db.$client<{ is_deleted: boolean }[]>`
        with habit as (
          select user_id, id from habits where user_id = ${ctx.user.id} and id = ${input.id} and deleted_at is null
        ),
        deleted as (
          delete from progress p using habit h
          where p.user_id = h.user_id and p.habit_id = h.id and p.day = ${input.day} returning p.day
        )
        select exists (select from deleted) as is_deleted from habit`;
      if (!found(habit).is_deleted) throw new ApiError("habit_progress_not_found");
      return { detail: "habit_progress_deleted" };
    }),
});

function found<T>(answer: T | undefined): T {
  if (answer === undefined) throw new ApiError("habit_not_found");
  return answer;
}
