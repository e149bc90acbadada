import { bigint, boolean, index, pgTable, primaryKey, smallint, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "./user.ts";

/** The second factor of a user: being set up, or on. */
export const twoFactors = pgTable("two_factors", {
  user_id: bigint({ mode: "number" })
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** The shared secret (base64url), encrypted. */
  secret: text().notNull(),
  /**
   * Null until a first code proved that the user has the secret. Until then no log-in requires a code, and none is
   * accepted.
   */
  enabled_at: timestamp({ withTimezone: true }),
  /**
   * RFC 6238 5.2: a code is valid once, so we store the time step of the last used code. Codes of it or earlier are
   * invalid.
   */
  last_step: bigint({ mode: "number" }).notNull().default(0),
  /** Wrong codes over all challenges and calls, reset a while after the last one: see auth/src/two-factor.ts. */
  failures: smallint().notNull().default(0),
  last_failure_at: timestamp({ withTimezone: true }),
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** Backup codes for a user who lost the phone: only hashes, each valid once. */
export const backupCodes = pgTable(
  "backup_codes",
  {
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    code_hash: text().notNull(),
    used_at: timestamp({ withTimezone: true }),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.code_hash] })],
);

/** A log-in that waits for its second factor. */
export const twoFactorChallenges = pgTable(
  "two_factor_challenges",
  {
    /** Lower-case hex SHA-256 of the challenge that the client received. */
    challenge_hash: text().primaryKey(),
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    remember_me: boolean().notNull().default(false),
    failures: smallint().notNull().default(0),
    /** The session at the provider from which the log-in came, encrypted; null for other log-ins. */
    provider_session: text(),
    expires_at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index("two_factor_challenges_user_id_idx").on(table.user_id),
    index("two_factor_challenges_expires_at_idx").on(table.expires_at),
  ],
);
