import { habits } from "@daymark/db/schema/habit";
import { reminders } from "@daymark/db/schema/reminder";
import { unsubscribeInput, unsubscribeOutput } from "@daymark/domain/account/unsubscribe";
import { success } from "@daymark/domain/base/successes";
import {
  doneInput,
  doneSchema,
  reminderCreateInput,
  reminderIdInput,
  reminderListInput,
  reminderListSchema,
  reminderSchema,
  reminderUpdateInput,
} from "@daymark/domain/reminder/reminder";
import { and, asc, eq, getTableColumns, inArray, isNull } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import { presentHabits } from "../habit/trash.ts";
import { limitAddress } from "../procedure/rate-limit.ts";
import { accountProcedure, publicProcedure, router } from "../procedure/trpc.ts";
import { createReminder } from "./create.ts";
import { markDone } from "./done.ts";
import { toReminder } from "./to-reminder.ts";
import { unsubscribe } from "./unsubscribe.ts";
import { updateReminder } from "./update.ts";

/** Reminders are a setting of the user: an API key cannot access them. */
export const reminderRouter = router({
  list: accountProcedure
    .meta({ openapi: { method: "GET", path: "/reminders/", summary: "List reminders, by habit and time of day" } })
    .input(reminderListInput)
    .output(reminderListSchema)
    .query(async ({ ctx, input }) => {
      const rows = await ctx.db
        .select(getTableColumns(reminders))
        .from(reminders)
        .innerJoin(habits, and(eq(habits.user_id, reminders.user_id), eq(habits.id, reminders.habit_id)))
        .where(
          and(
            eq(reminders.user_id, ctx.user.id),
            input.habit_id === undefined ? undefined : eq(reminders.habit_id, input.habit_id),
            isNull(habits.deleted_at),
          ),
        )
        .orderBy(asc(reminders.habit_id), asc(reminders.minute));
      return { results: rows.map(toReminder), next: null };
    }),

  create: accountProcedure
    .meta({
      openapi: { method: "POST", path: "/reminders/", summary: "Create a reminder", status: 201 },
      errors: ["habit_not_found"],
      changes: ["reminder"],
    })
    .input(reminderCreateInput)
    .output(reminderSchema)
    .mutation(({ ctx, input }) => createReminder(ctx, input)),

  update: accountProcedure
    .meta({
      openapi: { method: "PATCH", path: "/reminders/{id}/", summary: "Change a reminder" },
      errors: ["reminder_not_found"],
      changes: ["reminder"],
    })
    .input(reminderUpdateInput)
    .output(reminderSchema)
    .mutation(({ ctx, input }) => updateReminder(ctx, input)),

  delete: accountProcedure
    .meta({
      openapi: { method: "DELETE", path: "/reminders/{id}/", summary: "Delete a reminder" },
      errors: ["reminder_not_found"],
      changes: ["reminder"],
    })
    .input(reminderIdInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      const gone = await ctx.db
        .delete(reminders)
        .where(
          and(
            eq(reminders.user_id, ctx.user.id),
            eq(reminders.id, input.id),
            inArray(reminders.habit_id, presentHabits(ctx.db, ctx.user.id)),
          ),
        )
        .returning({ id: reminders.id });
      if (gone.length === 0) throw new ApiError("reminder_not_found");
      return { detail: "reminder_deleted" };
    }),

  done: publicProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/reminders/done/{token}/",
        summary: "Mark a day as done by the button of a notification",
      },
      errors: ["link_token_invalid", "too_many_requests"],
      takesOwnTurns: true,
    })
    .input(doneInput)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => ({ outcome: await markDone(ctx, input.token) })),

  unsubscribe: publicProcedure
    .meta({
      openapi: { method: "POST", path: "/unsubscribe/{token}/", summary: "Unsubscribe with the link of an email" },
      takesForm: true,
      errors: ["link_token_invalid", "too_many_requests"],
    })
    .input(unsubscribeInput)
    .output(unsubscribeOutput)
    .mutation(async ({ ctx, input }) => {
      await limitAddress(ctx, "unsubscribe");
      return unsubscribe(ctx, input.token);
    }),
});
