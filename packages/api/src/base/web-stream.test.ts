import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { toWebStream } from "./web-stream.ts";

test("a stream is passed on completely and in order", async () => {
  const stream = toWebStream(Readable.from([Buffer.from("one "), Buffer.from("two")]));
  expect(await text(stream as NodeReadableStream)).toBe("one two");
});

test("a reader that cancels at any time destroys the source stream without an error", async () => {
  for (let reads = 0; reads < 4; reads += 1) {
    const source = new PassThrough({ highWaterMark: 4 });
    for (let count = 0; count < 5; count += 1) source.write("data");
    const reader = toWebStream(source).getReader();
    for (let count = 0; count < reads; count += 1) await reader.read();
    void reader.read();
    await reader.cancel();
    await setImmediate();
    expect(source.destroyed).toBe(true);
  }
});

test("a source that fails makes the web stream fail, not end", async () => {
  const source = new PassThrough();
  source.write("half");
  const reader = toWebStream(source).getReader();
  await reader.read();
  source.destroy(new Error("the disk is gone"));
  await expect(reader.read()).rejects.toThrow("the disk is gone");
});

test("a source that fails before the first read makes that read fail and does not crash the process", async () => {
  const source = new PassThrough();
  source.write("half");
  const stream = toWebStream(source);
  source.destroy(new Error("the turn is lost"));
  await setImmediate();
  await expect(stream.getReader().read()).rejects.toThrow("the turn is lost");
});
