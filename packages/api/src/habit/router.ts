import { analysisSchema } from "@daymark/domain/analysis/analysis";
import {
  analyticsInput,
  analyticsSchema,
  correlationInput,
  correlationSchema,
  trendInput,
  trendSchema,
} from "@daymark/domain/analysis/analytics";
import { success } from "@daymark/domain/base/successes";
import { insightsSchema } from "@daymark/domain/insight/insights";
import { reviewInput, reviewSchema } from "@daymark/domain/review/review";
import { statisticsListSchema, statisticsSchema } from "@daymark/domain/rules/statistics";
import { streakInput, streakSchema } from "@daymark/domain/rules/streak";
import {
  deletedHabitListSchema,
  habitAnalysisInput,
  habitCreateInput,
  habitGroupRenameInput,
  habitIdInput,
  habitListInput,
  habitListSchema,
  habitOrderInput,
  habitSchema,
  habitUpdateInput,
  trashListInput,
  trashListSchema,
} from "@daymark/domain/tracking/habit";
import * as z from "zod/mini";
import { ApiError } from "../base/error.ts";
import { compiledOutput } from "../procedure/compiled-output.ts";
import { callersToday } from "../procedure/context.ts";
import { readInTurn } from "../procedure/long-reads.ts";
import { limit } from "../procedure/rate-limit.ts";
import { router, userProcedure } from "../procedure/trpc.ts";
import { inTurnOfUser } from "../procedure/user-queue.ts";
import { createHabit } from "./create.ts";
import { getHabit, listHabits } from "./list.ts";
import { listDeletedHabits } from "./list-deleted.ts";
import { setHabitOrder } from "./order.ts";
import { renameGroup } from "./rename-group.ts";
import { restoreHabit } from "./restore.ts";
import { analyseHabit } from "./statistics/analysis.ts";
import { compareHabits, correlateHabits, readTrend } from "./statistics/analytics.ts";
import { readInsights } from "./statistics/insights.ts";
import { readReview } from "./statistics/review.ts";
import { listStatistics } from "./statistics/statistics.ts";
import { explainStreakOf } from "./statistics/streak.ts";
import { deleteForGood, emptyTrash, listTrash, moveToTrash } from "./trash.ts";
import { updateHabit } from "./update.ts";

const habitListOutput = compiledOutput(habitListSchema);
const insightsOutput = compiledOutput(insightsSchema);
const reviewOutput = compiledOutput(reviewSchema);

