import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countFiles } from "../stage/first-load.ts";

const script = Buffer.from("export const words = ['habit', 'progress', 'streak'];\n".repeat(50));
const compressed = brotliCompressSync(script);

/** Serves brotli to clients that accept it. */
const server = createServer((request, response) => {
  if (request.url === "/missing.js") return response.writeHead(404).end();
  const takesBrotli = request.headers["accept-encoding"] === "br";
  response.writeHead(200, takesBrotli ? { "content-encoding": "br" } : {}).end(takesBrotli ? compressed : script);
});
let url = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

test("bytes count as transferred, separately for each kind of file", async () => {
  const load = await countFiles([
    { url: `${url}/`, kind: "document" },
    { url: `${url}/a.js`, kind: "script" },
    { url: `${url}/a.css`, kind: "stylesheet" },
    { url: `${url}/a.woff2`, kind: "font" },
    { url: `${url}/trpc/habit.list`, kind: "fetch" },
  ]);
  const { length } = compressed;
  expect(length).toBeLessThan(script.length / 5);
  expect(load).toEqual({
    html: length,
    js: length,
    css: length,
    fonts: length,
    scripts: ["/a.js"],
    fontFiles: ["/a.woff2"],
  });
});

test("a file that a page preloads and then uses counts once", async () => {
  const load = await countFiles([
    { url: `${url}/a.js`, kind: "other" },
    { url: `${url}/a.js`, kind: "script" },
    { url: `${url}/b.js`, kind: "other" },
  ]);
  expect(load.scripts).toEqual(["/a.js", "/b.js"]);
  expect(load.js).toBe(2 * compressed.length);
});

test("a missing file causes an error instead of counting zero bytes", async () => {
  await expect(countFiles([{ url: `${url}/missing.js`, kind: "script" }])).rejects.toThrow("/missing.js answered 404");
});
