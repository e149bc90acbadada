import * as z from "zod/mini";
import { answeredInstantSchema } from "../base/instant.ts";
import { successCodes } from "../base/successes.ts";
import { firstBroken, lengthTo, readable } from "../text/text.ts";
import { oneSecondFactor, stepUpMembers } from "./two-factor.ts";

export const deviceTypes = ["PC", "Mobile", "Tablet"] as const;
export const networks = ["direct", "vpn_or_proxy"] as const;

export const sessionSchema = z.object({
  id: z.string(),
  device_type: z.enum(deviceTypes),
  os: z.string(),
  browser: z.string(),
  /** The location of the session's last IP address; null if it is unknown. */
  location: z.nullable(z.string()),
  network: z.enum(networks),
  is_automated: z.boolean(),
  created_at: answeredInstantSchema,
  last_active_at: answeredInstantSchema,
  expires_at: answeredInstantSchema,
  is_current: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;

export const sessionListSchema = z.object({ results: z.array(sessionSchema), next: z.null() });
/** An id is opaque, so an id without a session is not found. Only a text that no table can store is an error. */
export const sessionIdInput = z.strictObject({ id: z.string().check(firstBroken([lengthTo(255), readable])) });

export const sessionEndAllInput = z
  .strictObject({
    /** Whether the caller's session continues. */
    keep_current: z.optional(z.boolean()),
    // Required once the log-in is older than 10 minutes.
    ...stepUpMembers,
  })
  .check(oneSecondFactor);
export const sessionEndAllOutput = z.object({ detail: z.enum(successCodes), terminated: z.int() });
