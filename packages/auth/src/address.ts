import { BlockList, isIP } from "node:net";

/**
 * Whom an address stands for: an IPv4 address, or of an IPv6 one its first 64 bits, as whoever has one address has all of
 * that network (RFC 6177, RFC 7934).
 *
 * @param address as Node tells it; what is no address stands for itself
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  return `${groupsOf(address)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/** An address in the one form that equals itself however it was written. */
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

/** True for what the Internet does not route (IANA's special-purpose registries), and for what is no address. */
export function isPrivateAddress(address: string): boolean {
  const [plain = ""] = address.split("%");
  const version = isIP(plain);
  return version === 0 || privateNetworks.check(plain, version === 4 ? "ipv4" : "ipv6");
}
