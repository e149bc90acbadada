import { bigint, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** How often something was tried, by a keyed hash of who tried it: no address, no name. */
export const rateLimits = pgTable("rate_limits", {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  /** Milliseconds since the epoch, as the library counts. */
  expire: bigint({ mode: "number" }),
});

/** Solutions of captchas that were used, until they would have expired anyway. */
export const usedCaptchas = pgTable(
  "used_captchas",
  {
    solution_hash: text().primaryKey(),
    expires_at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index("used_captchas_expires_at_idx").on(table.expires_at)],
);
