import * as z from "zod/mini";
import { answeredInstantSchema } from "../base/instant.ts";
import { firstBroken, lengthTo, readable, typedLine } from "../text/text.ts";
import { oneSecondFactor, stepUpMembers } from "./two-factor.ts";
import { credentialIdLengthMax, passkeyAssertionSchema, passkeyRegistrationSchema } from "./webauthn.ts";

export const passkeyNameLengthMax = 60;
/** Per user: more than any user has devices. */
export const passkeysMax = 20;
/** How long an authenticator may take to answer. */
export const passkeyChallengeTtlSeconds = 5 * 60;

export const passkeySchema = z.object({
  /** The credential's id, base64url. */
  id: z.string(),
  name: z.string(),
  /** Whether the authenticator copies it between its owner's devices. */
  is_synced: z.boolean(),
  created_at: answeredInstantSchema,
  last_used_at: z.nullable(answeredInstantSchema),
});
export type Passkey = z.infer<typeof passkeySchema>;

export const passkeyListSchema = z.object({ results: z.array(passkeySchema), next: z.null() });

/** The second factor or the password is required if the log-in is older than 10 minutes. */
export const passkeyDeleteInput = z
  .strictObject({
    /** The authenticator chose it, so any text passes. An unknown id is not found. */
    id: z.string().check(firstBroken([lengthTo(credentialIdLengthMax), readable])),
    ...stepUpMembers,
  })
  .check(oneSecondFactor);

/** The second factor or the password is required if the log-in is older than 10 minutes. */
export const passkeyStartCreateInput = z.strictObject(stepUpMembers).check(oneSecondFactor);

export const passkeyCreateInput = z.strictObject({
  name: typedLine({ min: 1, max: passkeyNameLengthMax }),
  credential: passkeyRegistrationSchema,
});

export const passkeyLogInInput = z.strictObject({
  credential: passkeyAssertionSchema,
  remember_me: z.optional(z.boolean()),
});
