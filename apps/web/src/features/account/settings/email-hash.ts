import { normalizeEmail } from "@daymark/domain/account/auth";

/**
 * The hash of an address in the profile: lower-case hex SHA-256 of the normalized address. Null if the browser cannot
 * compute it, as over plain HTTP: then only the server compares.
 */
export async function hashEmail(email: string): Promise<string | null> {
  if (!("subtle" in crypto)) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(normalizeEmail(email)));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