export const habitRouter = router({
  list: userProcedure
    .meta({ openapi: { method: "GET", path: "/habits/", summary: "List active or archived habits" } })
    .input(habitListInput)
    .output(habitListOutput)
    .query(async ({ ctx, input }) => {
      const filter = { type: input.type, archived: input.archived ?? false };
      const today = callersToday(ctx);
      const results = await listHabits(ctx.db.$client, ctx.user.id, today, filter, (read) => readInTurn(ctx, read));
      return { results, next: null };
    }),

  get: userProcedure
    .meta({ openapi: { method: "GET", path: "/habits/{id}/", summary: "Get a habit" }, errors: ["habit_not_found"] })
    .input(habitIdInput)
    .output(habitSchema)
    .query(({ ctx, input }) => getHabit(ctx.db.$client, ctx.user.id, input.id, callersToday(ctx))),

  create: userProcedure
    .meta({
      openapi: { method: "POST", path: "/habits/", summary: "Create a habit, placed last of its type", status: 201 },
      changes: ["habit"],
      errors: ["validation_failed", "plan_limit_reached"],
    })
    .input(habitCreateInput)
    .output(habitSchema)
    .mutation(({ ctx, input }) => createHabit(ctx, input, callersToday(ctx))),

  update: userProcedure
    .meta({
      openapi: { method: "PATCH", path: "/habits/{id}/", summary: "Change or archive a habit" },
      changes: ["habit"],
      errors: ["validation_failed", "habit_not_found"],
    })
    .input(habitUpdateInput)
    .output(habitSchema)
    .mutation(({ ctx, input }) => updateHabit(ctx, input, callersToday(ctx))),

  delete: userProcedure
    .meta({
      openapi: {
        method: "DELETE",
        path: "/habits/{id}/",
        summary: "Move a habit to the trash",
      },
      changes: ["habit"],
      errors: ["habit_not_found"],
    })
    .input(habitIdInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      await moveToTrash(ctx, input.id);
      return { detail: "habit_deleted" };
    }),

  listDeleted: userProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/habits/deleted/",
        summary: "List deleted habits that still count toward the plan limit",
      },
    })
    .input(z.strictObject({}))
    .output(deletedHabitListSchema)
    .query(async ({ ctx }) => ({ results: await listDeletedHabits(ctx.db.$client, ctx.user.id), next: null })),

  restore: userProcedure
    .meta({
      openapi: { method: "POST", path: "/habits/{id}/restore/", summary: "Restore a habit from the trash" },
      changes: ["habit"],
      errors: ["habit_not_found", "plan_limit_reached"],
    })
    .input(habitIdInput)
    .output(habitSchema)
    .mutation(({ ctx, input }) => restoreHabit(ctx, input.id, callersToday(ctx))),

  trash: router({
    list: userProcedure
      .meta({
        openapi: { method: "GET", path: "/habits/trash/", summary: "List the habits in the trash" },
      })
      .input(trashListInput)
      .output(trashListSchema)
      .query(async ({ ctx }) => ({ results: await listTrash(ctx), next: null })),

    delete: userProcedure
      .meta({
        openapi: { method: "DELETE", path: "/habits/trash/{id}/", summary: "Delete a habit in the trash permanently" },
        changes: ["habit"],
        errors: ["habit_not_found"],
      })
      .input(habitIdInput)
      .output(success)
      .mutation(async ({ ctx, input }) => {
        await deleteForGood(ctx.db, ctx.user.id, input.id);
        return { detail: "habit_deleted_for_good" };
      }),

    deleteAll: userProcedure
      .meta({
        openapi: { method: "DELETE", path: "/habits/trash/", summary: "Empty the trash" },
        changes: ["habit"],
      })
      .input(z.strictObject({}))
      .output(success)
      .mutation(async ({ ctx }) => {
        await inTurnOfUser(ctx, () => emptyTrash(ctx.db, ctx.user.id));
        return { detail: "trash_emptied" };
      }),
  }),

  setOrder: userProcedure
    .meta({
      openapi: { method: "PUT", path: "/habits/order/", summary: "Reorder the active habits of a type" },
      changes: ["habit"],
      readsAllHabits: "for_answer",
      errors: ["validation_failed"],
    })
    .input(habitOrderInput)
    .output(habitListOutput)
    .mutation(async ({ ctx, input }) => ({
      results: await setHabitOrder(ctx, input, callersToday(ctx)),
      next: null,
    })),

  renameGroup: userProcedure
    .meta({
      openapi: {
        method: "PATCH",
        path: "/habits/groups/",
        summary: "Rename, merge or dissolve a group",
      },
      changes: ["habit"],
      readsAllHabits: "for_answer",
    })
    .input(habitGroupRenameInput)
    .output(habitListOutput)
    .mutation(async ({ ctx, input }) => ({
      results: await renameGroup(ctx, input, callersToday(ctx)),
      next: null,
    })),

  statistics: userProcedure
    .meta({
      openapi: { method: "GET", path: "/habits/{id}/statistics/", summary: "Get the statistics of a habit" },
      errors: ["habit_not_found"],
    })
    .input(habitIdInput)
    .output(statisticsSchema)
    .query(async ({ ctx, input }) => {
      const [statistics] = await listStatistics(ctx, [input.id], callersToday(ctx));
      if (!statistics) throw new ApiError("habit_not_found");
      return statistics;
    }),

  statisticsList: userProcedure
    .meta({
      openapi: { method: "GET", path: "/habits/statistics/", summary: "Get the statistics of all active habits" },
    })
    .input(z.strictObject({}))
    .output(statisticsListSchema)
    .query(async ({ ctx }) => ({
      results: await listStatistics(ctx, null, callersToday(ctx)),
    })),

  analysis: userProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/habits/{id}/analysis/",
        summary: "Analyze a habit: strength, pace, weekdays, months, streaks and amounts",
      },
      errors: ["habit_not_found"],
    })
    .input(habitAnalysisInput)
    .output(analysisSchema)
    .query(({ ctx, input }) => analyseHabit(ctx, input, callersToday(ctx))),

  streak: userProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/habits/{id}/streak/",
        summary: "Explain the streak of a habit",
      },
      errors: ["habit_not_found"],
    })
    .input(streakInput)
    .output(streakSchema)
    .query(({ ctx, input }) => explainStreakOf(ctx, input, callersToday(ctx))),

  analytics: userProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/habits/analytics/",
        summary: "Compare all active habits week by week (paid plan)",
      },
      errors: ["plan_limit_reached"],
    })
    .input(analyticsInput)
    .output(analyticsSchema)
    .query(({ ctx, input }) => compareHabits(ctx, input, callersToday(ctx))),

  trend: userProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/habits/{id}/trend/",
        summary: "Get the trend of a habit with moving averages of 7 and 30 days (paid plan)",
      },
      errors: ["plan_limit_reached", "habit_not_found"],
    })
    .input(trendInput)
    .output(trendSchema)
    .query(({ ctx, input }) => readTrend(ctx, input, callersToday(ctx))),

  correlation: userProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/habits/{id}/correlation/",
        summary: "Correlate two habits (paid plan)",
      },
      errors: ["plan_limit_reached", "habit_not_found"],
    })
    .input(correlationInput)
    .output(correlationSchema)
    .query(({ ctx, input }) => correlateHabits(ctx, input, callersToday(ctx))),

  insights: userProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/habits/insights/",
        summary:
          "Get what the days of all active habits say: relations, weekdays, seasons, changes, forecasts, totals (paid plan)",
      },
      errors: ["plan_limit_reached", "too_many_requests"],
    })
    .input(z.strictObject({}))
    .output(insightsOutput)
    .query(async ({ ctx }) => {
      await limit(ctx, "insights", ctx.user.id);
      return readInsights(ctx, callersToday(ctx));
    }),

  review: userProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/habits/review/",
        summary: "Get the review of a year: its days, amounts, streaks, and what stands out (paid plan)",
      },
      errors: ["plan_limit_reached"],
    })
    .input(reviewInput)
    .output(reviewOutput)
    .query(({ ctx, input }) => readReview(ctx, input, callersToday(ctx))),
});
