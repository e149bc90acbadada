import type { RequestingApp } from "@daymark/domain/account/connected-app";

const uriLengthMax = 500;
const loopbackHosts = ["127.0.0.1", "[::1]", "localhost"];
/** RFC 8252 7.1: a reversed domain name, so it has a dot. `javascript:`, `data:` and `file:` have none. */
const privateScheme = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;

/**
 * Whether an application may register a redirect URI: https, http to a program on the same device (RFC 8252 7.3), or a
 * private-use scheme of an installed app. It has no fragment, and no user name that could pass for a host.
 */
export function isRedirectUri(text: string): boolean {
  if (text.length > uriLengthMax || !/^[\x21-\x7e]+$/.test(text) || text.includes("#") || text.includes("\\"))
    return false;
  const url = parse(text);
  if (url === null) return false;
  if (url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || isLoopback(url) || privateScheme.test(url.protocol);
}

/** RFC 9700 2.1: an exact match of texts; only the port of a loopback address may differ (RFC 8252 7.3). */
export function matchesRedirectUri(registered: string, given: string): boolean {
  if (registered === given) return true;
  const [known, asked] = [parse(registered), parse(given)];
  if (!known || !asked || !isLoopback(known) || !isRedirectUri(given)) return false;
  return withoutPort(known) === withoutPort(asked);
}

/** Who will receive the answer, as a person can judge it. */
export function returnsTo(redirectUri: string): RequestingApp["returns_to"] {
  const url = new URL(redirectUri);
  if (url.protocol === "https:") return { kind: "site", name: url.host };
  return isLoopback(url) ? { kind: "device", name: url.hostname } : { kind: "app", name: url.protocol };
}

/** Adds parameters to a redirect URI and keeps its own. */
export function addParameters(redirectUri: string, parameters: Record<string, string | undefined>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && loopbackHosts.includes(hostname);
}

function withoutPort(url: URL): string {
  return `${url.protocol}//${url.hostname}${url.pathname}${url.search}`;
}

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
