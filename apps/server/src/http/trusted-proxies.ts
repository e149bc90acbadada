import { BlockList, isIP } from "node:net";
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

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 4 ? "ipv4" : "ipv6";
}
