import { bigint, boolean, index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "./user.ts";

export const passkeyPurposes = ["create", "log_in", "step_up"] as const;

/** A WebAuthn credential: a further way in. */
export const passkeys = pgTable(
  "passkeys",
  {
    /** The credential's id, base64url, as the authenticator chose it. */
    id: text().primaryKey(),
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** As its owner calls it. */
    name: text().notNull(),
    /** COSE key, base64url. */
    public_key: text().notNull(),
    /** WebAuthn 6.1.1: never falls; 0 where the authenticator does not count. */
    counter: bigint({ mode: "number" }).notNull().default(0),
    /** How the browser may reach it, such as internal or usb. */
    transports: text().array().notNull().default([]),
    /** Whether it is copied between the owner's devices. */
    is_synced: boolean().notNull().default(false),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    last_used_at: timestamp({ withTimezone: true }),
  },
  (table) => [index("passkeys_user_id_idx").on(table.user_id)],
);

/** What an authenticator is asked to sign: good once. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    /** Lower-case hex SHA-256 of the challenge. */
    challenge_hash: text().primaryKey(),
    purpose: text({ enum: passkeyPurposes }).notNull(),
    /** Null where nobody is known yet: a log-in. */
    user_id: bigint({ mode: "number" }).references(() => users.id, { onDelete: "cascade" }),
    expires_at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index("passkey_challenges_user_id_idx").on(table.user_id),
    index("passkey_challenges_expires_at_idx").on(table.expires_at),
  ],
);
