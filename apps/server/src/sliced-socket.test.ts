import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { afterAll, expect, test, vi } from "vitest";
import { SlicedSocket } from "./sliced-socket.ts";

const server = createServer({ allowHalfOpen: true });
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
afterAll(() => server.close());

test("all bytes are read in slices and before the end, where the client sends both at once and half-closes", async () => {
  const accepted = once(server, "connection");
  const text = "x".repeat(5_000);
  const client = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).end(text);
  const [socket] = (await accepted) as [Socket];
  if (!client.writableFinished) await once(client, "finish");
  // Node reads the text and the end before the slices are asked for.
  await vi.waitUntil(() => socket.bytesRead === text.length);
  for (let turn = 0; turn < 3; turn++) await setImmediate();
  const sliced = new SlicedSocket(socket);
  const slices: string[] = [];
  for await (const slice of sliced) slices.push(String(slice));
  expect(slices.join("")).toBe(text);
  expect(Math.max(...slices.map(({ length }) => length))).toBe(2_048);
});
