import { habits } from "@daymark/db/schema/habit";
import {
  habitCreateInput,
  habitIdInput,
  habitListInput,
  habitListSchema,
  habitOrderInput,
  habitSchema,
  habitUpdateInput,
} from "@daymark/domain/habit";
import { statisticsListSchema, statisticsSchema } from "@daymark/domain/statistics";
import { success } from "@daymark/domain/successes";
import { and, eq, isNull, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { callersToday } from "../context.ts";
import { ApiError } from "../error.ts";
import { router, userProcedure } from "../trpc.ts";
import { createHabit } from "./create.ts";
import { getHabit, listHabits } from "./list.ts";
import { setHabitOrder } from "./order.ts";
import { restoreHabit } from "./restore.ts";
import { listStatistics } from "./statistics.ts";
import { updateHabit } from "./update.ts";

export const habitRouter = router({
  list: userProcedure
    .meta({ openapi: { method: "GET", path: "/habits/", summary: "Habits: active ones, or archived ones" } })
    .input(habitListInput)
    .output(habitListSchema)
    .query(async ({ ctx, input }) => ({
      results: await listHabits(ctx.db.$client, ctx.user.id, callersToday(ctx), {
        type: input.type,
        archived: input.archived ?? false,
      }),
      next: null,
    })),

  get: userProcedure
    .meta({ openapi: { method: "GET", path: "/habits/{id}/", summary: "One habit" }, errors: ["habit_not_found"] })
    .input(habitIdInput)
    .output(habitSchema)
    .query(({ ctx, input }) => getHabit(ctx.db.$client, ctx.user.id, input.id, callersToday(ctx))),

  create: userProcedure
    .meta({
      openapi: { method: "POST", path: "/habits/", summary: "Add a habit, last of its type", status: 201 },
      errors: ["validation_failed", "plan_limit_reached"],
    })
    .input(habitCreateInput)
    .output(habitSchema)
    .mutation(({ ctx, input }) => createHabit(ctx.db, ctx.user, input, callersToday(ctx))),

  update: userProcedure
    .meta({
      openapi: { method: "PATCH", path: "/habits/{id}/", summary: "Change or archive a habit" },
      errors: ["validation_failed", "habit_not_found"],
    })
    .input(habitUpdateInput)
    .output(habitSchema)
    .mutation(({ ctx, input }) => updateHabit(ctx.db, ctx.user, input, callersToday(ctx))),

  delete: userProcedure
    .meta({
      openapi: { method: "DELETE", path: "/habits/{id}/", summary: "Delete a habit; it can be restored for a while" },
      errors: ["habit_not_found"],
    })
    .input(habitIdInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      const deleted = await ctx.db
        .update(habits)
        .set({ deleted_at: sql`clock_timestamp()` })
        .where(and(eq(habits.user_id, ctx.user.id), eq(habits.id, input.id), isNull(habits.deleted_at)))
        .returning({ id: habits.id });
      if (deleted.length === 0) throw new ApiError("habit_not_found");
      return { detail: "habit_deleted" };
    }),

  restore: userProcedure
    .meta({
      openapi: { method: "POST", path: "/habits/{id}/restore/", summary: "Undo a delete" },
      errors: ["habit_not_found"],
    })
    .input(habitIdInput)
    .output(habitSchema)
    .mutation(({ ctx, input }) => restoreHabit(ctx.db, ctx.user.id, input.id, callersToday(ctx))),

  setOrder: userProcedure
    .meta({
      openapi: { method: "PUT", path: "/habits/order/", summary: "Put the active habits of a type in order" },
      errors: ["validation_failed"],
    })
    .input(habitOrderInput)
    .output(habitListSchema)
    .mutation(async ({ ctx, input }) => ({
      results: await setHabitOrder(ctx.db, ctx.user.id, input, callersToday(ctx)),
      next: null,
    })),

  statistics: userProcedure
    .meta({
      openapi: { method: "GET", path: "/habits/{id}/statistics/", summary: "Total, streaks and rates of one habit" },
      errors: ["habit_not_found"],
    })
    .input(habitIdInput)
    .output(statisticsSchema)
    .query(async ({ ctx, input }) => {
      const [statistics] = await listStatistics(ctx.db.$client, ctx.user.id, input.id, callersToday(ctx));
      if (!statistics) throw new ApiError("habit_not_found");
      return statistics;
    }),

  statisticsList: userProcedure
    .meta({ openapi: { method: "GET", path: "/habits/statistics/", summary: "The same for all active habits" } })
    .input(z.strictObject({}))
    .output(statisticsListSchema)
    .query(async ({ ctx }) => ({
      results: await listStatistics(ctx.db.$client, ctx.user.id, null, callersToday(ctx)),
    })),
});
