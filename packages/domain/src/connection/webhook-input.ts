import * as z from "zod/mini";
import { oneSecondFactor, stepUpMembers } from "../account/two-factor.ts";
import { idSchema } from "../base/id.ts";
import { pageMembers, wholeListMembers } from "../base/pagination.ts";
import { webhookEvents } from "../webhook/webhook-event.ts";
import { webhookUrlSchema } from "../webhook/webhook-url.ts";

/** Habits that one webhook can be limited to; more are better served by all habits. */
const webhookHabitsMax = 100;

export const webhookListInput = z.strictObject({ ...wholeListMembers });

const events = z.array(z.enum(webhookEvents)).check(
  z.minLength(1),
  z.maxLength(webhookEvents.length),
  z.refine((chosen) => new Set(chosen).size === chosen.length, { error: "invalid" }),
  z.meta({ uniqueItems: true }),
);
const habitIds = z.nullable(
  z.array(idSchema).check(
    z.minLength(1),
    z.maxLength(webhookHabitsMax),
    z.refine((ids) => new Set(ids).size === ids.length, { error: "invalid" }),
    z.meta({ uniqueItems: true }),
  ),
);

export const webhookCreateInput = z
  .strictObject({ url: webhookUrlSchema, events, habit_ids: z.optional(habitIds), ...stepUpMembers })
  .check(oneSecondFactor);

/** Absent members stay as they are. A new address or further events need a proof again, as a new webhook does. */
export const webhookUpdateInput = z
  .strictObject({
    id: idSchema,
    url: z.optional(webhookUrlSchema),
    events: z.optional(events),
    habit_ids: z.optional(habitIds),
    enabled: z.optional(z.boolean()),
    ...stepUpMembers,
  })
  .check(oneSecondFactor);

export const webhookRotateInput = z.strictObject({ id: idSchema, ...stepUpMembers }).check(oneSecondFactor);
export const webhookIdInput = z.strictObject({ id: idSchema });
export const deliveryListInput = z.strictObject({ id: idSchema, ...pageMembers });
export const deliveryIdInput = z.strictObject({ id: idSchema, delivery_id: idSchema });
