import { bigint, boolean, index, pgTable, primaryKey, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { sessions } from "./session.ts";
import { users } from "./user.ts";

/** A third-party account that a user logs in with. It is identified by provider and subject, never by address. */
export const identities = pgTable(
  "identities",
  {
    provider: text().notNull(),
    /** The provider's permanent id of the user (OpenID Connect Core 2, `sub`). */
    subject: text().notNull(),
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    uniqueIndex("identities_user_id_provider_key").on(table.user_id, table.provider),
  ],
);

/** A log-in that waits for its provider's callback: valid once, for one provider. */
export const oauthStates = pgTable(
  "oauth_states",
  {
    /** Lower-case hex SHA-256 of the state. */
    state_hash: text().primaryKey(),
    provider: text().notNull(),
    /** RFC 7636 4.1, encrypted. */
    code_verifier: text().notNull(),
    /** OpenID Connect Core 3.1.2.1, encrypted. */
    nonce: text().notNull(),
    remember_me: boolean().notNull().default(false),
    /** The hash of the invitation by which an account may be created; null if the log-in brought none. */
    invitation_hash: text(),
    /** The user who links the provider to the account; null for a log-in. */
    user_id: bigint({ mode: "number" }).references(() => users.id, { onDelete: "cascade" }),
    expires_at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index("oauth_states_user_id_idx").on(table.user_id),
    index("oauth_states_expires_at_idx").on(table.expires_at),
  ],
);

/** The session at a provider from which a session here came, so that a log-out at one side reaches the other. */
export const providerSessions = pgTable(
  "provider_sessions",
  {
    session_id: text()
      .primaryKey()
      .references(() => sessions.id, { onDelete: "cascade" }),
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    provider: text().notNull(),
    subject: text().notNull(),
    /** The provider's id of its session (OpenID Connect Back-Channel Logout 2.1); null if the provider gave none. */
    sid: text(),
    /** The ID token, encrypted: the hint of a log-out (OpenID Connect RP-Initiated Logout 2). Null if it was too long. */
    id_token: text(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index("provider_sessions_provider_subject_idx").on(table.provider, table.subject),
    index("provider_sessions_provider_sid_idx").on(table.provider, table.sid),
    index("provider_sessions_user_id_idx").on(table.user_id),
  ],
);

/** Log-outs that providers told of: a repeated message ends no later session, and a log-in under way sees them. */
export const providerLogOuts = pgTable(
  "provider_log_outs",
  {
    provider: text().notNull(),
    /** Lower-case hex SHA-256 of the logout token's `jti`. */
    jti_hash: text().notNull(),
    /** The provider's id of the user; null if the token names a session alone. */
    subject: text(),
    /** The provider's id of the session; null if all sessions of the user end. */
    sid: text(),
    /** By the provider's clock. */
    issued_at: timestamp({ withTimezone: true }).notNull(),
    received_at: timestamp({ withTimezone: true }).notNull(),
    expires_at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.jti_hash] }),
    index("provider_log_outs_expires_at_idx").on(table.expires_at),
  ],
);
