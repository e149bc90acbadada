import * as z from "zod/mini";
import { answeredDaySchema } from "../base/day-input.ts";
import { answeredInstantSchema } from "../base/instant.ts";
import { streakUnits } from "../base/period.ts";
import { featureRequestSchema } from "../community/feature-request.ts";
import { reportReasons } from "../community/thread.ts";
import { statisticsSchema } from "../rules/statistics.ts";
import { habitSchema } from "../tracking/habit.ts";
import { entrySchema } from "../tracking/progress.ts";
import type { MessageType } from "./webhook-event.ts";

/** Without the history of its goals and schedules, which would repeat up to 1,000 of them with each day. */
export const messageHabitSchema = z.omit(habitSchema, { targets: true, past_schedules: true });

const ofHabit = z.object({ habit: messageHabitSchema });
const streakMembers = {
  habit: messageHabitSchema,
  /** In `streak_unit`. */
  length: z.int(),
  streak_unit: z.enum(streakUnits),
  /** The first and the last day of the streak. */
  from: answeredDaySchema,
  to: answeredDaySchema,
};

/** The member `data` of each type of message. They contain what REST answers with, under the same names;
 * habits lack `targets` and `past_schedules`. */
export const messageData = {
  "habit.created": ofHabit,
  "habit.updated": ofHabit,
  "habit.archived": ofHabit,
  "habit.unarchived": ofHabit,
  "habit.deleted": ofHabit,
  "habit.restored": ofHabit,
  /** The day with which it ended is `ended_on` of the habit. */
  "habit.finished": z.object({ habit: messageHabitSchema, statistics: statisticsSchema }),
  /** `entry` is null if everything recorded on the day was deleted. */
  "day.recorded": z.object({ habit: messageHabitSchema, day: answeredDaySchema, entry: z.nullable(entrySchema) }),
  /** Both ends are the same day, or the week of a weekly goal, up to today. */
  "goal.met": z.object({ habit: messageHabitSchema, from: answeredDaySchema, to: answeredDaySchema }),
  "streak.reached": z.object(streakMembers),
  "streak.broken": z.object(streakMembers),
  /** The streak ends with this day unless the user acts. */
  "habit.at_risk": z.object({
    habit: messageHabitSchema,
    day: answeredDaySchema,
    length: z.int(),
    streak_unit: z.enum(streakUnits),
    /** When the day ends in the user's time zone. */
    ends_at: answeredInstantSchema,
  }),
  "feature_request.decided": z.object({ feature_request: featureRequestSchema }),
  "account.created": z.object({
    user: z.object({ id: z.int(), username: z.string(), date_joined: answeredInstantSchema }),
  }),
  /** What is reported is in the admins' list of reports. */
  "report.created": z.object({
    report: z.object({ id: z.int(), reason: z.enum(reportReasons), created_at: answeredInstantSchema }),
  }),
  "webhook.test": z.object({ webhook_id: z.int() }),
} as const satisfies Record<MessageType, z.ZodMiniType>;

export type MessageData = { [Type in MessageType]: z.infer<(typeof messageData)[Type]> };

/** The body of a message, as Standard Webhooks recommends it: the type, when the event happened (UTC), and the data. */
export function messageSchema(type: MessageType) {
  return z.object({ type: z.literal(type), timestamp: answeredInstantSchema, data: messageData[type] });
}
