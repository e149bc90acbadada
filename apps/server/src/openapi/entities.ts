import { apiKeySchema } from "@daymark/domain/account/api-key";
import { profileSchema, tokenPairSchema } from "@daymark/domain/account/auth";
import { connectedAppSchema } from "@daymark/domain/account/connected-app";
import { importSchema } from "@daymark/domain/account/import";
import { passkeySchema } from "@daymark/domain/account/passkey";
import { pushSubscriptionSchema } from "@daymark/domain/account/push";
import { securityEventSchema } from "@daymark/domain/account/security-event";
import { sessionSchema } from "@daymark/domain/account/session";
import { settingsSchema } from "@daymark/domain/account/settings";
import { analysisSchema } from "@daymark/domain/analysis/analysis";
import { success } from "@daymark/domain/base/successes";
import { calendarLinkSchema } from "@daymark/domain/calendar/calendar-link";
import { blogCardSchema, blogDraftSchema, blogSchema, blogVersionSchema } from "@daymark/domain/community/blog";
import { blockSchema } from "@daymark/domain/community/blog-block";
import { blogTagSchema } from "@daymark/domain/community/blog-tag";
import { shippedRequestSchema } from "@daymark/domain/community/changelog";
import {
  commentBlockSchema,
  commentListSchema,
  commentSchema,
  emojiCountSchema,
} from "@daymark/domain/community/comment";
import { featureRequestSchema, requestLinkSchema } from "@daymark/domain/community/feature-request";
import { imageSchema } from "@daymark/domain/community/image";
import { banSchema, moderatedSchema, reportedThingSchema } from "@daymark/domain/community/moderation";
import { reactionSchema, reactionsSchema } from "@daymark/domain/community/thread";
import { logHoursSchema, logItemSchema } from "@daymark/domain/day-log/day-log";
import { healthArrivalSchema, healthMappingSchema, healthReportSchema } from "@daymark/domain/health/health";
import { insightsSchema } from "@daymark/domain/insight/insights";
import { notificationTargetSchema } from "@daymark/domain/notification/target";
import { adminUserSchema } from "@daymark/domain/operator/admin-user";
import { auditedSchema } from "@daymark/domain/operator/audit";
import { featureSwitchSchema } from "@daymark/domain/operator/feature-switch";
import { invitationSchema } from "@daymark/domain/operator/invitation";
import { jobSchema, queueSchema } from "@daymark/domain/operator/job";
import { mailRowSchema } from "@daymark/domain/operator/mail-row";
import { nodeHealthSchema } from "@daymark/domain/operator/node";
import { reminderSchema } from "@daymark/domain/reminder/reminder";
import { reviewSchema } from "@daymark/domain/review/review";
import { statisticsSchema } from "@daymark/domain/rules/statistics";
import { runSchema, streakSchema } from "@daymark/domain/rules/streak";
import { habitListSchema, habitSchema } from "@daymark/domain/tracking/habit";
import { habitLinkSchema, pictureSchema, tapSchema, tapTargetSchema } from "@daymark/domain/tracking/habit-link";
import { noteSchema } from "@daymark/domain/tracking/note";
import { entryListSchema, entrySchema } from "@daymark/domain/tracking/progress";
import { vacationSchema } from "@daymark/domain/tracking/vacation";
import { deliveryDetailSchema, deliverySchema, webhookSchema } from "@daymark/domain/webhook/webhook";
import { messageHabitSchema } from "@daymark/domain/webhook/webhook-message";
import type * as z from "zod/mini";

/**
 * The things that the API answers with, under the names that generated clients give to their types. A name is part of
 * the API: renaming one breaks the code of who generates a client.
 */
