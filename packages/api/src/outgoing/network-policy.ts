import { BlockList, isIP } from "node:net";

/**
 * Whether the server may call an address that a user typed. Only addresses of the public internet qualify: if the server
 * called any other one, a user could reach the operator's own network through it.
 */
export type NetworkPolicy = (address: string) => boolean;

/** RFC 6890 and IANA's registry of special-purpose addresses, without those that are globally reachable; multicast. */
const refusedV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];

/**
 * RFC 4291 2.4: only this part of IPv6 is public. Outside lie loopback, unique local, link-local and multicast
 * addresses, and IPv4 addresses in other clothes: mapped, compatible, and NAT64 (64:ff9b::/96).
 */
const publicV6 = ["2000::/3"];

/** Inside of it: protocols such as Teredo, 6to4, which contains an IPv4 address, and examples. */
const refusedV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

/**
 * @param allowedNetworks OUTGOING_NETWORKS: addresses or networks that the operator allows besides the public ones,
 *   such as `192.168.0.0/16`
 */
export function createNetworkPolicy(allowedNetworks: readonly string[] = []): NetworkPolicy {
  const allowed = listOf(allowedNetworks);
  const refused = listOf([...refusedV4, ...refusedV6]);
  const open = listOf(publicV6);
  return (address) => {
    const version = isIP(address);
    if (version === 0) return false;
    const family = version === 4 ? "ipv4" : "ipv6";
    if (allowed.check(address, family)) return true;
    return !refused.check(address, family) && (version === 4 || open.check(address, family));
  };
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    const family = isIP(address) === 4 ? "ipv4" : "ipv6";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
