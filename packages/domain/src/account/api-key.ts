import * as z from "zod/mini";
import { idSchema } from "../base/id.ts";
import { answeredInstantSchema, instantSchema } from "../base/instant.ts";
import { typedLine } from "../text/text.ts";
import { oneSecondFactor, stepUpMembers } from "./two-factor.ts";

/** What a key may do; `write` includes `read`. */
export const apiKeyScopes = ["read", "write"] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** The server recognises an API key by this prefix before any query, and secret scanners find a leaked key by it. */
export const apiKeyPrefix = "dmk_";
/** Per user. A user with more keys than this has lost track of them. */
export const apiKeysMax = 20;
export const apiKeyNameLengthMax = 80;

export const apiKeySchema = z.object({
  id: z.int(),
  name: z.string(),
  scopes: z.array(z.enum(apiKeyScopes)),
  /** The last characters of the key, so that its owner recognises it. The server shows the whole key only once. */
  key_end: z.string(),
  /** At most a minute behind; null if the key was never used. */
  last_used_at: z.nullable(answeredInstantSchema),
  /** Null if the key does not expire. */
  expires_at: z.nullable(answeredInstantSchema),
  created_at: answeredInstantSchema,
});
export type ApiKey = z.infer<typeof apiKeySchema>;

export const apiKeyListSchema = z.object({ results: z.array(apiKeySchema), next: z.null() });

/** The only answer that contains the key itself. */
export const apiKeyCreateOutput = z.extend(apiKeySchema, { key: z.string() });

export const apiKeyCreateInput = z
  .strictObject({
    name: typedLine({ min: 1, max: apiKeyNameLengthMax }),
    scopes: z.array(z.enum(apiKeyScopes)).check(
      z.maxLength(apiKeyScopes.length),
      z.refine((scopes) => scopes.length > 0, { error: "scopes_empty" }),
      z.refine((scopes) => new Set(scopes).size === scopes.length, { error: "invalid" }),
      z.meta({ minItems: 1, uniqueItems: true }),
    ),
    /** ISO 8601 with its offset. The procedure checks that it is in the future. */
    expires_at: z.optional(z.nullable(instantSchema)),
    /** One of them is required if the log-in is older than 10 minutes. */
    ...stepUpMembers,
  })
  .check(oneSecondFactor);
export type ApiKeyCreateInput = z.infer<typeof apiKeyCreateInput>;

export const apiKeyIdInput = z.strictObject({ id: idSchema });
