import { isIP } from "node:net";

/** Whom a passkey is made for (WebAuthn Level 3, 4): it opens nothing else. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * The relying party that PUBLIC_URL makes of this installation.
 *
 * @returns null where that is a bare IP address: a relying party is a domain (WebAuthn Level 3, 5.1.3)
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const { hostname, origin } = new URL(publicUrl);
  return isIP(hostname.replace(/^\[|\]$/g, "")) === 0 ? { id: hostname, origin } : null;
}
