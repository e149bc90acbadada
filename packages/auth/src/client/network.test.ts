import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { encodeMmdb } from "../testing-mmdb.ts";
import { type Network, openNetwork } from "./network.ts";

let directory: string;
let network: Network;
let warnings: string[];
const log = { info: () => {}, warn: (_: object, message: string) => warnings.push(message) };
beforeEach(() => {
  warnings = [];
  directory = mkdtempSync(join(tmpdir(), "daymark-network-"));
});
afterEach(() => {
  network.close();
  rmSync(directory, { recursive: true, force: true });
});

let writes = 0;

function write(name: string, content: string | Buffer): void {
  const path = join(directory, name);
  writeFileSync(path, content);
  // A file system may tell the time in whole seconds.
  writes += 1;
  utimesSync(path, writes, writes);
}

async function open(files: Record<string, string | Buffer> = {}): Promise<Network> {
  for (const [name, content] of Object.entries(files)) write(name, content);
  network = await openNetwork({ directory, policy: "record", log });
  return network;
}

const kyiv = { city: { names: { en: "Kyiv" } }, country: { iso_code: "UA", names: { en: "Ukraine" } } };
const poland = { country: { iso_code: "PL" } };
const asn = encodeMmdb({
  "203.0.113.0/24": { autonomous_system_number: 64_496 },
  "198.51.100.0/24": { autonomous_system_number: 64_500 },
});

test("a location is the city with its country, or the country alone", async () => {
  const { look } = await open({ "city.mmdb": encodeMmdb({ "203.0.113.0/24": kyiv, "198.51.100.0/25": poland }) });
  expect(look("203.0.113.7")).toEqual({ location: "Kyiv, Ukraine", network: "direct" });
  expect(look("198.51.100.7").location).toBe("Poland");
});

test("without any file, the country of an IPv4 address is known, but not the country of an IPv6 address", async () => {
  const { look } = await open();
  expect(look("8.8.8.8")).toEqual({ location: "United States", network: "direct" });
  expect(look("91.198.36.14").location).toBe("Ukraine");
  expect(look("2001:db8::1")).toEqual({ location: null, network: "direct" });
});

test.each(["127.0.0.1", "10.0.0.1", "192.168.1.5", "::1", "fd00::1", "fe80::1%eth0", "", "unknown"])(
  "an address that is not public gets no location: %s",
  async (address) => {
    const { look } = await open({ "exits.txt": "0.0.0.0/0\n::/0", "city.mmdb": encodeMmdb({ "0.0.0.0/1": kyiv }) });
    expect(look(address)).toEqual({ location: null, network: "direct" });
  },
);

test("a hosting provider is recognized by its autonomous system", async () => {
  const { look } = await open({
    "asn.mmdb": asn,
    "hosting-asns.txt": "# rented\r\nAS64496 Example Hosting\r\n\r\n64497\n",
  });
  expect(look("203.0.113.7").network).toBe("vpn_or_proxy");
  expect(look("198.51.100.7").network).toBe("direct");
});

test("exits are recognized by address and by network, in any spelling of an address", async () => {
  const list = "198.51.100.7 \n2001:0db8:0::1 # Tor\n203.0.113.0/25\n2001:db8:5::/48\nnonsense\n1.2.3.4/99\n";
  const { look } = await open({ "exits.txt": list });
  for (const exit of ["198.51.100.7", "2001:db8::1", "203.0.113.5", "2001:db8:5:9::1"]) {
    expect(look(exit).network, exit).toBe("vpn_or_proxy");
  }
  for (const other of ["198.51.100.8", "2001:db8::2", "203.0.113.200", "1.2.3.4"]) {
    expect(look(other).network, other).toBe("direct");
  }
});

test("a changed file is read again, and a deleted file is no longer used", async () => {
  const { look, refresh } = await open({ "exits.txt": "203.0.113.7" });
  write("exits.txt", "203.0.113.8");
  await refresh();
  expect([look("203.0.113.7").network, look("203.0.113.8").network]).toEqual(["direct", "vpn_or_proxy"]);
  rmSync(join(directory, "exits.txt"));
  await refresh();
  expect(look("203.0.113.8").network).toBe("direct");
});

test("a broken file keeps the previous data and logs one warning", async () => {
  const { look, refresh } = await open({ "city.mmdb": encodeMmdb({ "203.0.113.0/24": kyiv }) });
  write("city.mmdb", "not a database");
  await refresh();
  await refresh();
  expect(look("203.0.113.7").location).toBe("Kyiv, Ukraine");
  expect(warnings).toHaveLength(1);
});

test("a missing folder causes no warning", async () => {
  rmSync(directory, { recursive: true });
  await open();
  expect(warnings).toEqual([]);
  mkdirSync(directory);
});
