import { ApiError } from "@daymark/api/base/error";
import { listStatistics } from "@daymark/api/habit/statistics/statistics";
import { correlationSchema } from "@daymark/domain/analysis/analytics";
import { daySchema } from "@daymark/domain/base/day-input";
import { insightsSchema } from "@daymark/domain/insight/insights";
import { reviewInput, reviewSchema } from "@daymark/domain/review/review";
import { statisticsSchema } from "@daymark/domain/rules/statistics";
import { streakSchema } from "@daymark/domain/rules/streak";
import { noteListSchema, notesMax } from "@daymark/domain/tracking/note";
import { messageHabitSchema } from "@daymark/domain/webhook/webhook-message";
import * as z from "zod/mini";
import { getMonth } from "./get-month.ts";
import { findHabit, habitNameSchema, withoutHistories } from "./habit-of.ts";
import { listDay } from "./list-day.ts";
import { defineTool } from "./tool.ts";

const listHabits = defineTool({
  name: "list_habits",
  title: "Habits and their figures",
  description:
    "Lists the active habits with goals, streaks and success rates. `next` is the `offset` of the next habits, if there are more.",
  effect: "read",
  input: z.strictObject({
    limit: z._default(z.int().check(z.gte(1), z.lte(100)), 50),
    offset: z._default(z.int().check(z.gte(0), z.lte(10_000)), 0),
  }),
  output: z.object({
    habits: z.array(messageHabitSchema),
    statistics: z.array(statisticsSchema),
    next: z.nullable(z.int()),
  }),
  async run({ api, reader, today }, { limit, offset }) {
    const { results: habits } = await api.habit.list({});
    const end = offset + limit;
    const page = habits.slice(offset, end);
    const ids = page.map(({ id }) => id);
    return {
      habits: page.map(withoutHistories),
      statistics: await listStatistics(reader, ids, today),
      next: end < habits.length ? end : null,
    };
  },
});

const explainStreak = defineTool({
  name: "explain_streak",
  title: "Why a streak is this long",
  description:
    "Explains the current streak of a habit day by day, what broke it, and how the user could repair it. Each day names the rule that applied.",
  effect: "read",
  input: z.strictObject({ habit: habitNameSchema }),
  output: streakSchema,
  run: async (calls, input) => calls.api.habit.streak({ id: (await findHabit(calls, input.habit)).id }),
});

const correlateHabits = defineTool({
  name: "correlate_habits",
  title: "How two habits go together",
  description: "Correlates two habits over a range of days, at most a year. Needs the paid plan where there are plans.",
  effect: "read",
  input: z.strictObject({ habit: habitNameSchema, other_habit: habitNameSchema, from: daySchema, to: daySchema }),
  output: correlationSchema,
  async run(calls, input) {
    const [habit, other] = [await findHabit(calls, input.habit), await findHabit(calls, input.other_habit)];
    if (habit.id === other.id) {
      throw new ApiError("validation_failed", { fields: { other_habit: [{ code: "invalid" }] } });
    }
    return calls.api.habit.correlation({ id: habit.id, other_id: other.id, from: input.from, to: input.to });
  },
});

const findInsights = defineTool({
  name: "find_insights",
  title: "Insights across all habits",
  description:
    "Finds which habits go together (the same day and the day after), weekdays and seasons that differ, changes of level, forecasts for the current week, month or quarter, and when totals will be reached, each with the days and the range behind it. A relation does not prove a cause. Needs the paid plan where there are plans.",
  effect: "read",
  input: z.strictObject({}),
  output: insightsSchema,
  run: ({ api }) => api.habit.insights({}),
});

const reviewYear = defineTool({
  name: "review_year",
  title: "The year in review",
  description:
    "Reviews a year, the current one by default: active days, days done and within limits, amounts, longest streaks, and what stands out, each with the days behind it. A day within a limit may be one without a record (`assumed_days`). Needs the paid plan where there are plans.",
  effect: "read",
  input: reviewInput,
  output: z.omit(reviewSchema, { days: true }),
  async run({ api }, input) {
    // The months say the same in a tenth of the words.
    const { days: _, ...review } = await api.habit.review(input);
    return review;
  },
});

const listNotes = defineTool({
  name: "list_notes",
  title: "Notes",
  description:
    "Lists the user's notes, pinned ones first, then the newest. `next` is the `offset` of the next notes, if there are more.",
  effect: "read",
  input: z.strictObject({
    limit: z._default(z.int().check(z.gte(1), z.lte(50)), 20),
    offset: z._default(z.int().check(z.gte(0), z.lte(notesMax)), 0),
  }),
  output: z.object({ results: noteListSchema.shape.results, next: z.nullable(z.int()) }),
  async run({ api }, { limit, offset }) {
    const { results } = await api.note.list({});
    const end = offset + limit;
    return { results: results.slice(offset, end), next: end < results.length ? end : null };
  },
});

/** The tools that a key with the scope `read` can call. */
export const readTools = [
  listDay,
  getMonth,
  listHabits,
  explainStreak,
  correlateHabits,
  findInsights,
  reviewYear,
  listNotes,
];
