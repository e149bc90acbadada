import * as z from "zod/mini";
import { firstBroken, lengthTo, readable } from "../text/text.ts";

/** Base64url of 1023 bytes, the longest credential id (WebAuthn Level 3, 4). */
export const credentialIdLengthMax = 1364;

/** Base64url as in WebAuthn's JSON (Level 3, 5.1.8). The WebAuthn verification checks the content. */
const bytes = z.string().check(firstBroken([lengthTo(64_000)]));
const credentialId = z.string().check(firstBroken([lengthTo(credentialIdLengthMax), readable]));
const kind = z.literal("public-key");

const descriptor = z.object({ id: z.string(), type: z.string(), transports: z.optional(z.array(z.string())) });

/** The argument of `navigator.credentials.create()` (WebAuthn Level 3, 5.4): PublicKeyCredentialCreationOptionsJSON. */
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

/** The argument of `navigator.credentials.get()` (WebAuthn Level 3, 5.5): PublicKeyCredentialRequestOptionsJSON. */
export const passkeyRequestOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal("required"),
  /** Empty if the user chooses among all their credentials for this site. */
  allowCredentials: z.array(descriptor),
});
export type PasskeyRequestOptions = z.infer<typeof passkeyRequestOptionsSchema>;

/** RegistrationResponseJSON. The schema ignores members that browsers add. */
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

/** AuthenticationResponseJSON. The schema ignores members that browsers add. */
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
