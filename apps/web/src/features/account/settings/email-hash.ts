import { normalizeEmail } from "@daymark/domain/account/auth";

/**
 * What the profile has of an address: lower-case hex SHA-256 of its normalised form. Null where the browser computes
 * none, as over plain HTTP: then the server alone compares.
 */
export async function hashEmail(email: string): Promise<string | null> {
  if (!("subtle" in crypto)) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(normalizeEmail(email)));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
