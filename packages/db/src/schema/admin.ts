import { bigint, boolean, index, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "./user.ts";

/**
 * The audit trail: what admins did, or tried to. A row is written before the deed and completed after
 * it, so that none is missing, whatever happens in between.
 */
export const adminActions = pgTable(
  "admin_actions",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Null where the account was deleted. */
    actor_id: bigint({ mode: "number" }).references(() => users.id, { onDelete: "set null" }),
    /** Name of the procedure, such as `adminUser.update`. */
    action: text().notNull(),
    /** What it was done to, such as `user 17`; null where there is no one thing. */
    target: text(),
    /** What of the input tells the deed: never a password, a code, an address or what somebody wrote. */
    details: jsonb().$type<Readonly<Record<string, unknown>>>().notNull().default({}),
    /** `done`, or the code of the error it ended with; null while it is under way, and where the process died over it. */
    outcome: text(),
  },
  (table) => [
    index("admin_actions_actor_id_idx").on(table.actor_id, table.id),
    index("admin_actions_action_idx").on(table.action, table.id),
    index("admin_actions_target_idx").on(table.target, table.id),
  ],
);

/** What an operator has switched; what has no row is as the product's default. */
export const featureSwitches = pgTable("feature_switches", {
  name: text().primaryKey(),
  is_on: boolean().notNull(),
  changed_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  changed_by: bigint({ mode: "number" }).references(() => users.id, { onDelete: "set null" }),
});

/** The processes that serve, each telling of itself every few seconds; those long silent are removed. */
export const nodes = pgTable("nodes", {
  /** Unique among the nodes that run. */
  name: text().primaryKey(),
  version: text().notNull(),
  started_at: timestamp({ withTimezone: true }).notNull(),
  seen_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** How it does: memory, delay of its event loop, what it is connected to. */
  health: jsonb().$type<Readonly<Record<string, unknown>>>().notNull().default({}),
});
