import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import Fastify from "fastify";
import { afterEach, expect, test, vi } from "vitest";
import { createLoopTurns } from "../event-loop/loop-turns.ts";
import { onEnd } from "../http/open-answers.ts";
import { boundConnections, connectionLimitsFor, createBoundedServer } from "./connection-bounds.ts";
import { createMemoryBudget } from "./memory-budget.ts";

const mebibyte = 2 ** 20;
const budgets = { requests: createMemoryBudget(mebibyte), answers: createMemoryBudget(40 * mebibyte) };
const timeouts = { request: 60_000, keepAlive: 60_000, idle: 60_000 };
const serverFactory = createBoundedServer(timeouts, createLoopTurns());
const app = Fastify({ trustProxy: true, serverFactory });
boundConnections(app, 100_000, budgets);
const waiting: (() => void)[] = [];
let served = 0;
let ended = 0;
app.addHook("onRequest", (_, reply, done) => {
  onEnd(reply, () => {
    ended += 1;
  });
  done();
});
app.get("/small", () => "x".repeat(15_000));
app.get("/large", () => "x".repeat(8 * mebibyte));
app.post("/body", ({ body }) => String((body as { text: string }).text.length));
app.get("/waits", async () => {
  served += 1;
  await new Promise<void>((resolve) => waiting.push(resolve));
  return "x";
});
await app.listen({ host: "127.0.0.1", port: 0 });
const { port } = app.server.address() as AddressInfo;

const sockets: ReturnType<typeof connect>[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const answer of waiting.splice(0)) answer();
  await vi.waitUntil(() => budgets.requests.heldBytes() + budgets.answers.heldBytes() === 0);
});

async function open() {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  sockets.push(socket);
  await once(socket, "connect");
  return socket;
}

/** Requests a large answer and reads only its beginning. */
async function leaveUnread(address: string) {
  const socket = await open();
  const begun = once(socket, "readable");
  socket.write(`GET /large HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${address}\r\n\r\n`);
  await begun;
  return socket;
}

/** Reads to the end of the large answer or of the connection. @returns how many bytes came */
async function readAll(socket: ReturnType<typeof connect>): Promise<number> {
  socket.on("data", () => {
    if (socket.bytesRead > 8 * mebibyte) socket.end();
  });
  await once(socket, "close");
  return socket.bytesRead;
}

test("unread responses stay within the memory budget, and a client's oldest are aborted", async () => {
  const answers = [];
  for (let count = 0; count < 20; count++) {
    answers.push(await leaveUnread("203.0.113.1"));
    expect(budgets.answers.heldBytes()).toBeLessThanOrEqual(40 * mebibyte);
  }
  const [oldest, newest] = [answers.at(0), answers.at(-1)];
  if (!oldest || !newest) throw new Error("nothing was asked");
  expect(await readAll(oldest)).toBeLessThan(8 * mebibyte);
  expect(await readAll(newest)).toBeGreaterThan(8 * mebibyte);
});

test("the client that holds the most loses a response, and another client does not", async () => {
  const other = await leaveUnread("203.0.113.2");
  for (let count = 0; count < 8; count++) await leaveUnread("203.0.113.1");
  expect(await readAll(other)).toBeGreaterThan(8 * mebibyte);
});

test("incomplete bodies stay within the memory budget, and a complete body is served meanwhile", async () => {
  const head = (address: string) =>
    `POST /body HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${address}\r\ncontent-type: application/json\r\n`;
  const torn: Awaited<ReturnType<typeof open>>[] = [];
  for (let count = 0; count < 30; count++) {
    const socket = await open();
    const arrived = once(app.server, "request");
    socket.write(`${head("203.0.113.1")}content-length: 90000\r\n\r\n{"text":"`);
    await arrived;
    torn.push(socket);
    expect(budgets.requests.heldBytes()).toBeLessThanOrEqual(mebibyte);
  }
  const whole = await open();
  const body = JSON.stringify({ text: "x".repeat(80_000) });
  whole.end(`${head("203.0.113.2")}content-length: ${body.length}\r\n\r\n${body}`);
  const [chunk] = await once(whole, "data");
  expect(String(chunk)).toMatch(/^HTTP\/1\.1 200 /);
  // Eleven fit, and the oldest of them was closed for the complete one.
  await vi.waitUntil(() => torn.filter((socket) => socket.closed).length === 20);
});

