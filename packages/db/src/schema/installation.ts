import { sql } from "drizzle-orm";
import { check, integer, pgTable, smallint, text, timestamp } from "drizzle-orm/pg-core";

/**
 * What the operator chose at the first start, by the name of the variable that wins over it. All nodes read it at their
 * start.
 */
export const installationSettings = pgTable("installation_settings", {
  name: text().primaryKey(),
  /** Encrypted with the installation's secret key (`seal`), because the mail server's address has a password. */
  sealed_value: text().notNull(),
  changed_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** One row while the installation waits for its first admin. */
export const setupCodes = pgTable(
  "setup_codes",
  {
    id: smallint().primaryKey().default(1),
    /** Random. The code follows from it and the installation's secret key, so the table does not reveal the code. */
    nonce: text().notNull(),
    /** Wrong codes since the nonce was made. */
    failures: integer().notNull().default(0),
  },
  (table) => [check("setup_codes_id_check", sql`${table.id} = 1`)],
);
