import { plans } from "@daymark/domain/account/plan";
import { bigint, boolean, index, integer, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "./user.ts";

/** Links with which people sign up where SIGN_UP is `invite`. */
export const invitations = pgTable(
  "invitations",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** Lower-case hex SHA-256 of the link's token. A token has 256 random bits, so it needs no slow hash. */
    token_hash: text().notNull(),
    /** The admin's own note, such as whom the link is for; may be empty. */
    note: text().notNull(),
    uses_max: integer().notNull(),
    uses: integer().notNull().default(0),
    /** The plan of the accounts; null for the plan that new accounts have. */
    plan: text({ enum: plans }),
    /** The only address that may sign up by it; null for any. */
    email: text(),
    /** Whether the account becomes an admin once its address, which is `email`, is verified. */
    is_staff: boolean().notNull(),
    /** Null if the account was deleted, or if the operator made the link with a command on the machine. */
    created_by: bigint({ mode: "number" }).references(() => users.id, { onDelete: "set null" }),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    expires_at: timestamp({ withTimezone: true }).notNull(),
    revoked_at: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex("invitations_hash_key").on(table.token_hash),
    index("invitations_created_by_idx").on(table.created_by),
  ],
);

/** The accounts that were created by an invitation. */
export const invitationUses = pgTable(
  "invitation_uses",
  {
    user_id: bigint({ mode: "number" })
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    invitation_id: bigint({ mode: "number" })
      .notNull()
      .references(() => invitations.id, { onDelete: "cascade" }),
    /** True while the account waits for its admin right, until its address is verified. */
    awaits_staff: boolean().notNull(),
  },
  (table) => [index("invitation_uses_invitation_id_idx").on(table.invitation_id)],
);
