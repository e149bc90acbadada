import { isIP } from "node:net";
import { parseWebAddress } from "@daymark/domain/text/web-address";

export const telegramHost = "api.telegram.org";

/** Schemes whose first part is a host, also if it is a number. In others a number is the id of a bot or a chat. */
const hostSchemes = /^(?:json|xml|form|apprise|ntfy|gotify|matrix|mqtt|mailto|rsyslog|syslog)s?$/i;

const authorityPattern = /^([a-z][a-z0-9]*):\/\/([^/?#]*)/i;

/**
 * The address that the Apprise API would call for an Apprise URL, as far as it can be told without knowledge of all
 * services: the first part of many is a token, which must not be looked up at a name server.
 *
 * @returns an http address with that host; null if the first part is no address and no name with a domain
 */
export function addressOfApprise(url: string): string | null {
  const [, scheme = "", authority = ""] = authorityPattern.exec(url) ?? [];
  // Python decodes the host before it connects.
  const host = decoded(authority.slice(authority.lastIndexOf("@") + 1));
  if (host === null || (/^\d+$/.test(host) && !hostSchemes.test(scheme))) return null;
  const address = parseWebAddress(`http://${host}/`);
  if (!address) return null;
  const name = address.hostname.replace(/^\[(.*)\]$/, "$1");
  const isAddress = isIP(name) !== 0 || name.includes(".") || name === "localhost";
  return isAddress ? `http://${address.hostname}/` : null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
