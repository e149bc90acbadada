import { randomBytes } from "node:crypto";
import { type AddressInfo, connect } from "node:net";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompressSync, gunzipSync } from "node:zlib";
import { createTestDatabase } from "@daymark/db/testing";
import Fastify from "fastify";
import { afterAll, expect, test, vi } from "vitest";
import { boundConnections } from "../limits/connection-bounds.ts";
import { createMemoryBudget } from "../limits/memory-budget.ts";
import { openPageHost } from "../testing-pages.ts";
import { createDocument, sendDocument } from "./document.ts";
import { pageHeaders } from "./headers.ts";

const text = "words ".repeat(1_000);
const page = await createDocument(text, 200, { "content-type": "text/html; charset=utf-8", vary: "cookie" });
const missing = await createDocument(text, 404, { "content-type": "text/html; charset=utf-8" });
const picture = await createDocument(Buffer.from([1, 2, 3]), 200, { "content-type": "image/png" });
const app = Fastify();
for (const [path, document] of Object.entries({ page, missing, picture })) {
  app.get(`/${path}`, (request, reply) => sendDocument(request, reply, document));
}
app.decorateReply("commonHeaders", {
  getter: () => ({ "content-type": "common", "x-set": "common", "x-common": "common" }),
});
app.get("/set", (request, reply) =>
  sendDocument(request, reply.headers({ "content-type": "set", "x-set": "set", "set-cookie": ["a=1", "b=2"] }), page),
);
afterAll(() => app.close());

const ask = (path: string, headers: Record<string, string> = {}) => app.inject({ url: `/${path}`, headers });

test.each(["br", "gzip, br", "gzip;q=0.5, br;q=0.1", "BR ; q=1.000", "gzip,br,zstd"])(
  "Accept-Encoding %j gets brotli",
  async (offer) => {
    const { headers, rawPayload } = await ask("page", { "accept-encoding": offer });
    expect(headers["content-encoding"]).toBe("br");
    expect(rawPayload.length).toBeLessThan(text.length / 10);
    expect(brotliDecompressSync(rawPayload).toString()).toBe(text);
  },
);

test.each(["gzip", "gzip, deflate", "br;q=0, gzip;q=0.1", "GZIP ; q=1.000", "gzip, br;q=0, zstd"])(
  "Accept-Encoding %j gets gzip",
  async (offer) => {
    const { headers, rawPayload } = await ask("page", { "accept-encoding": offer });
    expect(headers["content-encoding"]).toBe("gzip");
    expect(headers["content-length"]).toBe(String(rawPayload.length));
    expect(gunzipSync(rawPayload).toString()).toBe(text);
  },
);

test("a document is compressed only once, even after many requests or only HEAD requests", async () => {
  const words = Array.from({ length: 3_000 }, (_, number) => `word ${(number * 7_919) % 1_000}`).join(" ");
  const often = await createDocument(words, 200, { "content-type": "text/html; charset=utf-8" });
  const { compressed } = often;
  const host = Fastify();
  host.get("/", (request, reply) => sendDocument(request, reply, often));
  const ask = (method: "GET" | "HEAD") => host.inject({ method, url: "/", headers: { "accept-encoding": "br" } });
  await Promise.all(Array.from({ length: 200 }, (_, index) => ask(index % 2 === 0 ? "GET" : "HEAD")));
  // The thread pool works in order, so a compression started by the answers would be over by now.
  await promisify(brotliCompress)(words.repeat(10));
  expect(often.compressed).toBe(compressed);
  expect(brotliDecompressSync((await ask("GET")).rawPayload).toString()).toBe(words);
  await host.close();
});

test.each(["", "gzip;q=0", "br;q=0", "br; q=0.000", "gzip;q=0.0, br;q=0, zstd", "brotli", "gzipped", "*;q=0"])(
  "Accept-Encoding %j gets an uncompressed body",
  async (offer) => {
    const { headers, body } = await ask("page", { "accept-encoding": offer });
    expect(headers["content-encoding"]).toBeUndefined();
    expect(body).toBe(text);
  },
);

/** A machine that is busy with other tests takes longer than the second that is the default. */
const busyMachine = { timeout: 30_000 };

