import { deviceTypes, networks } from "@daymark/domain/account/session";
import { bigint, boolean, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "./user.ts";

/**
 * A log-in. All its tokens refer to this row, so the end of the row ends every token at once. lucia's adapter requires
 * the names `userId` and `expiresAt`.
 */
export const sessions = pgTable(
  "sessions",
  {
    id: text().primaryKey(),
    userId: bigint("user_id", { mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    remember_me: boolean().notNull().default(false),
    /** The number of the present refresh token: increases with every rotation. */
    generation: integer().notNull().default(0),
    /** When the present refresh token replaced the previous one; null for the first. */
    rotated_at: timestamp({ withTimezone: true }),
    /**
     * Whether the client ever exchanged the present refresh token. Until then, the response with it may have been lost.
     */
    generation_used: boolean().notNull().default(false),
    /** Until when the step-up is satisfied: 10 minutes after a log-in or a repeated password. */
    fresh_until: timestamp({ withTimezone: true }).notNull(),
    device_type: text({ enum: deviceTypes }).notNull().default("PC"),
    os: text().notNull().default(""),
    browser: text().notNull().default(""),
    address: text(),
    location: text(),
    network: text({ enum: networks }).notNull().default("direct"),
    is_automated: boolean().notNull().default(false),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    last_active_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index("sessions_user_id_idx").on(table.userId), index("sessions_expires_at_idx").on(table.expiresAt)],
);
