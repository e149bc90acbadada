import { BlockList, isIP } from "node:net";

/**
 * The network of an address: an IPv4 address itself, the first 64 bits of an IPv6 address, because a device with one
 * address has that whole network (RFC 7934).
 *
 * @param address as Node returns it; a text that is no address is returned as it is
 */
export function networkOf(address: string): string {
  return isIP(address) === 6 ? prefixOf(address, 64) : address;
}

/**
 * The network of one site: an IPv4 address itself, the first 48 bits of an IPv6 address, because a provider delegates
 * at most a /48 to one customer (RFC 6177). A site may have many users, as an IPv4 address behind carrier-grade NAT
 * has.
 *
 * @param address as Node returns it; a text that is no address is returned as it is
 */
export function siteNetworkOf(address: string): string {
  return isIP(address) === 6 ? prefixOf(address, 48) : address;
}

/** A network that rate limits count, and how many times the allowance of one address it has. */
export interface CountedNetwork {
  network: string;
  allowance: number;
}

/**
 * The networks that an address is counted in, the narrowest first. Providers delegate a /56 or a /48 to one customer
 * (RFC 6177), who would have 256 or 65,536 allowances if each /64 had its own. Such a network may also have many users,
 * as a provider of mobile phones has, so it gets more than one allowance.
 *
 * @param address as Node returns it; a text that is no address is returned as it is
 */
export function networksOf(address: string): CountedNetwork[] {
  if (isIP(address) !== 6) return [{ network: address, allowance: 1 }];
  return [
    { network: prefixOf(address, 64), allowance: 1 },
    { network: prefixOf(address, 56), allowance: 4 },
    { network: prefixOf(address, 48), allowance: 16 },
  ];
}

/** The network of an IPv6 address with a prefix of this many bits. */
function prefixOf(address: string, bits: 48 | 56 | 64): string {
  const groups = groupsOf(address).slice(0, Math.ceil(bits / 16));
  if (bits === 56) groups[3] = (groups[3] ?? 0) & 0xff00;
  return `${groups.map((group) => group.toString(16)).join(":")}::/${bits}`;
}

/** The canonical form of an address, the same for all its spellings. */
export function canonicalAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  return groupsOf(address)
    .map((group) => group.toString(16))
    .join(":");
}

/** The eight groups of an IPv6 address (RFC 4291 2.2), without its zone. */
function groupsOf(address: string): number[] {
  const [plain = ""] = address.split("%");
  // The last 32 bits may be written as IPv4.
  const hex = plain.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = "", tail] = hex.split("::");
  const parse = (part: string) => (part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16)));
  const [first, last] = [parse(head), parse(tail ?? "")];
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array<number>(zeros).fill(0), ...last];
}

const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  privateNetworks.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
] as const) {
  privateNetworks.addSubnet(network, prefix, "ipv6");
}

/**
 * True for addresses that the Internet does not route (IANA's special-purpose registries), and for texts that are no
 * address.
 */
export function isPrivateAddress(address: string): boolean {
  const [plain = ""] = address.split("%");
  const version = isIP(plain);
  return version === 0 || privateNetworks.check(plain, version === 4 ? "ipv4" : "ipv6");
}
