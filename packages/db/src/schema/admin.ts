import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import { users } from "./user.ts";

/**
 * The audit trail of the admins' actions, including failed ones. The server writes a row before the action and
 * completes it afterwards, so that the trail has every action even if the process dies. Rows stay for ever, except calls
 * that were refused because their caller is no admin.
 */
export const adminActions = pgTable(
  "admin_actions",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Null if the account was deleted. */
    actor_id: bigint({ mode: "number" }).references(() => users.id, { onDelete: "set null" }),
    /** Name of the procedure, such as `adminUser.update`. */
    action: text().notNull(),
    /** The object of the action, such as `user 17`; null if it has no single object. */
    target: text(),
    /** The part of the input that describes the action: never a password, a code, an address or a user's text. */
    details: jsonb().$type<Readonly<Record<string, unknown>>>().notNull().default({}),
    /** `done`, or the code of the error. Null while the action runs, or if the process died during it. */
    outcome: text(),
  },
  (table) => [
    index("admin_actions_actor_id_idx").on(table.actor_id, table.id),
    index("admin_actions_action_idx").on(table.action, table.id),
    index("admin_actions_target_idx").on(table.target, table.id),
    // For the limit of a user's refused calls, and for their clean-up.
    index("admin_actions_refused_idx").on(table.actor_id, table.at).where(sql`outcome = 'permission_denied'`),
  ],
);

/** The features that an operator turned off or on. A feature without a row has the product's default. */
export const featureSwitches = pgTable("feature_switches", {
  name: text().primaryKey(),
  is_on: boolean().notNull(),
  changed_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  changed_by: bigint({ mode: "number" }).references(() => users.id, { onDelete: "set null" }),
});

/** The server processes, each reporting its state every few seconds. A job deletes those that are silent for long. */
export const nodes = pgTable("nodes", {
  /** Unique among the running instances. */
  name: text().primaryKey(),
  version: text().notNull(),
  started_at: timestamp({ withTimezone: true }).notNull(),
  seen_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** The state: memory, event-loop delay, connections. */
  health: jsonb().$type<Readonly<Record<string, unknown>>>().notNull().default({}),
});

/**
 * The state of the server processes over time: one row a minute from each. A job deletes rows that are older than the
 * longest history that admins can see.
 */
export const nodeSamples = pgTable(
  "node_samples",
  {
    node: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Resident memory. */
    rss_bytes: bigint({ mode: "number" }).notNull(),
    /** 99th percentiles since the last row of the process; null if there was no request. */
    event_loop_p99_ms: real().notNull(),
    request_p99_ms: real(),
    /** Jobs whose time has come and that no worker has taken. */
    due_jobs: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.node, table.at] }), index("node_samples_at_idx").on(table.at)],
);
