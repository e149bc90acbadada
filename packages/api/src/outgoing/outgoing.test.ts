import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { createOutgoing } from "./outgoing.ts";

const loopback = ["127.0.0.0/8"];
const request = { headers: { "content-type": "application/json" }, body: "{}" };

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
});

async function serve(listener: RequestListener): Promise<{ port: number; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return { port: (server.address() as AddressInfo).port, requests };
}

const names = (...addresses: string[]) => ({
  resolve: async () => addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
});

describe("an address is refused if it", () => {
  test.each([
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://0/",
    "http://10.1.2.3/",
    "http://100.64.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://172.16.0.1/",
    "http://172.31.255.255/",
    "http://192.0.0.1/",
    "http://192.168.1.1/",
    "http://198.18.0.1/",
    "http://224.0.0.1/",
    "http://240.0.0.1/",
    "http://255.255.255.255/",
    "http://[::]/",
    "http://[::1]/",
    "http://[::127.0.0.1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:8.8.8.8]/",
    "http://[64:ff9b::127.0.0.1]/",
    "http://[64:ff9b:1::1]/",
    "http://[100::1]/",
    "http://[2001::1]/",
    "http://[2001:db8::1]/",
    "http://[2002:7f00:1::]/",
    "http://[fc00::1]/",
    "http://[fd12:3456::1]/",
    "http://[fe80::1]/",
    "http://[fec0::1]/",
    "http://[ff02::1]/",
  ])("is the special address %s", async (url) => {
    const outgoing = createOutgoing(names());
    expect(await outgoing.isAllowed(url)).toBe(false);
    expect(await outgoing.post(url, request)).toMatchObject({ fault: "address_refused" });
  });

  test.each([
    "ftp://example.org/",
    "file:///etc/passwd",
    "gopher://example.org/",
    "javascript:alert(1)",
    "unix:/run/docker.sock",
    "https://name:password@example.org/",
    "https://name@example.org/",
    "example.org",
    "",
  ])("has another scheme or credentials, as %j", async (url) => {
    const outgoing = createOutgoing(names("93.184.216.34"));
    expect(await outgoing.isAllowed(url)).toBe(false);
    expect(await outgoing.post(url, request)).toMatchObject({ fault: "address_refused" });
  });

  test.each([
    ["127.0.0.1"],
    ["10.0.0.7"],
    ["93.184.216.34", "192.168.0.10"],
    ["2606:2800:220:1::1", "::1"],
    ["::ffff:10.0.0.1"],
  ])("has a name that also leads to %s", async (...addresses) => {
    const outgoing = createOutgoing(names(...addresses));
    expect(await outgoing.isAllowed("https://hooks.example.org/")).toBe(false);
    expect(await outgoing.post("https://hooks.example.org/", request)).toMatchObject({ fault: "address_refused" });
  });

  test("is the name localhost, by the resolver of the system", async () => {
    expect(await createOutgoing().isAllowed("http://localhost:5432/")).toBe(false);
  });
});

test.each(["https://8.8.8.8/", "http://[2606:2800:220:1::1]:8080/", "https://hooks.example.org:8443/in?a=b"])(
  "the public address %s is allowed, on any port",
  async (url) => {
    expect(await createOutgoing(names("93.184.216.34")).isAllowed(url)).toBe(true);
  },
);

test("the server calls a network that the operator allows, and no neighboring one", async () => {
  const { port, requests } = await serve((_, response) => response.end("thanks"));
  const outgoing = createOutgoing({ allowedNetworks: ["127.0.0.1", "fd00:1::/32"] });
  const answer = await outgoing.post(`http://127.0.0.1:${port}/in`, { ...request, body: '{"ü":1}' });
  expect(answer).toMatchObject({ status: 200, body: "thanks", durationMilliseconds: expect.any(Number) });
  expect(requests[0]).toMatchObject({ method: "POST", url: "/in", headers: { "content-length": "8" } });
  expect(await outgoing.isAllowed("http://127.0.0.2/")).toBe(false);
  expect(await outgoing.isAllowed("http://[fd00:1::5]/")).toBe(true);
  expect(await outgoing.isAllowed("http://[fd00:2::5]/")).toBe(false);
});