test("a document that clients do not read counts against the memory budget until they disconnect", async () => {
  const budgets = { requests: createMemoryBudget(2 ** 20), answers: createMemoryBudget(10 * 2 ** 20) };
  const long = await createDocument(randomBytes(4 * 2 ** 20), 200, { "content-type": "image/png" });
  const host = Fastify();
  boundConnections(host, 1_000, budgets);
  let asked = 0;
  host.get("/", (request, reply) => {
    asked += 1;
    return sendDocument(request, reply, long);
  });
  await host.listen({ host: "127.0.0.1", port: 0 });
  const { port } = host.server.address() as AddressInfo;
  const readers = Array.from({ length: 5 }, () => {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
    return socket.pause();
  });
  const open = promisify(host.server.getConnections.bind(host.server));
  await vi.waitUntil(async () => asked === readers.length && (await open()) === 2, busyMachine);
  expect(budgets.answers.heldBytes()).toBe(2 * long.body.length);
  for (const socket of readers) socket.destroy();
  await vi.waitUntil(() => budgets.answers.heldBytes() === 0, busyMachine);
  for (const headers of [{}, { "if-none-match": long.etag }]) await host.inject({ method: "HEAD", url: "/", headers });
  expect(budgets.answers.heldBytes()).toBe(0);
  await host.close();
});

test("Vary lists what a page depends on, and a picture is never compressed", async () => {
  expect((await ask("page")).headers.vary).toBe("cookie, accept-encoding");
  const { headers, rawPayload } = await ask("picture", { "accept-encoding": "br" });
  expect([headers.vary, headers["content-encoding"], [...rawPayload]]).toEqual([undefined, undefined, [1, 2, 3]]);
});

test.each([
  ["unchanged", (etag: string) => etag],
  ["in a list", (etag: string) => `"x", ${etag},"y"`],
  ["without its weak prefix", (etag: string) => etag.replace("W/", "")],
  ["as an asterisk", () => "*"],
])("a client with a matching ETag, %s, gets 304", async (_, known) => {
  const { headers } = await ask("page");
  const again = await ask("page", { "if-none-match": known(String(headers.etag)), "accept-encoding": "br" });
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, "", headers.etag]);
});

test("a client with another ETag gets the document, and a missing page always gets 404", async () => {
  expect((await ask("page", { "if-none-match": 'W/"other"' })).statusCode).toBe(200);
  const { headers } = await ask("missing");
  expect((await ask("missing", { "if-none-match": String(headers.etag) })).statusCode).toBe(404);
});

test("a document's own headers win over those of the reply, and those over the common ones", async () => {
  const own = { "content-type": "text/html; charset=utf-8", "x-common": "common" };
  expect((await ask("page")).headers).toMatchObject({ ...own, "x-set": "common" });
  expect((await ask("set")).headers).toMatchObject({ ...own, "x-set": "set", "set-cookie": ["a=1", "b=2"] });
  expect((await ask("page")).headers).not.toHaveProperty("set-cookie");
});

test("pages, pictures, files and data all have security headers and a request id", async () => {
  const database = await createTestDatabase();
  const { host, close } = await openPageHost({ database, secretKey: randomBytes(32) });
  const ids = new Set();
  const addresses = [
    "/no",
    "/no?lang=uk",
    "/no/",
    "/assets/a.js",
    "/service-worker.js",
    "/og/page/en.png",
    "/blog/rss.xml",
  ];
  addresses.push(
    "/healthz",
    "/api/openapi.json",
    "/api/docs",
    "/api/unsubscribe/token",
    "/api/habits/",
    "/trpc/habit.list",
  );
  for (const url of addresses) {
    const { headers } = await host.app.inject({ url, headers: { "accept-encoding": "br" } });
    const { "cross-origin-resource-policy": _, ...common } = pageHeaders;
    expect(headers, url).toMatchObject(common);
    expect(headers["cross-origin-resource-policy"], url).toBe(url.startsWith("/og/") ? "cross-origin" : "same-origin");
    ids.add(headers["x-request-id"]);
  }
  expect(ids.size).toBe(addresses.length);
  await close();
  await database.drop();
});
