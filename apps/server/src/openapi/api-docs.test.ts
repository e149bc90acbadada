import { Worker } from "node:worker_threads";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { messageOf, mountDocs } from "./api-docs.ts";

const url = "/docs/js/scalar.js";

test("a script that failed to load is loaded again for the next reader and then cached", async () => {
  const app = Fastify();
  let loads = 0;
  mountDocs(app, async () => {
    loads += 1;
    if (loads === 1) throw new Error("no memory for a thread");
    return Buffer.from("script");
  });
  expect((await app.inject(url)).statusCode).toBe(500);
  for (let reader = 0; reader < 2; reader += 1) {
    const { statusCode, body } = await app.inject(url);
    expect([statusCode, body]).toEqual([200, "script"]);
  }
  expect(loads).toBe(2);
});

test("parallel readers share one load, even one that fails", async () => {
  const app = Fastify();
  let loads = 0;
  const { promise, reject } = Promise.withResolvers<Buffer>();
  mountDocs(app, () => {
    loads += 1;
    return promise;
  });
  const readers = [app.inject(url), app.inject(url)];
  await expect.poll(() => loads).toBe(1);
  reject(new Error("the thread ended"));
  expect((await Promise.all(readers)).map(({ statusCode }) => statusCode)).toEqual([500, 500]);
});

test.each([
  ["exits without a message", "", /ended with code 0/],
  ["exits with an error code", "process.exit(3)", /ended with code 3/],
  ["fails", "throw new Error('broken')", /broken/],
])("a worker that %s fails the load", async (_, source, message) => {
  await expect(messageOf(new Worker(source, { eval: true }))).rejects.toThrow(message);
});

test("a worker that exits right after its message has loaded it", async () => {
  const source = "require('node:worker_threads').parentPort.postMessage(new Uint8Array([1, 2]))";
  expect(await messageOf(new Worker(source, { eval: true }))).toEqual(new Uint8Array([1, 2]));
});