/** 96 headers, 4 kB together. They take far more in the heap. */
const manyHeaders = Array.from({ length: 96 }, (_, index) => `x-${index}: ${"a".repeat(30)}\r\n`).join("");

test("heads with incomplete small bodies stay within the budget, and another client is served", async () => {
  const torn: Awaited<ReturnType<typeof open>>[] = [];
  for (let count = 0; count < 60; count++) {
    const socket = await open();
    const arrived = once(app.server, "request");
    socket.write(
      `POST /body HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${manyHeaders}content-length: 100\r\n\r\n{`,
    );
    await arrived;
    torn.push(socket);
    expect(budgets.requests.heldBytes()).toBeLessThanOrEqual(mebibyte);
  }
  expect(await sendInTwo("203.0.113.2", async () => {})).toMatch(/^HTTP\/1\.1 200 /);
  const countOpen = () => torn.filter(({ closed }) => !closed).length;
  await vi.waitUntil(() => countOpen() < 45);
  expect(countOpen()).toBeGreaterThan(20);
});

test("a request's head counts against the budget until the request ends", async () => {
  const socket = await open();
  socket.write(`GET /waits HTTP/1.1\r\nhost: localhost\r\n${manyHeaders}\r\n`);
  await vi.waitUntil(() => budgets.requests.heldBytes() > 20_000);
  const answered = once(socket, "data");
  for (const answer of waiting.splice(0)) answer();
  await answered;
  await vi.waitUntil(() => budgets.requests.heldBytes() === 0);
});

/**
 * Begins bodies that never become complete, one from each address, and waits until the server has counted all of them.
 */
async function stall(addresses: string[], bytes: number) {
  for (const address of addresses) {
    const socket = await open();
    const arrived = once(app.server, "request");
    socket.write(
      `POST /body HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${address}\r\ncontent-type: application/json\r\n` +
        `content-length: ${bytes}\r\n\r\n{"text":"`,
    );
    await arrived;
  }
}

/** Sends the head of a request, and its body after others had time to use up the budget. @returns the first answer */
async function sendInTwo(address: string, meanwhile: () => Promise<void>): Promise<string> {
  const socket = await open();
  const answered = Promise.race([once(socket, "data"), once(socket, "close").then(() => ["closed"])]);
  const body = JSON.stringify({ text: "x".repeat(30_000) });
  const arrived = once(app.server, "request");
  socket.write(
    `POST /body HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${address}\r\ncontent-type: application/json\r\n` +
      `content-length: ${body.length}\r\n\r\n`,
  );
  await arrived;
  await meanwhile();
  socket.write(body);
  const [answer] = await answered;
  return String(answer);
}

