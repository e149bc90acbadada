import { targetFaults, targetKinds } from "@daymark/domain/notification/target";
import { bigint, boolean, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "../user.ts";

/** Services that show a user's reminders, beside mail and push. */
export const notificationTargets = pgTable(
  "notification_targets",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text({ enum: targetKinds }).notNull(),
    name: text().notNull(),
    /** What the user sees of the settings. */
    host: text().notNull(),
    /** The settings as JSON, encrypted with SECRET_KEY: a topic of ntfy, for example, is a password. */
    sealed: text().notNull(),
    /** The last message, and what its service answered. */
    last_at: timestamp({ withTimezone: true }),
    last_status: integer(),
    last_fault: text({ enum: targetFaults }),
    last_answer: text(),
    /** Whether the last attempt took long; null until the first one. */
    answers_slowly: boolean(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index("notification_targets_user_id_idx").on(table.user_id)],
);
