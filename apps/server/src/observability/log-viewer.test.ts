import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createTestHost, expectProblem } from "../testing.ts";
import { createPerson } from "../testing-calls.ts";
import { openLogs } from "./log.ts";
import { createMetrics } from "./metrics.ts";

const host = await createTestHost();
afterAll(host.drop);
const { token } = await createPerson(host, { is_staff: true });
const folder = join(host.logDirectory, "mail");
mkdirSync(folder);
const content = `${JSON.stringify({ level: "info", time: "2026-11-21T10:00:00.000Z", message: "Ще один" })}\n`.repeat(
  3,
);
writeFileSync(join(folder, "2026-11-21.log"), content);
writeFileSync(join(folder, "2026-11-21.Web_2.log"), "");
const path = "/api/logs/mail/2026-11-21.log/";

test("the entries of a file are paged, in the same way over both transports", async () => {
  const { json, headers } = await host.send("GET", `${path}?limit=2&level=info&search=%D0%A9%D0%95`, { token });
  expect(headers["cache-control"]).toBe("no-store");
  expect(json.results).toHaveLength(2);
  expect(json.results[0]).toMatchObject({ level: "info", message: "Ще один", fields: {} });
  const rest = (await host.send("GET", `${path}?cursor=${json.next}`, { token })).json;
  expect(rest).toMatchObject({ results: [{ offset: 0 }], next: null });
  const input = { app_dir: "mail", date_file: "2026-11-21.log", cursor: json.next };
  const query = encodeURIComponent(JSON.stringify({ json: input }));
  const called = await host.send("GET", `/trpc/log.line.list?input=${query}`, { token });
  expect(called.json.result.data.json).toEqual(rest);
});

test("an instance's newest entries can be read, including those of the reading calls", async () => {
  await host.send("GET", "/api/habits/?just_now=1", { token });
  const { json } = await host.send("GET", "/api/logs/http/", { token });
  const { json: lines } = await host.send("GET", `/api/logs/http/${json.results[0].date_file}/`, { token });
  expect(lines.results.some(({ message }: { message: string }) => message === "GET /api/habits/ 400")).toBe(true);
});

test("a second instance's file is listed next to the first's", async () => {
  // The day of the files, so that the retention does not delete them when the real date is later.
  const now = () => Date.UTC(2026, 10, 21, 12);
  const limits = { retentionDays: 30, bytesMax: 1_000_000 };
  const second = openLogs({ directory: host.logDirectory, nodeName: "web-2", level: "info", ...limits, now });
  second.of("worker").info({}, "elsewhere");
  second.close();
  const { json } = await host.send("GET", "/api/logs/worker/", { token });
  const [{ date_file }] = json.results;
  expect(date_file).toMatch(/^\d{4}-\d\d-\d\d\.web-2\.log$/);
  const { json: lines } = await host.send("GET", `/api/logs/worker/${date_file}/`, { token });
  expect(lines.results).toMatchObject([{ message: "elsewhere" }]);
});

test("a full log can still be read to its end, and calls that it drops are counted in the metrics", async () => {
  const metrics = createMetrics({ db: host.database.db, watch: { isReachable: () => true } });
  const scrapeToken = "a-token-of-this-test";
  const full = await createTestHost({ logBytesMax: 20_000, metrics: { metrics, token: scrapeToken } });
  try {
    const admin = await createPerson(full, { is_staff: true });
    for (let call = 0; call < 200; call++) await full.send("GET", "/api/habits/");
    const { json } = await full.send("GET", "/api/logs/http/", { token: admin.token });
    const [{ date_file, bytes }] = json.results;
    expect(bytes).toBeLessThan(20_000);
    const { json: lines } = await full.send("GET", `/api/logs/http/${date_file}/?search=left_out`, {
      token: admin.token,
    });
    expect(lines.results).toEqual([
      expect.objectContaining({ level: "warn", message: expect.stringContaining("lines below warning are left out") }),
    ]);
    expect(lines.results[0].fields.lines_left_out_today).toBeGreaterThan(100);
    const { text } = await full.send("GET", "/metrics", { token: scrapeToken });
    expect(text).toContain('daymark_http_requests_total{method="GET",route="/api/habits/",status="401"} 200\n');
  } finally {
    await full.drop();
    metrics.close();
  }
});

