import * as z from "zod/mini";
import { amountMax } from "../base/bounds.ts";
import { answeredDaySchema } from "../base/day-input.ts";
import { idSchema } from "../base/id.ts";
import { answeredInstantSchema } from "../base/instant.ts";
import { wholeListMembers } from "../base/pagination.ts";
import { units } from "../base/unit.ts";
import { firstBroken, lengthTo, notBlank, readable } from "../text/text.ts";
import { healthSources, healthWays, metricLengthMax } from "./mapping-choice.ts";

const habit_id = idSchema;
const source = z.enum(healthSources);
const way = z.enum(healthWays);

/** Which metric fills the days of a habit. */
export const healthMappingSchema = z.object({
  habit_id: z.int(),
  /** Of the habit now. */
  title: z.string(),
  source,
  /** As the app names it. */
  metric: z.string(),
  way,
  /** The unit of the amounts if it is not the one that the app names; null to believe the app. */
  unit: z.nullable(z.enum(units)),
  created_at: answeredInstantSchema,
});
export type HealthMapping = z.infer<typeof healthMappingSchema>;

export const healthMappingListInput = z.strictObject({ ...wholeListMembers });
export const healthMappingListSchema = z.object({ results: z.array(healthMappingSchema), next: z.null() });

export const healthMappingSetInput = z.strictObject({
  habit_id,
  source,
  metric: z.string().check(firstBroken([notBlank, lengthTo(metricLengthMax), readable])),
  way,
  unit: z.optional(z.nullable(z.enum(units))),
});
export const healthMappingIdInput = z.strictObject({ habit_id });

/** A metric that arrived. */
const arrivedMetricSchema = z.object({
  metric: z.string(),
  /** As the app writes it; empty if it names none. */
  unit: z.string(),
  points: z.int(),
  /** The newest day with a point; null if none of its points could be read. */
  last_day: z.nullable(answeredDaySchema),
});
export type ArrivedMetric = z.infer<typeof arrivedMetricSchema>;

/** The last payload of an app. */
export const healthArrivalSchema = z.object({
  source,
  arrived_at: answeredInstantSchema,
  metrics: z.array(arrivedMetricSchema),
  /** Days that it recorded. */
  recorded: z.int(),
  /** Days that it left unchanged, because the user had recorded them. */
  kept: z.int(),
});
export type HealthArrival = z.infer<typeof healthArrivalSchema>;

export const healthArrivalListInput = z.strictObject({ ...wholeListMembers });
export const healthArrivalListSchema = z.object({ results: z.array(healthArrivalSchema), next: z.null() });

/** Why points or days of a payload are not recorded. */
export const healthRefusals = [
  "point_unreadable",
  "day_out_of_range",
  "points_too_many",
  "unit_unknown",
  "unit_kind_differs",
  "amount_too_small",
  "day_closed",
  "habit_archived",
] as const;
export type HealthRefusal = (typeof healthRefusals)[number];

/** What a payload did, or would do. */
export const healthReportSchema = z.object({
  /** True for a preview, and for invented data with which an app tries the address: nothing is written. */
  dry_run: z.boolean(),
  habits: z.array(
    z.object({
      habit_id: z.int(),
      title: z.string(),
      metric: z.string(),
      recorded: z.array(
        z.object({
          day: answeredDaySchema,
          value: z.int().check(z.gte(1), z.lte(amountMax)),
          /** True if the day had more than an amount can be. */
          capped: z.boolean(),
        }),
      ),
      /** Days that have this amount already. */
      unchanged: z.int(),
      /** Days that the user recorded, changed or deleted otherwise. */
      kept: z.array(answeredDaySchema),
      /** How many points, or days, were not recorded, and why. */
      refused: z.array(z.object({ reason: z.enum(healthRefusals), count: z.int() })),
    }),
  ),
  /** Metrics that no habit takes. */
  unmapped: z.array(arrivedMetricSchema),
});
export type HealthReport = z.infer<typeof healthReportSchema>;

/** A body in the format of another product, of at most 100 kB. It is read point by point, and what cannot be read is reported. */
const foreignPayload = z.unknown();
z.globalRegistry.add(foreignPayload, {
  description: "The body as the app sends it, in the documented format of the app.",
});

export const healthPayloadInput = z.strictObject({
  /** Over REST the body as the app sends it. */
  payload: foreignPayload,
  /** The same answer, and nothing is written. */
  dry_run: z.optional(z.boolean()),
});
