// No other module imports the library: in the built server its helpers work only if the main entry loads before them.
import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { decodeAttestationObject } from "@simplewebauthn/server/helpers";

export { verifyAuthenticationResponse, verifyRegistrationResponse };

/**
 * Whether a new passkey's attestation is none or self attestation. If a server asks for "none", as ours does, the browser
 * replaces all attestations but self attestation (WebAuthn Level 3, 5.1.3).
 *
 * @param attestationObject base64url, as the browser sends it
 * @throws Error if it cannot be decoded
 */
export function isWithoutCertificates(attestationObject: string): boolean {
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, "base64url")));
  const format = attestation.get("fmt");
  return format === "none" || (format === "packed" && attestation.get("attStmt").get("x5c") === undefined);
}
