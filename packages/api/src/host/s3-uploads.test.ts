import type { Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { createS3Uploads, type S3Uploads } from "./s3-uploads.ts";
import { createStalledServer, listAll } from "./testing-uploads.ts";
import { fileBytesMax } from "./uploads.ts";

/*
 * Storages that fail. That a storage works is tested on a real one (apps/server/s3).
 */

const file = `${"a".repeat(32)}-400.webp`;
const timeouts = { write: 300, other: 300 };
const away = { key: "unavailable", retryAfterSeconds: 5 };

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function openStalled(answer?: Parameters<typeof createStalledServer>[0]) {
  const server = await createStalledServer(answer);
  closing.push(server.close);
  const logged: string[] = [];
  const note = (fields: object, message: string) => void logged.push(JSON.stringify([fields, message]));
  const uploads = await createS3Uploads(server.config, { info: note, warn: note }, timeouts);
  return { server, logged, uploads };
}

/** Answers each request with this head and body. */
const answering =
  (head: string, body = "") =>
  (socket: Socket) =>
    socket.on("data", () => socket.write(`HTTP/1.1 ${head}\r\n\r\n${body}`));

describe("a storage that accepts connections and never answers", () => {
  test.each([
    ["write", (uploads) => uploads.write(file, Buffer.from("x"))],
    ["read", (uploads) => uploads.read(file)],
    ["measure", (uploads) => uploads.measure(file)],
    ["delete", (uploads) => uploads.delete([file])],
    ["list", (uploads) => listAll(uploads)],
    ["the check of the start", (uploads) => uploads.findRefusal()],
  ] as [string, (uploads: S3Uploads) => Promise<unknown>][])(
    "fails %s within its timeout, logged once and without credentials",
    async (_, call) => {
      const { uploads, logged } = await openStalled();
      const error = await call(uploads).then(
        () => new Error("it succeeded"),
        (error: Error) => error,
      );
      expect(error).toMatchObject(away);
      expect(`${error.message} ${error.cause} ${logged}`).not.toMatch(/the-key-id|the-secret-key/);
      await expect(uploads.measure(file)).rejects.toMatchObject(away);
      expect(logged).toEqual([
        JSON.stringify([{ code: "timeout" }, "the storage of uploads fails: pictures are unavailable"]),
      ]);
    },
  );

  test("fails hundreds of waiting calls as soon as the first has failed", async () => {
    const { uploads, server } = await openStalled();
    const calls = await Promise.allSettled(Array.from({ length: 400 }, () => uploads.measure(file)));
    expect(new Set(calls.map((call) => call.status === "rejected" && call.reason.key))).toEqual(
      new Set(["unavailable"]),
    );
    expect(server.connections()).toBeLessThanOrEqual(16);
  });
});

test("a response body that stalls fails the read within the timeout", async () => {
  const { uploads } = await openStalled(answering("200 OK\r\ncontent-length: 9", "half"));
  await expect(uploads.read(file)).rejects.toMatchObject(away);
});

test("an object larger than any picture is not read into memory", async () => {
  const { uploads, logged } = await openStalled(answering(`200 OK\r\ncontent-length: ${fileBytesMax + 1}`, "much"));
  await expect(uploads.read(file)).rejects.toMatchObject(away);
  expect(logged.join()).not.toContain("timeout");
});

test("a refusal is reported by its code, and an unreachable storage is not reported as a refusal", async () => {
  const body = "<Error><Code>AccessDenied</Code><Message>the-key-id may not</Message></Error>";
  const head = `403 Forbidden\r\ncontent-type: application/xml\r\ncontent-length: ${body.length}`;
  const { uploads, logged } = await openStalled(answering(head, body));
  expect(await uploads.findRefusal()).toBe("AccessDenied");
  const error = await uploads.read(file).catch((error) => error);
  expect(error).toMatchObject(away);
  expect(`${error.cause} ${logged}`).toContain("AccessDenied");
  expect(`${error.cause} ${logged}`).not.toContain("the-key-id");
  const { uploads: gone, server } = await openStalled();
  server.close();
  await expect(gone.findRefusal()).rejects.toMatchObject(away);
});