test("the connection goes to the address that was checked, and the name is not resolved again", async () => {
  const { port, requests } = await serve((_, response) => response.end());
  let lookUps = 0;
  const outgoing = createOutgoing({
    allowedNetworks: loopback,
    resolve: async () => {
      lookUps += 1;
      return [{ address: lookUps === 1 ? "127.0.0.1" : "127.9.9.9", family: 4 }];
    },
  });
  expect(await outgoing.post(`http://rebinding.example:${port}/`, request)).toMatchObject({ status: 200 });
  expect(lookUps).toBe(1);
  expect(requests[0]?.headers.host).toBe(`rebinding.example:${port}`);
});

test("a redirect is not followed", async () => {
  const inner = await serve((_, response) => response.end("secret"));
  const { port } = await serve((_, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${inner.port}/` }).end("elsewhere"),
  );
  const outgoing = createOutgoing({ allowedNetworks: loopback });
  expect(await outgoing.post(`http://127.0.0.1:${port}/`, request)).toMatchObject({ status: 307, body: "elsewhere" });
  expect(inner.requests).toEqual([]);
});

test("a proxy of the environment is not used", async () => {
  const proxy = await serve((_, response) => response.end("by proxy"));
  const { port } = await serve((_, response) => response.end("direct"));
  const before = { ...process.env };
  Object.assign(process.env, { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: `http://127.0.0.1:${proxy.port}` });
  try {
    const outgoing = createOutgoing({ allowedNetworks: loopback });
    expect(await outgoing.post(`http://127.0.0.1:${port}/`, request)).toMatchObject({ body: "direct" });
  } finally {
    process.env = before;
  }
  expect(proxy.requests).toEqual([]);
});

test("of an endless answer the beginning is read, and the connection is closed", async () => {
  const closed = Promise.withResolvers<void>();
  const { port } = await serve((_, response) => {
    response.on("close", closed.resolve);
    const write = () => {
      while (!response.destroyed && response.write("x".repeat(16_384)));
    };
    response.on("drain", write);
    write();
  });
  const answer = await createOutgoing({ allowedNetworks: loopback }).post(`http://127.0.0.1:${port}/`, request);
  expect(answer).toMatchObject({ status: 200 });
  expect("body" in answer && answer.body.length).toBe(8_192);
  await closed.promise;
});

describe("a call ends with", () => {
  const brief = { allowedNetworks: loopback, timeoutMilliseconds: 200 };

  test("a timeout if the receiver does not answer, or not to the end", async () => {
    const silent = await serve(() => {});
    expect(await createOutgoing(brief).post(`http://127.0.0.1:${silent.port}/`, request)).toMatchObject({
      fault: "timeout",
    });
    const halting = await serve((_, response) => void response.writeHead(200).write("and"));
    expect(await createOutgoing(brief).post(`http://127.0.0.1:${halting.port}/`, request)).toMatchObject({
      fault: "timeout",
    });
  });

  test("an unresolved name if the name server fails or hangs", async () => {
    const failing = createOutgoing({ ...brief, resolve: () => Promise.reject(new Error("ENOTFOUND")) });
    const hanging = createOutgoing({ ...brief, resolve: () => new Promise(() => {}) });
    for (const outgoing of [failing, hanging]) {
      expect(await outgoing.post("http://nowhere.example/", request)).toMatchObject({ fault: "name_unresolved" });
      expect(await outgoing.isAllowed("http://nowhere.example/")).toBe(true);
    }
  });

  test("no connection if no server listens, or the receiver hangs up", async () => {
    const { port } = await serve((request) => request.socket.destroy());
    const outgoing = createOutgoing({ allowedNetworks: loopback });
    expect(await outgoing.post(`http://127.0.0.1:${port}/`, request)).toMatchObject({ fault: "no_connection" });
    expect(await outgoing.post("http://127.0.0.1:1/", request)).toMatchObject({ fault: "no_connection" });
  });
});
