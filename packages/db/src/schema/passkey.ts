import { bigint, boolean, index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "./user.ts";

export const passkeyPurposes = ["create", "log_in", "step_up"] as const;

/** A WebAuthn credential, an additional sign-in method. */
export const passkeys = pgTable(
  "passkeys",
  {
    /** The credential's id, base64url, as the authenticator chose it. */
    id: text().primaryKey(),
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The name that the owner chose. */
    name: text().notNull(),
    /** COSE key, base64url. */
    public_key: text().notNull(),
    /** WebAuthn 6.1.1: never decreases; 0 if the authenticator does not count. */
    counter: bigint({ mode: "number" }).notNull().default(0),
    /** The transports of the authenticator, such as internal or usb. */
    transports: text().array().notNull().default([]),
    /** Whether the authenticator copies it between the owner's devices. */
    is_synced: boolean().notNull().default(false),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    last_used_at: timestamp({ withTimezone: true }),
  },
  (table) => [index("passkeys_user_id_idx").on(table.user_id)],
);

/** A challenge that the authenticator signs: valid once. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    /** Lower-case hex SHA-256 of the challenge. */
    challenge_hash: text().primaryKey(),
    purpose: text({ enum: passkeyPurposes }).notNull(),
    /** Null for a log-in, in which the server does not know the user yet. */
    user_id: bigint({ mode: "number" }).references(() => users.id, { onDelete: "cascade" }),
    expires_at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index("passkey_challenges_user_id_idx").on(table.user_id),
    index("passkey_challenges_expires_at_idx").on(table.expires_at),
  ],
);
