import { apiKeyScopes } from "@daymark/domain/account/api-key";
import { bigint, index, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "./user.ts";

/** Looked up by the key alone, before its user is known. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** Lower-case hex SHA-256 of the key: 256 random bits need no slow hash. */
    key_hash: text().notNull(),
    /** Its last characters, for its owner to know it by. */
    key_end: text().notNull(),
    scopes: text({ enum: apiKeyScopes }).array().notNull(),
    expires_at: timestamp({ withTimezone: true }),
    last_used_at: timestamp({ withTimezone: true }),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex("api_keys_hash_key").on(table.key_hash), index("api_keys_user_id_idx").on(table.user_id)],
);
