import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createUploads } from "@daymark/api/host/uploads";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createTestHost, expectProblem } from "../testing.ts";

const directory = mkdtempSync(join(tmpdir(), "daymark-uploads-"));
const uploads = createUploads(directory);

/** The files whose reads have begun. A read continues once the gate is open. */
let begun: string[] = [];
let measured: string[] = [];
let gate = Promise.withResolvers<void>();
const watched = {
  ...uploads,
  measure: async (file: string) => {
    const bytes = await uploads.measure(file);
    measured.push(file);
    return bytes;
  },
  read: async (file: string) => {
    begun.push(file);
    await gate.promise;
    return uploads.read(file);
  },
};
beforeEach(() => {
  gate.resolve();
  [begun, measured, gate] = [[], [], Promise.withResolvers<void>()];
});

const host = await createTestHost({ services: { uploads: watched }, trustedProxies: ["127.0.0.1"] });
await host.app.listen({ host: "127.0.0.1", port: 0 });
afterAll(async () => {
  gate.resolve();
  await host.drop();
  rmSync(directory, { recursive: true });
});

const patient = { timeout: 20_000 };
let pictures = 0;
/** Larger than 16 KiB, so that an unread answer counts for its client. */
async function writePicture(bytes = 20_000): Promise<string> {
  pictures += 1;
  const file = `${String(pictures).padStart(32, "0")}-400.webp`;
  await uploads.write(file, Buffer.alloc(bytes, file));
  return file;
}
const writePictures = (count: number) => Promise.all(Array.from({ length: count }, () => writePicture()));
const get = (file: string, from = "203.0.113.1", headers: Record<string, string> = {}) =>
  host.send("GET", `/uploads/${file}`, { headers: { "x-forwarded-for": from, ...headers } });

test("parallel requests for one image share one read, and later ones need none", async () => {
  const file = await writePicture();
  const readers = Array.from({ length: 50 }, (_, index) => get(file, `203.0.113.${index}`));
  await expect.poll(() => measured, patient).toHaveLength(50);
  gate.resolve();
  const answers = await Promise.all([...readers, get(file)]);
  expect(new Set(answers.map(({ status, text }) => `${status} ${text.length}`))).toEqual(new Set(["200 20000"]));
  expect(begun).toEqual([file]);
});

test("HEAD requests and requests with a matching ETag read no image", async () => {
  const file = await writePicture();
  const head = await host.send("HEAD", `/uploads/${file}`);
  expect(head).toMatchObject({ status: 200, text: "", headers: { "content-length": "20000", etag: `"${file}"` } });
  const known = await get(file, "203.0.113.1", { "if-none-match": `"${file}"` });
  expect(known).toMatchObject({ status: 304, text: "", headers: { etag: `"${file}"` } });
  expect(begun).toEqual([]);
});

test("one network reads two images at a time and does not delay another network", async () => {
  const files = await writePictures(8);
  const other = await writePicture();
  const answers = files.map((file) => get(file));
  await expect.poll(() => measured, patient).toHaveLength(8);
  const others = get(other, "198.51.100.1");
  await expect.poll(() => begun, patient).toContain(other);
  expect(begun).toHaveLength(3);
  gate.resolve();
  for (const { status } of await Promise.all([...answers, others])) expect(status).toBe(200);
});

test("a network with a hundred waiting requests gets 503", async () => {
  const files = await writePictures(103);
  const answers = files.map((file) => get(file));
  const refused = await Promise.race(answers);
  expectProblem(refused, 503, "unavailable");
  expect(refused.headers).toMatchObject({ "retry-after": "2", "cache-control": "no-store" });
  gate.resolve();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(102);
});

test("nothing is read for a client that disconnects before its turn", async () => {
  const [first = "", second = "", left = "", last = ""] = await writePictures(4);
  const answers = [get(first), get(second)];
  await expect.poll(() => begun, patient).toHaveLength(2);
  const { port } = host.app.server.address() as AddressInfo;
  const arrived = once(host.app.server, "request");
  const socket = connect(port, "127.0.0.1");
  socket.write(`GET /uploads/${left} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 203.0.113.1\r\n\r\n`);
  const [, answer] = (await arrived) as [unknown, ServerResponse];
  await expect.poll(() => measured, patient).toContain(left);
  const closed = once(answer, "close");
  socket.destroy();
  await closed;
  gate.resolve();
  answers.push(get(last));
  for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
  expect(begun).not.toContain(left);
});

test("a deleted image is not found, even if it was cached here or by the client", async () => {
  const file = await writePicture();
  gate.resolve();
  expect((await get(file)).status).toBe(200);
  // Another node that shares the folder deletes it.
  await uploads.delete([file]);
  expectProblem(await get(file), 404, "not_found");
  expectProblem(await get(file, "203.0.113.1", { "if-none-match": `"${file}"` }), 404, "not_found");
});

test("cached images take at most 32 MiB, and the least recently used one is read again", async () => {
  gate.resolve();
  const files = await Promise.all(Array.from({ length: 9 }, () => writePicture(4 * 2 ** 20)));
  for (const file of files) await get(file);
  const [first = ""] = files;
  await get(files.at(-1) ?? "");
  await get(first);
  expect(begun).toEqual([...files, first]);
});
