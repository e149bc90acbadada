import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { serveStaticFiles } from "./static-files.ts";
import { createTestHost } from "./testing.ts";
import { buildWebApp } from "./testing-pages.ts";
import { sendRaw } from "./testing-raw.ts";

const web = buildWebApp({ "client/assets/app-1a2b.js": "0123456789", "client/assets/app-1a2b.js.br": "compressed" });
const host = await createTestHost({
  pages: (scope) => serveStaticFiles(scope, { client: join(web.directory, "client"), isServiceWorkerOn: false }),
});
await host.app.listen({ host: "127.0.0.1", port: 0 });
afterAll(async () => {
  await host.drop();
  web.remove();
});

const get = (path: string, headers = "") =>
  sendRaw(host.app, `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${headers}\r\n`);

test("a built file is served, compressed where the browser takes it", async () => {
  expect(await get("/assets/app-1a2b.js")).toMatchObject({ status: 200, body: "0123456789" });
  const compressed = await get("/assets/app-1a2b.js", "accept-encoding: br\r\n");
  expect(compressed).toMatchObject({ status: 200, body: "compressed" });
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
])("a file asked for with %s answers %i", async (header, status, body) => {
  const answer = await get("/assets/app-1a2b.js", `${header}\r\n`);
  expect(answer.status, answer.body).toBe(status);
  expect(status < 400 ? answer.body : JSON.parse(answer.body).code).toBe(body);
});

test("no refusal of a file is logged as a failure", () => {
  expect(host.readLogs()).not.toMatch(/"level":"error"/);
});
