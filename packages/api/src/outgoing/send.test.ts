import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { createOutgoing } from "./outgoing.ts";

const request = { headers: {}, body: "{}" };

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) await new Promise((closed) => server.close(closed));
});

/** A receiver that answers with any text, even if it is no HTTP. */
async function receive(answer: (socket: Socket) => void): Promise<{ url: string }> {
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    socket.once("data", () => answer(socket));
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/` };
}

/** Repeats a text until the other side closes, at most 64 MiB. */
function repeat(socket: Socket, text: string): void {
  const piece = text.repeat(Math.ceil(65_536 / text.length));
  const write = () => {
    while (!socket.destroyed && socket.bytesWritten < 67_108_864 && socket.write(piece));
  };
  socket.on("drain", write);
  write();
}

const post = (url: string, timeoutMilliseconds = 10_000) =>
  createOutgoing({ allowedNetworks: ["127.0.0.1"], timeoutMilliseconds }).post(url, request);

describe("a call ends if the receiver", () => {
  test("switches protocols", async () => {
    const { url } = await receive((socket) => {
      socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n");
    });
    expect(await post(url)).toMatchObject({ fault: "no_connection" });
  });

  test("closes the connection within its answer", async () => {
    const { url } = await receive((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nand"));
    expect(await post(url)).toMatchObject({ fault: "no_connection" });
  });

  test("repeats informational answers slowly and without end", async () => {
    const { url } = await receive((socket) => {
      const writeNext = () => {
        if (!socket.destroyed) socket.write("HTTP/1.1 103 \r\n\r\n", () => setImmediate(writeNext));
      };
      writeNext();
    });
    expect(await post(url)).toMatchObject({ fault: "no_connection" });
  });
});

test("an answer that ends with the connection is whole", async () => {
  const { url } = await receive((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\nthanks"));
  expect(await post(url)).toMatchObject({ status: 200, body: "thanks" });
});

test("an informational answer before the answer is ignored", async () => {
  const { url } = await receive((socket) => {
    socket.end("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nthanks");
  });
  expect(await post(url)).toMatchObject({ status: 200, body: "thanks" });
});

describe("the server parses little of", () => {
  test.each([
    ["informational answers", "", "HTTP/1.1 103 \r\n\r\n", { fault: "no_connection" }],
    ["headers", "HTTP/1.1 200 OK\r\n", "a: b\r\n", { fault: "no_connection" }],
    [
      "a body in chunks of a byte",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
      "1\r\nx\r\n",
      { status: 200, body: "x".repeat(256) },
    ],
    ["a body without length", "HTTP/1.1 200 OK\r\n\r\n", "x", { status: 200, body: "x".repeat(8_192) }],
  ])("endless %s", async (_, head, piece, answer) => {
    const receiver = await receive((socket) => {
      socket.write(head);
      repeat(socket, piece);
    });
    const calls: Socket[] = [];
    const listen = (message: unknown) => void calls.push((message as { socket: Socket }).socket);
    subscribe("net.client.socket", listen);
    try {
      expect(await post(receiver.url)).toMatchObject(answer);
    } finally {
      unsubscribe("net.client.socket", listen);
    }
    const [call] = calls;
    expect(call?.destroyed).toBe(true);
    // Node reads up to 64 KiB at once.
    expect(call?.bytesRead).toBeGreaterThan(0);
    expect(call?.bytesRead).toBeLessThanOrEqual(131_072);
  });
});
