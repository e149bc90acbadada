import { expect, test } from "vitest";
import { canonicalAddress, isPrivateAddress, networkOf, networksOf, siteNetworkOf } from "./address.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002:ffff::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["64:ff9b::203.0.113.7", "64:ff9b:0:0::/64"],
  ["", ""],
  ["unknown", "unknown"],
])("%s is counted under %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test("an IPv6 address is counted in its /64, /56 and /48, and an IPv4 address only by itself", () => {
  expect(networksOf("2001:db8:12:3456::7")).toEqual([
    { network: "2001:db8:12:3456::/64", allowance: 1 },
    { network: "2001:db8:12:3400::/56", allowance: 4 },
    { network: "2001:db8:12::/48", allowance: 16 },
  ]);
  for (const address of ["203.0.113.7", "", "unknown"]) {
    expect(networksOf(address)).toEqual([{ network: address, allowance: 1 }]);
  }
});

test("a customer's whole /48 is one site, and another /48 is another site", () => {
  const customer = ["2001:db8:12::1", "2001:db8:12:ff::1", "2001:DB8:12:ffff:1::"].map(siteNetworkOf);
  expect(new Set(customer)).toEqual(new Set(["2001:db8:12::/48"]));
  expect(siteNetworkOf("2001:db8:13::1")).toBe("2001:db8:13::/48");
  for (const address of ["203.0.113.7", "", "unknown"]) expect(siteNetworkOf(address)).toBe(address);
});

test("all spellings of an address have one canonical form", () => {
  const forms = ["2001:db8::cb00:7107", "2001:DB8:0:0::203.0.113.7", "2001:0db8:0000::0000:cb00:7107"];
  expect(new Set(forms.map(canonicalAddress))).toEqual(new Set(["2001:db8:0:0:0:0:cb00:7107"]));
});

test("private addresses are distinguished from public ones", () => {
  const hidden = ["127.0.0.1", "10.1.2.3", "172.31.0.1", "192.168.1.1", "169.254.0.1", "100.64.0.1", "::1", "fd00::1"];
  for (const address of [...hidden, "fe80::1%eth0", "", "unknown"])
    expect(isPrivateAddress(address), address).toBe(true);
  for (const address of ["203.0.113.7", "172.32.0.1", "100.128.0.1", "2001:db8::1"]) {
    expect(isPrivateAddress(address), address).toBe(false);
  }
});