test("all IPv6 networks of one customer count as one client, which cannot abort another client's body", async () => {
  const network = (number: number) => `2001:db8:0:${number.toString(16)}::1`;
  const many = Array.from({ length: 70 }, (_, number) => network(number + 1));
  const answer = await sendInTwo("2001:db8:1::1", () => stall(many, 20_000));
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test("if many stalled clients have used up the memory for bodies, another client's body is still served", async () => {
  const many = Array.from({ length: 70 }, (_, number) => `198.51.100.${number + 1}`);
  await stall(many, 20_000);
  expect(await sendInTwo("203.0.113.2", async () => {})).toMatch(/^HTTP\/1\.1 200 /);
});

test("small responses and headers count as soon as a connection leaves another response unread", async () => {
  const alone = await open();
  alone.write("GET /small HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await once(alone, "readable");
  expect(budgets.answers.heldBytes()).toBe(0);
  const several = await leaveUnread("203.0.113.1");
  several.write("GET /small HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(2));
  await vi.waitUntil(() => budgets.answers.heldBytes() === 8 * mebibyte + 2 * (15_000 + 16 * 1024));
});

test("responses that wait behind another one are dropped with their connection", async () => {
  const connections: Awaited<ReturnType<typeof open>>[] = [];
  for (let count = 1; count <= 6; count++) {
    const socket = await open();
    connections.push(socket);
    const arrived = once(app.server, "request");
    socket.write("GET /waits HTTP/1.1\r\nhost: localhost\r\n\r\nGET /large HTTP/1.1\r\nhost: localhost\r\n\r\n");
    await arrived;
  }
  await vi.waitUntil(() => connections.some(({ closed }) => closed));
  expect(budgets.answers.heldBytes()).toBeLessThanOrEqual(40 * mebibyte);
});

test("no request is served after a response with Connection: close", async () => {
  let requests = 0;
  const count = () => {
    requests += 1;
  };
  app.server.on("request", count);
  const connected = once(app.server, "connection");
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).on("error", () => {});
  sockets.push(socket);
  socket.write("GET /small HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
  const [accepted] = await connected;
  const answered = once(socket.resume(), "end");
  if (!accepted.closed) await once(accepted, "close");
  await answered;
  socket.write("GET /small HTTP/1.1\r\nhost: localhost\r\n\r\n");
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  app.server.off("request", count);
  expect(requests).toBe(1);
});

test("a client at its share of the connections gets no more, and another client does", async () => {
  const limits = { max: 10, shareMax: 2 };
  const small = Fastify({
    serverFactory: createBoundedServer({ request: 1_000, keepAlive: 1_000, idle: 0 }, createLoopTurns(), limits),
  });
  small.get("/", () => "x");
  await small.listen({ host: "127.0.0.1", port: 0 });
  const address = small.server.address() as AddressInfo;
  const ask = (localAddress: string) => {
    const socket = connect({ port: address.port, host: "127.0.0.1", localAddress }).on("error", () => {});
    sockets.push(socket);
    socket.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
    return new Promise((resolve) => {
      socket.once("data", () => resolve("served")).once("close", () => resolve("closed"));
    });
  };
  const first = await Promise.all(Array.from({ length: 8 }, () => ask("127.0.0.1")));
  expect(first.filter((outcome) => outcome === "served")).toHaveLength(6);
  const others = ["127.0.0.2", "127.0.0.2", "127.0.0.2", "127.0.0.3", "127.0.0.3", "127.0.0.4"];
  const outcomes = [];
  for (const other of others) outcomes.push(await ask(other));
  expect(outcomes).toEqual(["served", "served", "closed", "served", "served", "closed"]);
  for (const socket of sockets.splice(0)) socket.destroy();
  await small.close();
});

test("connections use at most half of the process's file limit", () => {
  expect(connectionLimitsFor(4_096)).toEqual({ max: 2_048, shareMax: 103 });
  expect(connectionLimitsFor(1_048_576)).toEqual({ max: 10_000, shareMax: 500 });
  expect(connectionLimitsFor(Number.POSITIVE_INFINITY)).toEqual({ max: 10_000, shareMax: 500 });
});

test("a connection with more than three waiting requests is closed, and the rest is not served", async () => {
  served = 0;
  const before = ended;
  const three = await open();
  three.write("GET /waits HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(3));
  await vi.waitUntil(() => served === 3);
  expect(three.closed).toBe(false);
  const many = await open();
  many.write("GET /waits HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(1_000));
  await once(many, "close");
  expect(served).toBe(6);
  // The three that waited on the closed connection have ended, although none of their answers had begun.
  await vi.waitUntil(() => ended === before + 3);
});

test.each([
  ["without a Host", "GET /waits HTTP/1.1\r\n\r\n"],
  ["with an unknown expectation", "GET /waits HTTP/1.1\r\nhost: localhost\r\nexpect: x\r\n\r\n"],
])("the fourth waiting request %s closes the connection", async (_, request) => {
  served = 0;
  const many = await open();
  many.write(request.repeat(1_000));
  await once(many, "close");
  expect(served).toBe(3);
});

test("connections beyond the fortieth are read in slices and handle bodies, keep-alive and floods like the others", async () => {
  for (let count = 0; count < 150; count++) await open();
  const socket = await open();
  let answers = "";
  socket.setEncoding("utf8").on("data", (text) => {
    answers += text;
  });
  const body = JSON.stringify({ text: "x".repeat(80_000) });
  for (let count = 1; count <= 3; count++) {
    socket.write(
      `POST /body HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    socket.write(body);
    await vi.waitUntil(() => answers.split("HTTP/1.1 200 OK").length === count + 1 && answers.endsWith("80000"));
  }
  served = 0;
  const many = await open();
  many.write("GET /waits HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(1_000));
  await once(many, "close");
  expect(served).toBe(3);
  const unread = await leaveUnread("203.0.113.1");
  expect(await readAll(unread)).toBeGreaterThan(8 * mebibyte);
});
