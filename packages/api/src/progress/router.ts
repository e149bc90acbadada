import { success } from "@daymark/domain/base/successes";
import {
  type DayChange,
  entryListSchema,
  entrySchema,
  progressDayInput,
  progressIncrementInput,
  progressListInput,
  progressListOfHabitInput,
  progressSetInput,
  progressSetManyInput,
} from "@daymark/domain/tracking/progress";
import { ApiError } from "../base/error.ts";
import { compiledOutput } from "../procedure/compiled-output.ts";
import { callersToday } from "../procedure/context.ts";
import { router, userProcedure } from "../procedure/trpc.ts";
import { announcingDays, recordedOf } from "./announce.ts";
import { type Change, changeDays } from "./change.ts";
import { confirmDays } from "./confirm.ts";
import { deleteEntry } from "./delete.ts";
import { incrementEntry } from "./increment.ts";
import { listEntries, listEntriesOfHabit } from "./list.ts";
import { clockOf, isOnDay, timeOnDay } from "./logged-day.ts";
import { setEntry } from "./set.ts";

const entryListOutput = compiledOutput(entryListSchema);

/** A change of more days waits for a turn: each day may have a log of a hundred entries, which are compared and written. */
const fewDaysMax = 50;

/** Archived habits are included: the dashboard hides them, but their owner may still correct their past. */
export const progressRouter = router({
  list: userProcedure
    .meta({
      openapi: { method: "GET", path: "/progress/", summary: "List the progress of all active habits" },
      errors: ["payload_too_large"],
    })
    .input(progressListInput)
    .output(entryListOutput)
    .query(async ({ ctx, input }) => ({ results: await listEntries(ctx, input) })),

  listOfHabit: userProcedure
    .meta({
      openapi: { method: "GET", path: "/habits/{id}/progress/", summary: "List the progress of a habit" },
      errors: ["habit_not_found"],
    })
    .input(progressListOfHabitInput)
    .output(entryListOutput)
    .query(async ({ ctx, input }) => ({
      results: found(await listEntriesOfHabit(ctx.db.$client, ctx.user.id, input)),
    })),

  set: userProcedure
    .meta({
      openapi: { method: "PUT", path: "/habits/{id}/progress/{day}/", summary: "Record a value, a skip or a note" },
      changes: ["progress"],
      errors: ["habit_not_found", "conflict"],
    })
    .input(progressSetInput)
    .output(entrySchema)
    .mutation(async ({ ctx, input }) => {
      const at = timeOnDay(input.at, input.day, clockOf(ctx));
      const entry = await announcingDays(
        ctx,
        async (call) => found(await setEntry(call, { ...input, at }, ctx.now())),
        (recorded) => recordedOf([recorded]),
      );
      ctx.services.tally.addEntry(entry);
      return entry;
    }),

  setMany: userProcedure
    .meta({
      openapi: { method: "PUT", path: "/progress/", summary: "Record many days, all or none" },
      changes: ["progress"],
      readsAllHabits: "for_events",
      writesManyDays: (input) => countEntries(input) > fewDaysMax,
      errors: ["habit_not_found", "conflict"],
    })
    .input(progressSetManyInput)
    .output(entryListOutput)
    .mutation(async ({ ctx, input }) => {
      const results = await announcingDays(
        ctx,
        (call) => changeDays(call, withTimes(ctx, input.entries), ctx.now()),
        recordedOf,
      );
      results.forEach(ctx.services.tally.addEntry);
      return { results };
    }),

  confirm: userProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/habits/{id}/confirm/",
        summary: "Confirm that nothing happened on days of a bad habit",
      },
      changes: ["progress"],
      errors: ["habit_not_found"],
    })
    .input(progressListOfHabitInput)
    .output(entryListOutput)
    .mutation(async ({ ctx, input }) => {
      const today = callersToday(ctx);
      const results = await announcingDays(ctx, (call) => confirmDays(call, input, today), recordedOf);
      results.forEach(ctx.services.tally.addEntry);
      return { results };
    }),

  increment: userProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/habits/{id}/progress/{day}/increment/",
        summary: "Increment the value of a day",
      },
      changes: ["progress"],
      errors: ["habit_not_found"],
    })
    .input(progressIncrementInput)
    .output(entrySchema)
    .mutation(async ({ ctx, input }) => {
      const clock = clockOf(ctx);
      if (input.at !== undefined && !isOnDay(input.at, input.day, clock)) {
        throw new ApiError("validation_failed", { fields: { at: [{ code: "at_not_on_day" }] } });
      }
      const at = timeOnDay(input.at, input.day, clock);
      const entry = await announcingDays(
        ctx,
        async (call) => found(await incrementEntry(call, { ...input, at }, ctx.now())),
        (recorded) => recordedOf([recorded]),
      );
      ctx.services.tally.addEntry(entry);
      return entry;
    }),

  delete: userProcedure
    .meta({
      openapi: {
        method: "DELETE",
        path: "/habits/{id}/progress/{day}/",
        summary: "Delete everything recorded on a day",
      },
      changes: ["progress"],
      errors: ["habit_not_found", "habit_progress_not_found"],
    })
    .input(progressDayInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      const { id, day } = input;
      await announcingDays(
        ctx,
        (call) => deleteEntry(call, input),
        () => [{ habit_id: id, day, entry: null }],
      );
      return { detail: "habit_progress_deleted" };
    }),
});

/** How many days a call of `setMany` names, by its raw input. */
function countEntries(input: unknown): number {
  const entries = typeof input === "object" && input !== null && "entries" in input ? input.entries : [];
  return Array.isArray(entries) ? entries.length : 0;
}

/** Many days at once are mostly done at other times than now, so an amount without a time gets none. */
function withTimes(ctx: Parameters<typeof clockOf>[0], entries: readonly (DayChange & DayOfHabit)[]): Change[] {
  const clock = clockOf(ctx);
  return entries.map((entry) => ({ ...entry, at: entry.at ? timeOnDay(entry.at, entry.day, clock) : null }));
}

interface DayOfHabit {
  habit_id: number;
  day: string;
}

function found<T>(answer: T | undefined): T {
  if (answer === undefined) throw new ApiError("habit_not_found");
  return answer;
}
