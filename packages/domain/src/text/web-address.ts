/** Characters of an address that becomes a link. */
export const urlLengthMax = 2000;
/** Characters of a domain: RFC 1035 2.3.4. */
export const domainLengthMax = 253;

/** Finds the host with its user and port. The URL parser skips slashes, backslashes, tabs and line breaks before it. */
const authorityPattern = /^https?:\/\/[\\/\t\n\r]*([^\\/?#]*)/i;

/**
 * Parses an absolute http or https address from a user in bounded time. IDNA takes quadratic time for a host, so the
 * function checks the lengths of the host and of the address before it parses the URL (WHATWG URL).
 *
 * @returns null for anything else
 */
export function parseWebAddress(text: string): URL | null {
  if (text.length > urlLengthMax) return null;
  const authority = authorityPattern.exec(text)?.[1];
  if (authority === undefined) return null;
  const host = authority.slice(authority.lastIndexOf("@") + 1).replace(/:\d*$/, "");
  if (host.length > domainLengthMax) return null;
  try {
    // Some supported browsers lack URL.parse.
    return new URL(text);
  } catch {
    return null;
  }
}
