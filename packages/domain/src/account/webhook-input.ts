import * as z from "zod/mini";
import { idSchema } from "../base/id.ts";
import { pageMembers, wholeListMembers } from "../base/pagination.ts";
import { parseWebAddress, urlLengthMax } from "../text/web-address.ts";
import { webhookEvents } from "../webhook/webhook-event.ts";
import { oneSecondFactor, stepUpMembers } from "./two-factor.ts";

/** Habits that one webhook can be limited to; more are better served by all habits. */
const webhookHabitsMax = 100;

export const webhookListInput = z.strictObject({ ...wholeListMembers });

/** The address of a receiver. The server checks besides that it is allowed to call it. */
export const webhookUrlSchema = z.string().check(
  z.maxLength(urlLengthMax, { error: "too_long" }),
  z.refine((text) => isReceiver(text), { error: "webhook_url_invalid" }),
);

/** An http or https address without a user name and a password: these belong into no log. */
function isReceiver(text: string): boolean {
  const address = parseWebAddress(text);
  return address !== null && address.username === "" && address.password === "";
}

const events = z.array(z.enum(webhookEvents)).check(
  z.maxLength(webhookEvents.length),
  z.refine((chosen) => chosen.length > 0, { error: "choice_empty" }),
  z.refine((chosen) => new Set(chosen).size === chosen.length, { error: "invalid" }),
  z.meta({ minItems: 1, uniqueItems: true }),
);
const habitIds = z.nullable(
  z.array(idSchema).check(
    z.maxLength(webhookHabitsMax),
    z.refine((ids) => ids.length > 0, { error: "choice_empty" }),
    z.refine((ids) => new Set(ids).size === ids.length, { error: "invalid" }),
    z.meta({ minItems: 1, uniqueItems: true }),
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
