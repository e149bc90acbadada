import * as z from "zod/mini";
import { idSchema } from "../base/id.ts";
import { instantSchema } from "../base/instant.ts";
import { typedText } from "../text/text.ts";
import { oneSecondFactor, stepUpMembers } from "./two-factor.ts";

/** What a key may do; `write` includes `read`. */
export const apiKeyScopes = ["read", "write"] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** By it a bearer is known for a key before anything is looked up, and a leaked one is found by those who search for them. */
export const apiKeyPrefix = "dmk_";
/** Of one user; whoever needs more has lost count of them. */
export const apiKeysMax = 20;
export const apiKeyNameLengthMax = 80;

export const apiKeySchema = z.object({
  id: z.int(),
  name: z.string(),
  scopes: z.array(z.enum(apiKeyScopes)),
  /** The end of the key, to know it by: the rest was shown once. */
  key_end: z.string(),
  /** At most a minute behind; null where it was never used. */
  last_used_at: z.nullable(z.string()),
  /** Null where it does not expire. */
  expires_at: z.nullable(z.string()),
  created_at: z.string(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

export const apiKeyListSchema = z.object({ results: z.array(apiKeySchema), next: z.null() });

/** With the key itself, which is told this once. */
export const apiKeyCreateOutput = z.extend(apiKeySchema, { key: z.string() });

export const apiKeyCreateInput = z
  .strictObject({
    name: typedText({ min: 1, max: apiKeyNameLengthMax }),
    scopes: z.array(z.enum(apiKeyScopes)).check(
      z.maxLength(apiKeyScopes.length),
      z.refine((scopes) => scopes.length > 0, { error: "scopes_empty" }),
      z.refine((scopes) => new Set(scopes).size === scopes.length, { error: "invalid" }),
      z.meta({ minItems: 1, uniqueItems: true }),
    ),
    /** ISO 8601 with its zone. That it is to come is judged by the clock of the call. */
    expires_at: z.optional(z.nullable(instantSchema)),
    /** Any of them where the log-in is older than 10 minutes. */
    ...stepUpMembers,
  })
  .check(oneSecondFactor);
export type ApiKeyCreateInput = z.infer<typeof apiKeyCreateInput>;

export const apiKeyIdInput = z.strictObject({ id: idSchema });
