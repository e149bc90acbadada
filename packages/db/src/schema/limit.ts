import { bigint, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Counts of attempts by a keyed hash of the caller, without an address or a name. */
export const rateLimits = pgTable("rate_limits", {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  /** Milliseconds since the epoch, the unit of the library. */
  expire: bigint({ mode: "number" }),
});

/** Used captcha solutions, kept until they would have expired. */
export const usedCaptchas = pgTable(
  "used_captchas",
  {
    solution_hash: text().primaryKey(),
    expires_at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index("used_captchas_expires_at_idx").on(table.expires_at)],
);