export const entities: Readonly<Record<string, { schema: z.ZodMiniType; example?: unknown }>> = {
  AdminUser: { schema: adminUserSchema },
  ApiKey: { schema: apiKeySchema },
  AuditRecord: { schema: auditedSchema },
  Ban: { schema: banSchema },
  Block: { schema: blockSchema },
  Blog: { schema: blogSchema },
  BlogCard: { schema: blogCardSchema },
  BlogDraft: { schema: blogDraftSchema },
  BlogTag: { schema: blogTagSchema },
  BlogVersion: { schema: blogVersionSchema },
  ConnectedApp: { schema: connectedAppSchema },
  CalendarLink: { schema: calendarLinkSchema },
  Comment: { schema: commentSchema },
  CommentBlock: { schema: commentBlockSchema },
  CommentList: { schema: commentListSchema },
  EmojiCount: { schema: emojiCountSchema },
  Entry: {
    schema: entrySchema,
    example: {
      habit_id: 7,
      day: "2026-03-01",
      value: 20,
      unit: "minutes",
      skipped: false,
      note: "Before breakfast",
      confirmed: false,
    },
  },
  EntryList: { schema: entryListSchema },
  FeatureRequest: { schema: featureRequestSchema },
  FeatureRequestLink: { schema: requestLinkSchema },
  FeatureSwitch: { schema: featureSwitchSchema },
  Habit: {
    schema: habitSchema,
    example: {
      id: 7,
      title: "Read",
      description: "A book, no news",
      type: "good",
      target: 20,
      unit: "minutes",
      hue: 135,
      weekdays: [1, 2, 3, 4, 5],
      schedule: { times_per_month: 12 },
      group_name: "Evening",
      emoji: null,
      short_name: "read",
      unit_label: null,
      time_of_day: "evening",
      end: { total: 1000, from: "2026-01-10" },
      keeps_log: true,
      targets: [{ from: "2026-01-10", target: 20 }],
      past_schedules: [{ until: "2026-06-30", weekdays: [1, 2, 3, 4, 5, 6, 7], schedule: null }],
      ended_on: null,
      position: 0,
      archived: false,
      first_day: "2026-01-10",
      created_at: "2026-01-10T18:00:00.000Z",
    },
  },
  HabitAnalysis: { schema: analysisSchema },
  HabitInsights: { schema: insightsSchema },
  HabitLink: { schema: habitLinkSchema },
  HabitList: { schema: habitListSchema },
  HabitReview: { schema: reviewSchema },
  HealthArrival: { schema: healthArrivalSchema },
  HealthMapping: { schema: healthMappingSchema },
  HealthReport: { schema: healthReportSchema },
  HiddenState: { schema: moderatedSchema },
  Image: { schema: imageSchema },
  ImportReport: { schema: importSchema },
  Invitation: { schema: invitationSchema },
  Job: { schema: jobSchema },
  LogHours: { schema: logHoursSchema },
  LogItem: {
    schema: logItemSchema,
    example: {
      id: "0b6f3c1e-8a4d-4f0e-9d53-2f6a7c1b5e90",
      habit_id: 12,
      day: "2026-03-01",
      at: "2026-03-01T07:30:00.000Z",
      value: 20,
      unit: "minutes",
    },
  },
  MailRow: { schema: mailRowSchema },
  MessageHabit: { schema: messageHabitSchema },
  Node: { schema: nodeHealthSchema },
  Note: {
    schema: noteSchema,
    example: {
      id: 3,
      text: "Running shoes need new laces.",
      pinned: false,
      created_at: "2026-03-01T07:30:00.000Z",
      updated_at: "2026-03-01T07:30:00.000Z",
    },
  },
  Passkey: { schema: passkeySchema },
  Profile: { schema: profileSchema },
  PushSubscription: { schema: pushSubscriptionSchema },
  Queue: { schema: queueSchema },
  NotificationTarget: { schema: notificationTargetSchema },
  Reaction: { schema: reactionSchema, example: { id: 12, type: "like" } },
  Reactions: { schema: reactionsSchema, example: { likes: 4, dislikes: 1, mine: { id: 12, type: "like" } } },
  Reminder: { schema: reminderSchema },
  ReportedThing: { schema: reportedThingSchema },
  SecurityEvent: { schema: securityEventSchema },
  Session: { schema: sessionSchema },
  Settings: { schema: settingsSchema },
  ShippedRequest: { schema: shippedRequestSchema },
  Statistics: {
    schema: statisticsSchema,
    example: {
      habit_id: 7,
      total: 740,
      current_streak: 4,
      longest_streak: 16,
      streak_unit: "days",
      assumed_days: 0,
      at_risk: true,
      recorded_days: 37,
      successful_days: 34,
      counted_days: 41,
      success_rate: 0.8293,
      average: 20,
      strength: 0.7412,
      remaining: { days: null, amount: 260, recorded: 740 },
    },
  },
  Streak: { schema: streakSchema },
  StreakRun: { schema: runSchema },
  Success: { schema: success, example: { detail: "The habit has been deleted." } },
  Picture: { schema: pictureSchema },
  Tap: { schema: tapSchema },
  TapTarget: { schema: tapTargetSchema },
  TokenPair: { schema: tokenPairSchema, example: { access: "eyJhbGciOi…", refresh: "eyJhbGciOi…" } },
  Vacation: { schema: vacationSchema },
  Webhook: { schema: webhookSchema },
  WebhookDelivery: { schema: deliverySchema },
  WebhookDeliveryDetail: { schema: deliveryDetailSchema },
};
