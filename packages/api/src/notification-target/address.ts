import { isIP } from "node:net";
import { parseWebAddress } from "@daymark/domain/text/web-address";

export const telegramHost = "api.telegram.org";

/** Services that Apprise calls at fixed hosts. Their URLs name tokens and recipients, which no name server may be asked for. */
const hostedServices = new Set([
  ...["dingtalk", "discord", "feishu", "guilded", "ifttt", "join", "line", "opsgenie", "pagerduty", "pbul", "pover"],
  ...["prowl", "psafer", "push", "pushed", "pushme", "revolt", "sendgrid", "signl4", "slack", "spush", "tgram"],
  ...["twilio", "wxteams"],
]);

/**
 * One host, with a user, a port and a path at most. Apprise splits a URL in its own way, and some services take a host
 * from the query, so anything else is refused.
 */
const hostedUrl = /^[a-z][a-z0-9]*:\/\/(?:[^/?#@%]*@)?([\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?(?:\/[^?#@]*)?$/i;

/**
 * The address that the Apprise API would call for an Apprise URL.
 *
 * @returns an http address with that host; `hosted` for a service with fixed hosts; `unclear` if the URL could mean
 *   another host than it seems to, or a name without a domain, which belongs to a private network
 */
export function addressOfApprise(url: string): "hosted" | "unclear" | { url: string } {
  if (hostedServices.has(schemeOfApprise(url))) return "hosted";
  const host = hostedUrl.exec(url)?.[1] ?? "";
  const address = host.endsWith(".") ? null : parseWebAddress(`http://${host}/`);
  if (!address) return "unclear";
  const name = address.hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(name) !== 0 || name.includes(".") ? { url: `http://${address.hostname}/` } : "unclear";
}

/** In lower case. */
export function schemeOfApprise(url: string): string {
  return url.slice(0, url.indexOf(":")).toLowerCase();
}
