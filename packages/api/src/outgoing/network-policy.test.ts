import type { NetworkInterfaceInfo, networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { createNetworkPolicy } from "./network-policy.ts";

const rest = { mac: "02:00:00:00:00:01", internal: false };
const home: NetworkInterfaceInfo[] = [
  { ...rest, family: "IPv4", address: "93.184.216.34", netmask: "255.255.0.0", cidr: "93.184.216.34/16" },
  {
    ...rest,
    family: "IPv6",
    address: "2a02:8388:1:2::5",
    netmask: "ffff:ffff:ffff:ffff::",
    cidr: "2a02:8388:1:2::5/64",
    scopeid: 0,
  },
];
const listInterfaces: typeof networkInterfaces = () => ({ eth0: home });

test.each(["93.184.216.34", "2a02:8388:1:2::5", "2a02:8388:1:2:aaaa::9", "168.63.129.16"])(
  "the server's own network is refused at %s, unless the operator allows it",
  (address) => {
    expect(createNetworkPolicy([], listInterfaces)([address])).toBe(false);
    expect(createNetworkPolicy([address], listInterfaces)([address])).toBe(true);
  },
);

test.each(["93.184.216.35", "2a02:8388:1:3::5"])("the address %s outside of it is public", (address) => {
  expect(createNetworkPolicy([], listInterfaces)([address])).toBe(true);
});

test("one refused address among others refuses all", () => {
  expect(createNetworkPolicy([], listInterfaces)(["8.8.8.8", "93.184.216.34"])).toBe(false);
});

test("an address that the server gets later is refused as well", () => {
  const interfaces: ReturnType<typeof networkInterfaces> = {};
  const areAllowed = createNetworkPolicy([], () => interfaces);
  expect(areAllowed(["93.184.216.34"])).toBe(true);
  interfaces.eth0 = home;
  expect(areAllowed(["93.184.216.34"])).toBe(false);
});
