import { bigint, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "./user.ts";

/**
 * The outbox: the row is the mail's content and state, the job in the queue is only its lease.
 * Written in the transaction of what it tells about, so neither exists without the other.
 */
export const mails = pgTable(
  "mails",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** Gone with its user, so that a deleted account leaves no address behind. */
    user_id: bigint({ mode: "number" }).references(() => users.id, { onDelete: "cascade" }),
    state: text({ enum: ["queued", "sent", "failed"] })
      .notNull()
      .default("queued"),
    template: text().notNull(),
    /** Recipient, language and values, encrypted (it holds links); null once sent, or refused for good. */
    content: text(),
    attempts: integer().notNull().default(0),
    /** Code or class of the last failure, never the server's full text. */
    last_error: text(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    sent_at: timestamp({ withTimezone: true }),
  },
  (table) => [index("mails_user_id_idx").on(table.user_id), index("mails_state_idx").on(table.state)],
);
