import { apiKeyScopes } from "@daymark/domain/account/api-key";
import { bigint, index, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "../user.ts";

/** The server finds the row by the key alone, before it knows the user. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** Lower-case hex SHA-256 of the key. A key has 256 random bits, so it needs no slow hash. */
    key_hash: text().notNull(),
    /** The key's last characters, so that its owner recognises it. */
    key_end: text().notNull(),
    scopes: text({ enum: apiKeyScopes }).array().notNull(),
    expires_at: timestamp({ withTimezone: true }),
    last_used_at: timestamp({ withTimezone: true }),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex("api_keys_hash_key").on(table.key_hash), index("api_keys_user_id_idx").on(table.user_id)],
);
