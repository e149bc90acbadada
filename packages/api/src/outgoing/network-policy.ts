import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";

/**
 * Whether the server may call all of the addresses that a typed one leads to. Only addresses of the public internet qualify: if the server
 * called any other one, a user could reach the operator's own network through it.
 */
export type NetworkPolicy = (addresses: readonly string[]) => boolean;

/** RFC 6890 and IANA's registry of special-purpose addresses, without those that are globally reachable; multicast. */
const refusedV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  // Azure answers its machines here.
  "168.63.129.16",
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
 * @param listInterfaces tests pass their own
 */
export function createNetworkPolicy(
  allowedNetworks: readonly string[] = [],
  listInterfaces: typeof networkInterfaces = networkInterfaces,
): NetworkPolicy {
  const allowed = listOf(allowedNetworks);
  const refused = listOf([...refusedV4, ...refusedV6]);
  const open = listOf(publicV6);
  return (addresses) => {
    const own = listOf(ownNetworks(listInterfaces()));
    return addresses.every((address) => {
      const version = isIP(address);
      if (version === 0) return false;
      const family = version === 4 ? "ipv4" : "ipv6";
      if (allowed.check(address, family)) return true;
      if (refused.check(address, family) || own.check(address, family)) return false;
      return version === 4 || open.check(address, family);
    });
  };
}

/**
 * The server's own addresses, and in IPv6 the networks of its interfaces: there, the devices of a home have public
 * addresses. Neighbours of a public IPv4 address are strangers.
 */
function ownNetworks(interfaces: ReturnType<typeof networkInterfaces>): string[] {
  return Object.values(interfaces).flatMap((addresses = []) =>
    addresses.map(({ family, address, cidr }) => (family === "IPv6" && cidr !== null ? cidr : address)),
  );
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
