import { BlockList, isIP } from "node:net";
import { emailSchema } from "@daymark/domain/account/auth";
import type { FastifyRequest } from "fastify";
import { plainAddress } from "./client-address.ts";

/**
 * Decides whether Fastify trusts the `X-Forwarded-…` headers of an address. Fastify's own list compares the hops as
 * text, so it trusts no proxy whose address another proxy forwards with a port.
 *
 * @param networks addresses, or networks in CIDR notation (RFC 4632)
 */
export function createProxyTrust(networks: readonly string[]): (address: string | undefined) => boolean {
  const trusted = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    const family = familyOf(address);
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return (hop) => {
    // A closed connection and a Unix socket have no address.
    const address = plainAddress(hop ?? "");
    return address !== "" && trusted.check(address, familyOf(address));
  };
}

/** Reads the address of the user whom a trusted proxy names; null if it names none. */
export type ProxyUserOf = (request: Pick<FastifyRequest, "headers" | "socket">) => string | null;

/**
 * Reads AUTH_PROXY_HEADER of requests that come over a connection of a trusted proxy. The address of the connection
 * counts and no X-Forwarded-For, which a stranger can send. A header that is sent twice, which Node joins by a comma,
 * is no address, so it names no user.
 *
 * @param options.header undefined if the operator has configured none
 * @param options.trustedProxies addresses, or networks in CIDR notation
 */
export function createProxyUser(options: {
  header: string | undefined;
  trustedProxies: readonly string[];
}): ProxyUserOf {
  const name = options.header?.toLowerCase();
  if (name === undefined) return () => null;
  const isTrusted = createProxyTrust(options.trustedProxies);
  return ({ headers, socket }) => {
    const value = headers[name];
    if (typeof value !== "string" || !isTrusted(socket.remoteAddress)) return null;
    const parsed = emailSchema.safeParse(value);
    return parsed.success ? parsed.data : null;
  };
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 4 ? "ipv4" : "ipv6";
}
