/** Events of a user's habits. A webhook can be limited to some habits. */
export const habitEvents = [
  "habit.created",
  "habit.updated",
  "habit.archived",
  "habit.unarchived",
  "habit.deleted",
  "habit.restored",
  "habit.finished",
  "day.recorded",
  "goal.met",
  "streak.reached",
  "streak.broken",
  "habit.at_risk",
] as const;
/** Events of admins: they stop when their owner is no longer an admin. */
export const adminEvents = ["account.created", "report.created"] as const;

/** The events that a user can choose. A name, once published, keeps its meaning and its members. */
export const webhookEvents = [...habitEvents, "feature_request.decided", ...adminEvents] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** All types of messages: the user asks for the test, so it cannot be chosen. */
export const messageTypes = [...webhookEvents, "webhook.test"] as const;
export type MessageType = (typeof messageTypes)[number];

/** Lengths of a streak, in its unit, that `streak.reached` reports; and each further full year of days. */
const streakMilestones = [7, 30, 100, 365] as const;

/** Whether `streak.reached` reports a streak of this length. */
export function isMilestone(length: number): boolean {
  return (streakMilestones as readonly number[]).includes(length) || (length > 0 && length % 365 === 0);
}
