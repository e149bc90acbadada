import { bigint, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "./user.ts";

/**
 * The outbox: the row is the mail's content and state, the job in the queue is only its lease. The server writes the
 * row in the transaction of the event, so that neither exists without the other.
 */
export const mails = pgTable(
  "mails",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** The row is deleted with its user, so that a deleted account leaves no address behind. */
    user_id: bigint({ mode: "number" }).references(() => users.id, { onDelete: "cascade" }),
    state: text({ enum: ["queued", "sent", "failed"] })
      .notNull()
      .default("queued"),
    template: text().notNull(),
    /**
     * Recipient, language and values, encrypted because they contain links. Null once the mail is sent or permanently
     * refused.
     */
    content: text(),
    attempts: integer().notNull().default(0),
    /** Code or class of the last failure, never the mail server's full text. */
    last_error: text(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    sent_at: timestamp({ withTimezone: true }),
  },
  (table) => [index("mails_user_id_idx").on(table.user_id), index("mails_state_idx").on(table.state)],
);
