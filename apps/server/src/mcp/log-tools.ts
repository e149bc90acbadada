import { logItemSchema } from "@daymark/domain/day-log/day-log";
import { logItemsOfDayMax } from "@daymark/domain/day-log/follow-day";
import * as z from "zod/mini";
import { dayNameSchema, dayOf, findHabit, habitNameSchema } from "./habit-of.ts";
import { defineTool } from "./tool.ts";

export const listLog = defineTool({
  name: "list_log",
  title: "The log of a day",
  description:
    "Lists the log entries of a day, for a habit that keeps a log, each with its time (null if it is not known). They add up to the value of the day.",
  effect: "read",
  input: z.strictObject({ habit: habitNameSchema, day: dayNameSchema }),
  output: z.object({ habit_id: z.int(), title: z.string(), day: z.string(), entries: z.array(logItemSchema) }),
  async run(calls, { habit: name, day: dayName }) {
    const [{ id, title }, day] = [await findHabit(calls, name), dayOf(calls, dayName)];
    const { results } = await calls.api.dayLog.list({ id, date: day, limit: logItemsOfDayMax });
    return { habit_id: id, title, day, entries: results };
  },
});
