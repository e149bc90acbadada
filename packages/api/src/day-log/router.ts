import { success } from "@daymark/domain/base/successes";
import {
  changedLogItemSchema,
  logCreateInput,
  logHoursInput,
  logHoursSchema,
  logItemInput,
  logListInput,
  logListSchema,
  logUpdateInput,
} from "@daymark/domain/day-log/day-log";
import { router, userProcedure } from "../procedure/trpc.ts";
import { announcingDays, recordedOf } from "../progress/announce.ts";
import { clockOf } from "../progress/logged-day.ts";
import { listLog, readHours } from "./read.ts";
import { addItem, deleteLogItem, updateLogItem } from "./write.ts";

/** The entries of a day with their times, for habits that keep a log. They add up to the day. */
export const dayLogRouter = router({
  list: userProcedure
    .meta({
      openapi: { method: "GET", path: "/habits/{id}/log/", summary: "List the log of a day or of a range of days" },
      errors: ["habit_not_found", "invalid_cursor"],
    })
    .input(logListInput)
    .output(logListSchema)
    .query(({ ctx, input: { id, date, from, to, ...page } }) => {
      const range = { id, from: date ?? from ?? "", to: date ?? to ?? "" };
      return listLog(ctx.db.$client, ctx.user.id, range, page);
    }),

  hours: userProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/habits/{id}/log/hours/",
        summary: "Count the entries of a habit by hour of the day",
      },
      errors: ["habit_not_found"],
    })
    .input(logHoursInput)
    .output(logHoursSchema)
    .query(({ ctx, input }) => readHours(ctx, input, clockOf(ctx).timezone)),

  create: userProcedure
    .meta({
      openapi: { method: "POST", path: "/habits/{id}/log/", summary: "Add an entry to the log of a day", status: 201 },
      changes: ["progress"],
      errors: ["habit_not_found", "conflict"],
    })
    .input(logCreateInput)
    .output(changedLogItemSchema)
    .mutation(async ({ ctx, input }) => {
      const changed = await announcingDays(
        ctx,
        (call) => addItem(call, input, clockOf(ctx)),
        ({ entry }) => recordedOf([entry]),
      );
      ctx.services.tally.addEntry(changed.entry);
      return changed;
    }),

  update: userProcedure
    .meta({
      openapi: { method: "PATCH", path: "/habits/{id}/log/{item_id}/", summary: "Change a log entry" },
      changes: ["progress"],
      errors: ["habit_not_found", "log_item_not_found", "conflict"],
    })
    .input(logUpdateInput)
    .output(changedLogItemSchema)
    .mutation(({ ctx, input }) =>
      announcingDays(
        ctx,
        (call) => updateLogItem(call, input, clockOf(ctx)),
        ({ entry }) => recordedOf([entry]),
      ),
    ),

  delete: userProcedure
    .meta({
      openapi: { method: "DELETE", path: "/habits/{id}/log/{item_id}/", summary: "Delete a log entry" },
      changes: ["progress"],
      errors: ["habit_not_found", "log_item_not_found", "conflict"],
    })
    .input(logItemInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      await announcingDays(
        ctx,
        (call) => deleteLogItem(call, input, clockOf(ctx)),
        (entry) => recordedOf([entry]),
      );
      return { detail: "log_item_deleted" };
    }),
});
