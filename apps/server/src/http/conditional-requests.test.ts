import { randomBytes } from "node:crypto";
import { picture } from "@daymark/api/image/testing";
import { createTestDatabase } from "@daymark/db/testing";
import { afterAll, expect, test } from "vitest";
import { openPageHost, publish } from "../testing-pages.ts";

/** A page at `/`, and nothing else. */
const entry = `
  export const pageRoute = () => null;
  export const pageAddress = (path, search) => (path === "/" ? path + search : null);
  export const languageOfCookie = () => null;
  export const renderManifest = async () => "{}";
  export const render = async () => ({ status: 200, headers: new Headers(), html: "<html></html>", scripts: [], areImagesForeign: false });`;

const database = await createTestDatabase();
const { host, close } = await openPageHost({ database, secretKey: randomBytes(32) }, entry);
afterAll(async () => {
  await close();
  await database.drop();
});
const { send } = host;
const { token } = await host.createUser({ is_staff: true });
const slug = await publish(host, token, {});

const form = new FormData();
form.append("alt", "A stork");
form.append("file", new Blob([Uint8Array.from(await picture(40, 20).png().toBuffer())]), "stork.png");
const { json: image } = await send("POST", "/api/admin/images/", { token, form });
const { json: logFiles } = await send("GET", "/api/logs/http/", { token });
const logFile = `/api/logs/http/${logFiles.results[0].date_file}/`;

/** Every kind of answer with a body, by the code that sends it. */
const routes: [what: string, url: string][] = [
  ["an uploaded image", image.url],
  ["the OpenAPI document", "/api/openapi.json"],
  ["the API documentation page", "/api/docs"],
  ["an export", "/api/export/?format=csv"],
  ["a log file", `${logFile}download/`],
  ["the lines of a log", logFile],
  ["the audit trail as a file", "/api/admin/audit/file/"],
  ["a list", "/api/habits/"],
  ["a call over tRPC", `/trpc/habit.list?input=${encodeURIComponent(JSON.stringify({ json: {} }))}`],
  ["a page", "/"],
  ["the manifest", "/manifest.webmanifest"],
  ["the service worker", "/service-worker.js"],
  ["a feed", "/blog/rss.xml"],
  ["the sitemap", "/sitemap.xml"],
  ["a generated preview image", `/og/blog/${slug}.png`],
  ["liveness", "/healthz"],
  ["readiness", "/readyz"],
];

const conditions: Record<string, string>[] = [
  ...["bytes=0-0", "bytes=99999999999-", "bytes=5-2", "bytes=abc"].map((range) => ({ range })),
  { "if-match": '"other"' },
  { "if-match": '"' },
  { "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT" },
  { "if-unmodified-since": "yesterday" },
  { "if-modified-since": "yesterday", "if-none-match": "," },
  { range: "bytes=99999999999-", "if-range": "yesterday", "if-match": '"other"', "if-none-match": "*" },
];

test.each(routes)("%s is sent whole or refused for any Range or condition (%s)", async (_, url) => {
  const whole = await send("GET", url, { token });
  expect(whole.status, whole.text).toBe(200);
  for (const headers of conditions) {
    const { status, text, headers: answered } = await send("GET", url, { token, headers });
    expect([200, 304, 412, 416], `${JSON.stringify(headers)}: ${text}`).toContain(status);
    if (status === 200) expect(answered).not.toHaveProperty("content-range");
  }
  for (const headers of conditions.slice(-1)) {
    expect((await send("HEAD", url, { token, headers })).status).toBeLessThan(500);
  }
});
