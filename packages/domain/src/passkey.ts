import * as z from "zod/mini";
import { passwordSchema } from "./auth.ts";
import { firstBroken, lengthTo, readable, typedText } from "./text.ts";

export const passkeyNameLengthMax = 60;
/** Of one user: more than anyone has devices. */
export const passkeysMax = 20;
/** How long an authenticator may take to answer. */
export const passkeyChallengeTtlSeconds = 5 * 60;

export const passkeySchema = z.object({
  /** The credential's id, base64url. */
  id: z.string(),
  name: z.string(),
  /** Whether it is copied between its owner's devices. */
  is_synced: z.boolean(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
});
export type Passkey = z.infer<typeof passkeySchema>;

export const passkeyListSchema = z.object({ results: z.array(passkeySchema), next: z.null() });

/** An authenticator chose it: looked up, and missing where nobody has it. */
export const passkeyIdInput = z.strictObject({ id: z.string().check(firstBroken([lengthTo(1400), readable])) });

/** Base64url as WebAuthn's JSON has it (Level 3, 5.1.8); what is inside is judged by its verification. */
const bytes = z.string().check(firstBroken([lengthTo(64_000)]));
const credentialId = z.string().check(firstBroken([lengthTo(1400), readable]));
const kind = z.literal("public-key");

const descriptor = z.object({ id: z.string(), type: z.string(), transports: z.optional(z.array(z.string())) });

/** What `navigator.credentials.create()` is given (WebAuthn Level 3, 5.4): PublicKeyCredentialCreationOptionsJSON. */
export const passkeyCreationOptionsSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: kind, alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal("none"),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
});
export type PasskeyCreationOptions = z.infer<typeof passkeyCreationOptionsSchema>;

/** What `navigator.credentials.get()` is given (WebAuthn Level 3, 5.5): PublicKeyCredentialRequestOptionsJSON. */
export const passkeyRequestOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal("required"),
  /** Empty where the person chooses among all they have for this site. */
  allowCredentials: z.array(descriptor),
});
export type PasskeyRequestOptions = z.infer<typeof passkeyRequestOptionsSchema>;

/** RegistrationResponseJSON; members that browsers add are passed over. */
export const passkeyRegistrationSchema = z.object({
  id: credentialId,
  rawId: credentialId,
  type: kind,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.optional(z.array(z.string().check(firstBroken([lengthTo(32), readable]))).check(z.maxLength(16))),
  }),
});
export type PasskeyRegistration = z.infer<typeof passkeyRegistrationSchema>;

/** AuthenticationResponseJSON; members that browsers add are passed over. */
export const passkeyAssertionSchema = z.object({
  id: credentialId,
  rawId: credentialId,
  type: kind,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.optional(z.nullable(bytes)),
  }),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertionSchema>;

export const passkeyStartCreateInput = z.strictObject({
  /** Any of these three where the log-in is older than 10 minutes. */
  password: z.optional(passwordSchema),
  code: z.optional(z.string().check(z.maxLength(64))),
  backup_code: z.optional(z.string().check(z.maxLength(64))),
});

export const passkeyCreateInput = z.strictObject({
  name: typedText({ min: 1, max: passkeyNameLengthMax }),
  credential: passkeyRegistrationSchema,
});

export const passkeyLogInInput = z.strictObject({
  credential: passkeyAssertionSchema,
  remember_me: z.optional(z.boolean()),
});
