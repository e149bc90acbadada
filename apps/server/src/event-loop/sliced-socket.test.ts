import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { afterAll, expect, test, vi } from "vitest";
import { createLoopTurns } from "./loop-turns.ts";
import { SlicedSocket } from "./sliced-socket.ts";

const server = createServer({ allowHalfOpen: true });
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
afterAll(() => server.close());

async function accept() {
  const accepted = once(server, "connection");
  const client = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  const [socket] = (await accepted) as [Socket];
  return { client, socket };
}

test("all bytes are read in slices before the end, even if the client sends both at once", async () => {
  const text = "x".repeat(5_000);
  const { client, socket } = await accept();
  client.end(text);
  if (!client.writableFinished) await once(client, "finish");
  // Node reads the text and the end before anything reads the slices.
  await vi.waitUntil(() => socket.bytesRead === text.length);
  for (let turn = 0; turn < 3; turn++) await setImmediate();
  const sliced = new SlicedSocket(socket, "a client", createLoopTurns());
  const slices: string[] = [];
  for await (const slice of sliced) slices.push(String(slice));
  expect(slices.join("")).toBe(text);
  expect(Math.max(...slices.map(({ length }) => length))).toBe(2_048);
  client.destroy();
});

test("nothing more is read after the connection is closed", async () => {
  const { client, socket } = await accept();
  client.on("error", () => {}).write("x".repeat(60_000));
  await once(socket, "readable");
  const sliced = new SlicedSocket(socket, "a client", createLoopTurns());
  let bytes = 0;
  sliced.on("data", (slice: Buffer) => {
    bytes += slice.length;
    sliced.destroy();
  });
  await once(sliced, "close");
  for (let turn = 0; turn < 3; turn++) await setImmediate();
  expect(bytes).toBe(2_048);
});

test("a client that is still sending when the connection closes gets the whole response and no reset", async () => {
  const { client, socket } = await accept();
  client.on("error", () => {});
  const received: string[] = [];
  client.on("data", (bytes: Buffer) => received.push(String(bytes)));
  const ended = once(client, "end");
  client.write("x".repeat(60_000));
  await once(socket, "readable");
  const sliced = new SlicedSocket(socket, "a client", createLoopTurns());
  let bytes = 0;
  sliced.on("data", (slice: Buffer) => {
    bytes += slice.length;
    sliced.write("refused");
    sliced.destroySoon();
  });
  // More than the buffers of both sides hold, so the client is still sending after the answer.
  client.write("x".repeat(20_000_000));
  await ended;
  await new Promise<void>((resolve) => client.end(resolve));
  expect(client.errored).toBe(null);
  expect(received.join("")).toBe("refused");
  if (!sliced.destroyed) await once(sliced, "close");
  expect(bytes).toBe(2_048);
  client.destroy();
});

test("corked writes are sent together, and their callbacks run", async () => {
  const { client, socket } = await accept();
  const sliced = new SlicedSocket(socket, "a client", createLoopTurns());
  sliced.cork();
  sliced.write("head");
  const { promise, resolve } = Promise.withResolvers<void>();
  sliced.write("body", () => resolve());
  sliced.uncork();
  await promise;
  expect(String((await once(client, "data"))[0])).toBe("headbody");
  sliced.destroy();
});
