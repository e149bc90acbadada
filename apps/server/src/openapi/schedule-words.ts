import {
  answeredEndSchema,
  answeredScheduleSchema,
  endSchema,
  scheduleSchema,
} from "@daymark/domain/tracking/schedule";
import type * as z from "zod/mini";
import type { JsonSchema } from "./operation.ts";

/** What each member of a schedule means, for readers of the API's description and for assistants. */
const meanings: Record<keyof z.infer<typeof answeredScheduleSchema>, string> = {
  times_per_week: "Done on so many days of an ISO week, whichever they are.",
  times_per_month: "Done on so many days of a calendar month, whichever they are.",
  times_per_quarter: "Done on so many days of a calendar quarter, whichever they are.",
  times_in_days:
    "Done on `times` of any `days` days in a row, as in Loop Habit Tracker; 30 and 31 days mean a month. A day on which it was done covers the days around it, and the streak counts days. With `times` 1 it is due so many days after the last time.",
  months_since_last:
    "Due on the same date so many months after the last time; a shorter month has it on its last day. A day on which it was done covers the days up to the next due one, and the streak counts days.",
  every_days: "Due on `from` and on each n-th day after it.",
  every_weeks:
    "Due in the ISO week of `from` and in each n-th week after it: on the weekday of `from`, or on the habit's `weekdays` if they are not all seven.",
  every_months:
    "Due on the date of `from` in its month and in each n-th month after it; a shorter month has it on its last day.",
  from: "The first due day. Required with `every_days`, `every_weeks` and `every_months`, and only allowed with them.",
  month_days: "Due on these days of each month. -1 is the last day; a month without the day has it on its last one.",
  month_weekdays:
    "Due on the first to fourth, or with `nth` -1 on the last, such weekday of each month. Weekday 1 is Monday.",
  target_per:
    "The target is the goal or limit of a whole ISO week, calendar month or quarter: it holds for the sum of the days. The only schedule of a bad habit.",
};

const scheduleMeaning =
  "When the habit asks for something. An object has exactly one kind of schedule, and `from` if it counts from a day.";

/** What each member of an end means. */
const endMeanings: Record<keyof z.infer<typeof answeredEndSchema>, string> = {
  until: "The last day.",
  days: "So many calendar days, `from` included.",
  total:
    "Until the sum of the amounts from `from` on, in the habit's unit, reaches it; the first 3,660 days count. For good habits only; the habit ends on the day that reaches it.",
  from: "The first day that counts for `days` or `total`; in a request the caller's today by default. Not allowed with `until`.",
};

const endMeaning =
  "When the habit ends; null for a habit that goes on. An object has exactly one kind: `until`, `days` or `total`. After the end no day asks for anything.";

/** Adds to the JSON Schema of a schedule or an end what its members mean; leaves any other schema as it is. */
export function describeSchedule(zodSchema: z.core.$ZodType, json: JsonSchema): void {
  if (zodSchema === scheduleSchema || zodSchema === answeredScheduleSchema) {
    describeMembers(json, scheduleMeaning, meanings);
  }
  if (zodSchema === endSchema || zodSchema === answeredEndSchema) {
    describeMembers(json, endMeaning, endMeanings);
  }
}

/** Keeps what a member tells of itself, such as the words that a day may be in a request, behind its meaning. */
function describeMembers(json: JsonSchema, description: string, meaningOf: Readonly<Record<string, string>>): void {
  json.description = description;
  for (const [name, member] of Object.entries((json.properties ?? {}) as Record<string, JsonSchema>)) {
    member.description = [meaningOf[name], member.description].filter(Boolean).join(" ");
  }
}
