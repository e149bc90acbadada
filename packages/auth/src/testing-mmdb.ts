import { isIP } from "node:net";

type Value = string | number | { [member: string]: Value };

/**
 * Encodes a database in MaxMind's format (https://maxmind.github.io/MaxMind-DB/, version 2.0) with a few networks. The
 * real databases are too large, and we may not distribute them.
 *
 * @param networks CIDR of IPv4 -> record
 */
export function encodeMmdb(networks: Record<string, Value>): Buffer {
  const data: Buffer[] = [];
  const nodes: [Branch, Branch][] = [["none", "none"]];
  let offset = 0;
  for (const [network, record] of Object.entries(networks)) {
    const bytes = encode(record);
    insert(nodes, network, { record: offset });
    data.push(bytes);
    offset += bytes.length;
  }
  const tree = nodes.flatMap((branches) =>
    branches.map((branch) => {
      // 16 zero bytes separate the tree from the data.
      const value =
        branch === "none" ? nodes.length : "node" in branch ? branch.node : nodes.length + 16 + branch.record;
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes;
    }),
  );
  const metadata = encode({
    node_count: nodes.length,
    record_size: 32,
    ip_version: 4,
    database_type: "Test",
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
    languages: {},
    description: {},
  });
  const marker = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");
  return Buffer.concat([...tree, Buffer.alloc(16), ...data, marker, metadata]);
}

type Branch = "none" | { node: number } | { record: number };

function insert(nodes: [Branch, Branch][], network: string, leaf: Branch): void {
  const [address = "", prefix = "32"] = network.split("/");
  if (isIP(address) !== 4) throw new Error(`${network} is not an IPv4 network`);
  const bits = address
    .split(".")
    .map((byte) => Number(byte).toString(2).padStart(8, "0"))
    .join("")
    .slice(0, Number(prefix));
  let node = 0;
  for (const [index, bit] of [...bits].entries()) {
    const branches = nodes[node] as [Branch, Branch];
    const side = bit === "1" ? 1 : 0;
    if (index === bits.length - 1) {
      branches[side] = leaf;
      return;
    }
    const next = branches[side];
    if (next !== "none" && "node" in next) {
      node = next.node;
      continue;
    }
    node = nodes.push(["none", "none"]) - 1;
    branches[side] = { node };
  }
}

/** Types 2 (UTF-8 string), 6 (uint32) and 7 (map), each shorter than 29. */
function encode(value: Value): Buffer {
  if (typeof value === "number") {
    const bytes = Buffer.alloc(5);
    bytes[0] = (6 << 5) | 4;
    bytes.writeUInt32BE(value, 1);
    return bytes;
  }
  if (typeof value === "string") {
    const text = Buffer.from(value);
    return Buffer.concat([Buffer.from([(2 << 5) | text.length]), text]);
  }
  const members = Object.entries(value);
  return Buffer.concat([
    Buffer.from([(7 << 5) | members.length]),
    ...members.flatMap(([name, member]) => [encode(name), encode(member)]),
  ]);
}
