import { units } from "@daymark/domain/base/unit";
import type { DayPoints } from "@daymark/domain/health/day-points";
import type { ArrivedMetric } from "@daymark/domain/health/health";
import { healthSources, healthWays } from "@daymark/domain/health/mapping-choice";
import {
  bigint,
  date,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import { users } from "../user.ts";

/** Which metric of which app fills the days of a habit. */
export const healthMappings = pgTable(
  "health_mappings",
  {
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Refers to no table, because habits may be on another machine. */
    habit_id: bigint({ mode: "number" }).notNull(),
    source: text({ enum: healthSources }).notNull(),
    metric: text().notNull(),
    way: text({ enum: healthWays }).notNull(),
    /** Null to believe the unit that the app names. */
    unit: text({ enum: units }),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.habit_id] })],
);

/** What health data recorded last on a day of a habit. If a day has another amount now, a user has changed it. */
export const healthDays = pgTable(
  "health_days",
  {
    user_id: bigint({ mode: "number" }).notNull(),
    habit_id: bigint({ mode: "number" }).notNull(),
    day: date({ mode: "string" }).notNull(),
    value: smallint().notNull(),
    unit: text({ enum: units }).notNull(),
    /** What the amount is made of, so that a payload that arrives again adds nothing. Null after a month without change. */
    points: jsonb().$type<DayPoints>(),
    updated_at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.habit_id, table.day] }),
    foreignKey({
      name: "health_days_mapping_fk",
      columns: [table.user_id, table.habit_id],
      foreignColumns: [healthMappings.user_id, healthMappings.habit_id],
    }).onDelete("cascade"),
  ],
);

/** The last payload of each app: what a user chooses from. */
export const healthArrivals = pgTable(
  "health_arrivals",
  {
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    source: text({ enum: healthSources }).notNull(),
    arrived_at: timestamp({ withTimezone: true }).notNull(),
    metrics: jsonb().$type<ArrivedMetric[]>().notNull(),
    recorded: integer().notNull(),
    kept: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.source] })],
);
