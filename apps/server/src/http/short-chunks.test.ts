import type { IncomingMessage } from "node:http";
import { Duplex } from "node:stream";
import { expect, test } from "vitest";
import { chunksMax, createChunkCounter } from "./short-chunks.ts";

/** A connection that carries bodies, each given by the lengths of its chunks. */
function createConnection() {
  const socket = new Duplex();
  return {
    send(...lengths: number[]) {
      const count = createChunkCounter({ socket } as unknown as IncomingMessage);
      for (const length of lengths) count(Buffer.alloc(length));
    },
    isClosed: () => socket.destroyed,
  };
}

test("one-byte chunks are counted over all requests of a connection", () => {
  const connection = createConnection();
  const body = Array<number>(65).fill(1);
  for (let sent = 0; sent < chunksMax / 64; sent += 1) connection.send(...body);
  expect(connection.isClosed()).toBe(false);
  connection.send(1, 1);
  expect(connection.isClosed()).toBe(true);
});

test("a connection may send any number of short bodies in one chunk each", () => {
  const connection = createConnection();
  for (let sent = 0; sent < 10 * chunksMax; sent += 1) connection.send(1);
  expect(connection.isClosed()).toBe(false);
});

test("a connection may send any number of chunks of ordinary length", () => {
  const connection = createConnection();
  for (let sent = 0; sent < 10; sent += 1) connection.send(...Array<number>(chunksMax).fill(1_460), 1);
  expect(connection.isClosed()).toBe(false);
});

test("each connection has its own count", () => {
  createConnection().send(...Array<number>(chunksMax + 1).fill(1));
  const other = createConnection();
  other.send(1, 1);
  expect(other.isClosed()).toBe(false);
});
