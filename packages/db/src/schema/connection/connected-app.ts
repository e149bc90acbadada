import { apiKeyScopes } from "@daymark/domain/account/api-key";
import { appResources } from "@daymark/domain/account/connected-app";
import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "../user.ts";

/**
 * Applications that registered themselves (RFC 7591). Most belong to no user, for example an installation of an
 * assistant.
 */
export const appClients = pgTable(
  "app_clients",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** Public and random. */
    client_id: text().notNull(),
    /** What the application calls itself. It is unverified. */
    name: text().notNull(),
    redirect_uris: text().array().notNull(),
    /** Lower-case hex SHA-256; null for a public client. */
    secret_hash: text(),
    /** When a user last allowed it something; null if no user did. */
    last_used_at: timestamp({ withTimezone: true }),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("app_clients_client_id_key").on(table.client_id),
    index("app_clients_unused_idx").on(table.created_at, table.id).where(sql`${table.last_used_at} is null`),
  ],
);

/** What a user has allowed an application: at most one row for each part of the server. */
export const connectedApps = pgTable(
  "connected_apps",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    app_client_id: bigint({ mode: "number" })
      .notNull()
      .references(() => appClients.id, { onDelete: "cascade" }),
    resource: text({ enum: appResources }).notNull(),
    scopes: text({ enum: apiKeyScopes }).array().notNull(),
    /** When the newest refresh token expires. */
    expires_at: timestamp({ withTimezone: true }).notNull(),
    last_used_at: timestamp({ withTimezone: true }),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("connected_apps_user_id_client_resource_key").on(table.user_id, table.app_client_id, table.resource),
    index("connected_apps_app_client_id_idx").on(table.app_client_id),
    index("connected_apps_expires_at_idx").on(table.expires_at),
  ],
);

/** Authorization codes. A redeemed one stays for a day, so that a second use ends what the first one began. */
export const appCodes = pgTable(
  "app_codes",
  {
    code_hash: text().primaryKey(),
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    app_client_id: bigint({ mode: "number" })
      .notNull()
      .references(() => appClients.id, { onDelete: "cascade" }),
    redirect_uri: text().notNull(),
    /** S256 of the verifier (RFC 7636). */
    code_challenge: text().notNull(),
    resource: text({ enum: appResources }).notNull(),
    scopes: text({ enum: apiKeyScopes }).array().notNull(),
    /** Null until it is redeemed. */
    redeemed_at: timestamp({ withTimezone: true }),
    connected_app_id: bigint({ mode: "number" }).references(() => connectedApps.id, { onDelete: "set null" }),
    expires_at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index("app_codes_user_id_idx").on(table.user_id),
    index("app_codes_app_client_id_idx").on(table.app_client_id),
    index("app_codes_connected_app_id_idx").on(table.connected_app_id),
    index("app_codes_expires_at_idx").on(table.expires_at),
  ],
);

/** The server finds the row by the token alone, before it knows the user. */
export const appAccessTokens = pgTable(
  "app_access_tokens",
  {
    /** Lower-case hex SHA-256 of the token. A token has 256 random bits, so it needs no slow hash. */
    token_hash: text().primaryKey(),
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    connected_app_id: bigint({ mode: "number" })
      .notNull()
      .references(() => connectedApps.id, { onDelete: "cascade" }),
    scopes: text({ enum: apiKeyScopes }).array().notNull(),
    expires_at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index("app_access_tokens_user_id_idx").on(table.user_id),
    index("app_access_tokens_connected_app_id_idx").on(table.connected_app_id),
    index("app_access_tokens_expires_at_idx").on(table.expires_at),
  ],
);

/** The successive refresh tokens of a connection. Old ones stay for a month, so that a stolen one is recognised. */
export const appRefreshTokens = pgTable(
  "app_refresh_tokens",
  {
    token_hash: text().primaryKey(),
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    connected_app_id: bigint({ mode: "number" })
      .notNull()
      .references(() => connectedApps.id, { onDelete: "cascade" }),
    /** When it was used; null for the current one. */
    rotated_at: timestamp({ withTimezone: true }),
    /** Random. The next token follows from this token and it, so that a lost answer can be given again. */
    next_nonce: text(),
  },
  (table) => [
    index("app_refresh_tokens_user_id_idx").on(table.user_id),
    index("app_refresh_tokens_connected_app_id_idx").on(table.connected_app_id),
    index("app_refresh_tokens_rotated_at_idx").on(table.rotated_at),
  ],
);

/** Log-ins of devices without a browser (RFC 8628), for ten minutes. */
export const appDeviceCodes = pgTable(
  "app_device_codes",
  {
    code_hash: text().primaryKey(),
    /** Short, for a person to type. It opens nothing by itself. */
    user_code: text().notNull(),
    app_client_id: bigint({ mode: "number" })
      .notNull()
      .references(() => appClients.id, { onDelete: "cascade" }),
    resource: text({ enum: appResources }).notNull(),
    /** What the device asks for, then what the user allows. */
    scopes: text({ enum: apiKeyScopes }).array().notNull(),
    /** Who has decided; null until then. */
    user_id: bigint({ mode: "number" }).references(() => users.id, { onDelete: "cascade" }),
    decision: text({ enum: ["allow", "refuse"] }),
    /** The shortest pause between two polls. */
    interval_seconds: integer().notNull(),
    polled_at: timestamp({ withTimezone: true }),
    expires_at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex("app_device_codes_user_code_key").on(table.user_code),
    index("app_device_codes_app_client_id_idx").on(table.app_client_id),
    index("app_device_codes_user_id_idx").on(table.user_id),
    index("app_device_codes_expires_at_idx").on(table.expires_at),
  ],
);
