import { once } from "node:events";
import { readdirSync } from "node:fs";
import { type AddressInfo, connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { createTestHost } from "../testing.ts";
import { endlessChunks, takenBytes } from "../testing-memory.ts";
import { buildWebApp } from "../testing-pages.ts";
import { sendRaw } from "../testing-raw.ts";
import { serveStaticFiles } from "./static-files.ts";

const web = buildWebApp({
  "client/assets/app-1a2b.js": "0123456789",
  "client/assets/app-1a2b.js.br": "compressed",
  "client/assets/app-1a2b.js.gz": "zipped",
  "client/assets/large-3c4d.js": "x".repeat(8 * 2 ** 20),
});
const host = await createTestHost({
  pages: (scope) => serveStaticFiles(scope, { client: join(web.directory, "client"), isServiceWorkerOn: false }),
});
await host.app.listen({ host: "127.0.0.1", port: 0 });
afterAll(async () => {
  await host.drop();
  web.remove();
});

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const get = (path: string, headers = "") =>
  sendRaw(host.app, `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${headers}\r\n`);

test("a built file is served, compressed if the browser accepts it", async () => {
  expect(await get("/assets/app-1a2b.js")).toMatchObject({ status: 200, body: "0123456789" });
  const compressed = await get("/assets/app-1a2b.js", "accept-encoding: br\r\n");
  expect(compressed).toMatchObject({ status: 200, body: "compressed" });
  expect(await get("/assets/app-1a2b.js", "accept-encoding: gzip, deflate\r\n")).toMatchObject({ body: "zipped" });
  expect(compressed.head).toMatch(/cache-control: public, max-age=31536000, immutable/);
});

test.each([
  "/assets/",
  "/assets/.",
  "/assets/..",
  "/assets//",
  "/assets/%00",
  "/assets/%2e%2e%2f",
  "/assets/..%2fservice-worker.js",
  "/assets/%252e%252e%252fservice-worker.js",
  "/assets/../service-worker.js",
  "/assets/app-1a2b.js/",
  "/assets/app-1a2b.js%00.png",
  "/assets/APP-1A2B.js",
  "/assets/missing.js",
])("%s is refused with 404 or 400", async (path) => {
  for (const headers of ["", "accept-encoding: br\r\n", "range: bytes=0-1\r\n"]) {
    const { status, head, body } = await get(path, headers);
    expect([400, 404], `${path} ${headers}`).toContain(status);
    expect(head).toMatch(/content-type: application\/problem\+json/);
    expect(JSON.parse(body).status).toBe(status);
  }
});

test.each([
  ["range: bytes=0-3", 206, "0123"],
  ["range: bytes=99-", 416, "range_not_satisfiable"],
  ["range: bytes=5-2", 416, "range_not_satisfiable"],
  ["range: pages=1-2", 200, "0123456789"],
  ['if-match: "another"', 412, "precondition_failed"],
  ["if-match: *", 200, "0123456789"],
  ["if-unmodified-since: Thu, 01 Jan 1970 00:00:00 GMT", 412, "precondition_failed"],
  ["if-unmodified-since: nonsense", 200, "0123456789"],
])("a request of a file with %s gets %i", async (header, status, body) => {
  const answer = await get("/assets/app-1a2b.js", `${header}\r\n`);
  expect(answer.status, answer.body).toBe(status);
  expect(status < 400 ? answer.body : JSON.parse(answer.body).code).toBe(body);
});

test("the body of a request for a file is discarded while the file is unread", async () => {
  const { port } = host.app.server.address() as AddressInfo;
  const accepted: Socket[] = [];
  host.app.server.on("connection", (socket: Socket) => accepted.push(socket));
  // Node reads nothing more from a connection while its answer waits, so this is all that it reads at once.
  const chunks = endlessChunks(4_000, 1);
  const head = "GET /assets/large-3c4d.js HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n";
  const before = takenBytes();
  for (let count = 0; count < 30; count++) {
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    socket.write(head + chunks);
  }
  await vi.waitUntil(() => accepted.length === 30 && accepted.every(({ bytesRead }) => bytesRead > chunks.length));
  // As lists of chunks they took 40 MB.
  expect(takenBytes() - before).toBeLessThan(20 * 2 ** 20);
});

test("clients that read nothing of a file keep no file open", async () => {
  const { port } = host.app.server.address() as AddressInfo;
  const countHandles = () => readdirSync("/dev/fd").length;
  const before = countHandles();
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const socket = connect(port, "127.0.0.1");
      sockets.push(socket);
      const begun = once(socket, "readable");
      socket.write("GET /assets/large-3c4d.js HTTP/1.1\r\nhost: localhost\r\n\r\n");
      await begun;
    }),
  );
  // Both ends of each connection are in this process.
  await expect.poll(() => countHandles() - before).toBeLessThan(2 * sockets.length + 10);
});

test("no refused request is logged as an error", () => {
  expect(host.readLogs()).not.toMatch(/"level":"error"/);
});