symlinkSync("/etc/passwd", join(folder, "2026-11-20.log"));
/** In the form of an address. A client that normalizes addresses never sends them. */
const escapes = [
  "..",
  "%2e%2e",
  "..%2f..%2fetc%2fpasswd",
  "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
  "..%5c..%5cetc%5cpasswd",
  "%2fetc%2fpasswd",
  "file%3a%2f%2f%2fetc%2fpasswd",
  "2026-11-21.log%00",
  "2026-11-21.log%00.txt",
  "2026-11-21.log%0a",
  "2026-11-21.log%20",
  "2026-11-21.log.",
  "2026-11-21.log%2f",
  "2026-11-21.log%2f..%2f2026-11-21.log",
  ".%2f2026-11-21.log",
  "2026-11-21.LOG",
  "2026-11-21.txt",
  "2026-11-21",
  "2026-11-20.log",
  "%7e%2f.ssh%2fid_rsa",
  "%EF%BC%92026-11-21.log",
  "lock",
  "*",
  "x".repeat(1_000),
  "..;%2f",
];

test("every path out of the folder gets the same answer", async () => {
  const missing = await host.send("GET", "/api/logs/mail/2026-11-01.log/", { token });
  expectProblem(missing, 404, "date_file_not_found");
  await host.app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = host.app.server.address() as AddressInfo;
  const send = (address: string) =>
    new Promise<string>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` };
      get({ port, path: address, headers }, async (answer) => {
        let text = `${answer.statusCode} `;
        for await (const part of answer) text += part;
        resolve(text);
      }).on("error", reject);
    });
  for (const name of escapes) {
    for (const end of ["/", "/download/"]) {
      expect(await send(`/api/logs/mail/${name}${end}`), name).toBe(`404 ${missing.text}`);
    }
    const app = await send(`/api/logs/${name}/2026-11-21.log/`);
    expect(app, name).toMatch(/^404 .*"code":"app_dir_not_found"/);
  }
});

test("an admin can download a file unchanged after a recent log-in, and the download is recorded", async () => {
  const { rawPayload, headers, statusCode } = await host.app.inject({
    url: `${path}download/`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(statusCode).toBe(200);
  expect(rawPayload.toString()).toBe(content);
  expect(headers).toMatchObject({
    "content-type": "application/x-ndjson",
    "content-length": String(Buffer.byteLength(content)),
    "content-disposition": 'attachment; filename="daymark-mail-2026-11-21.log"',
    "cache-control": "no-store",
  });
  const empty = await host.send("GET", "/api/logs/mail/2026-11-21.Web_2.log/download/", { token });
  expect([empty.status, empty.text]).toEqual([200, ""]);
  expect(empty.headers["content-disposition"]).toBe('attachment; filename="daymark-mail-2026-11-21.web-2.log"');
  const [written] = await host.database.sql`
    select target, outcome from admin_actions where outcome = 'done' order by id limit 1`;
  expect(written).toEqual({ target: "log mail/2026-11-21.log", outcome: "done" });
});

test("a download needs a step-up if the log-in is old", async () => {
  const late = await createPerson(host, { is_staff: true });
  await host.database.sql`update sessions set fresh_until = now() where user_id = ${late.id}`;
  expectProblem(await host.send("GET", `${path}download/`, { token: late.token }), 403, "step_up_required");
  expect((await host.send("GET", path, { token: late.token })).status).toBe(200);
});

test("the file download is not available over tRPC", async () => {
  const query = encodeURIComponent(JSON.stringify({ json: { app_dir: "mail", date_file: "2026-11-21.log" } }));
  const { status } = await host.send("GET", `/trpc/log.file.get?input=${query}`, { token });
  expect(status).toBe(404);
});
