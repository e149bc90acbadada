import { readFileSync } from "node:fs";
import { appRouter } from "@daymark/api/router";
import { createTestDatabase } from "@daymark/db/testing";
import type { FastifyInstance } from "fastify";
import { afterAll, expect, test } from "vitest";
import { listOperations, proceduresOf } from "../openapi/operation.ts";
import { createTestHost } from "../testing.ts";
import { createMetrics, routesMax } from "./metrics.ts";

const token = "a-token-of-this-test";
const database = await createTestDatabase();
const metrics = createMetrics({ db: database.db, watch: { isReachable: () => true } });
const host = await createTestHost({ metrics: { metrics, token } });
afterAll(async () => {
  await host.drop();
  metrics.close();
  await database.drop();
});

async function scrape(): Promise<string> {
  const { status, text, type } = await host.send("GET", "/metrics", { token });
  expect({ status, type }).toEqual({ status: 200, type: "text/plain; version=0.0.4; charset=utf-8" });
  return text;
}

/** The value of one line. */
function figureOf(text: string, line: string): number {
  const found = text.split("\n").find((candidate) => candidate.startsWith(`${line} `));
  expect(found, line).toBeDefined();
  return Number(found?.slice(line.length + 1));
}

test("without METRICS_TOKEN /metrics does not exist, and with a wrong token it returns nothing", async () => {
  const plain = await createTestHost();
  expect((await plain.send("GET", "/metrics", { token })).status).toBe(404);
  await plain.drop();
  for (const wrong of [undefined, "", "x", `${token}x`, token.toUpperCase()]) {
    const answer = await host.send("GET", "/metrics", wrong === undefined ? {} : { token: wrong });
    expect(answer).toMatchObject({ status: 401, text: "" });
    expect(answer.headers).toMatchObject({ "www-authenticate": "Bearer", "cache-control": "no-store" });
  }
});

test("requests are counted by method, route and status, and their durations add up", async () => {
  const { token: session } = await host.createUser();
  for (let call = 0; call < 3; call++) await host.send("GET", "/api/habits/", { token: session });
  await host.send("GET", "/api/habits/");
  await host.send("GET", "/api/habits/77/", { token: session });
  const text = await scrape();
  expect(figureOf(text, 'daymark_http_requests_total{method="GET",route="/api/habits/",status="200"}')).toBe(3);
  expect(figureOf(text, 'daymark_http_requests_total{method="GET",route="/api/habits/",status="401"}')).toBe(1);
  const duration = "daymark_http_request_duration_seconds";
  expect(figureOf(text, `${duration}_count{method="GET",route="/api/habits/"}`)).toBe(4);
  expect(figureOf(text, `${duration}_bucket{le="+Inf",method="GET",route="/api/habits/"}`)).toBe(4);
  expect(figureOf(text, `${duration}_sum{method="GET",route="/api/habits/"}`)).toBeGreaterThan(0);
  // The label is the route and not the address.
  expect(text).not.toContain("/api/habits/77");
});

test("batches and unknown paths do not create unlimited labels", async () => {
  const { token: session } = await host.createUser();
  const input = encodeURIComponent(JSON.stringify({ 0: { json: {} }, 1: { json: {} } }));
  await host.send("GET", `/trpc/note.list,habit.list?batch=1&input=${input}`, { token: session });
  for (let index = 0; index < 20; index++) await host.send("GET", `/api/nothing-${index}/`);
  const text = await scrape();
  expect(text).toContain('route="/trpc/batch"');
  expect(text).not.toContain("nothing-");
  const many = createMetrics({ db: database.db, watch: { isReachable: () => false } });
  for (let index = 0; index < 3_000; index++) many.observe("GET", `/${index}`, 200, 1);
  const rendered = await many.render();
  many.close();
  expect(figureOf(rendered, 'daymark_http_requests_total{method="other",route="other",status="200"}')).toBe(
    3_000 - routesMax,
  );
});

test("a page counts under the pattern of its route", async () => {
  const fresh = createMetrics({ db: database.db, watch: { isReachable: () => true } });
  const pages = async (scope: FastifyInstance) => {
    scope.get("/*", async (request) => {
      request.pageRoute = request.url.startsWith("/blog/") ? "/blog/$blogSlug" : null;
      return "a page";
    });
  };
  const measured = await createTestHost({ metrics: { metrics: fresh, token }, pages });
  for (const path of ["/blog/one", "/blog/two", "/nothing"]) await measured.send("GET", path);
  await measured.drop();
  const text = await fresh.render();
  fresh.close();
  expect(figureOf(text, 'daymark_http_requests_total{method="GET",route="/blog/$blogSlug",status="200"}')).toBe(2);
  expect(figureOf(text, 'daymark_http_requests_total{method="GET",route="/*",status="200"}')).toBe(1);
});

test("after many different requests the series are as many as the routes, and further addresses add none", async () => {
  const fresh = createMetrics({ db: database.db, watch: { isReachable: () => true } });
  const measured = await createTestHost({ metrics: { metrics: fresh, token } });
  const { token: session } = await measured.createUser();
  const procedures = proceduresOf(appRouter);
  const operations = listOperations(procedures);
  const sendRound = async (id: number) => {
    for (const { method, path } of operations) {
      const url = `/api${path.replaceAll(/\{\w+\}/g, String(id))}`;
      await measured.send(method, url, method === "GET" ? { token: session } : {});
    }
    for (const name of Object.keys(procedures)) await measured.send("GET", `/trpc/${name}?input=${id}`);
    for (const path of [`/x-${id}`, `/api/x-${id}/`, `/trpc/x-${id}`, `/uploads/${id}`, `/trpc/note.list,x-${id}`]) {
      for (const method of ["GET", "POST", "PROPFIND"]) await measured.send(method, path);
    }
    const lines = (await fresh.render()).split("\n").filter((line) => line.startsWith("daymark_http_"));
    return { series: lines.map((line) => line.slice(0, line.lastIndexOf(" "))), bytes: lines.join("\n").length };
  };
  const first = await sendRound(1_000_001);
  const second = await sendRound(2_000_002);
  await measured.drop();
  fresh.close();
  expect(second.series).toEqual(first.series);
  const durations = first.series.filter((line) => /_count\{/.test(line));
  expect(durations.length).toBeGreaterThan(operations.length);
  // Room for the pages and files of the web app, which this host does not have.
  expect(durations.length).toBeLessThan(routesMax - 100);
  expect(first.series.length / durations.length).toBeLessThan(10);
  expect(second.bytes).toBeLessThan(routesMax * 1_000);
});

test("refused methods share one route in the metrics, for any path", async () => {
  const paths = ["/api/habits/", "/api/habits/77/", "/api/notes/", "/api/openapi.json"];
  for (const path of paths) expect((await host.send("PUT", path)).status).toBe(405);
  const text = await scrape();
  expect(figureOf(text, 'daymark_http_requests_total{method="PUT",route="/api/*",status="405"}')).toBe(paths.length);
  expect(text.match(/method="PUT",route="[^"]*",status=/g)).toHaveLength(1);
});

test("database metrics are exported while the database is up, and the others always", async () => {
  await database.sql`insert into mails (template, state) values ('verify_email', 'failed'), ('verify_email', 'queued')`;
  await database.sql`select graphile_worker.add_job('send_mail', '{}')`;
  const fresh = createMetrics({ db: database.db, watch: { isReachable: () => true } });
  const text = await fresh.render();
  fresh.close();
  expect(figureOf(text, 'daymark_mails{state="failed"}')).toBe(1);
  expect(figureOf(text, 'daymark_jobs{task="send_mail",state="ready"}')).toBe(1);
  expect(figureOf(text, "daymark_database_size_bytes")).toBeGreaterThan(1_000_000);
  expect(figureOf(text, "daymark_jobs_oldest_ready_seconds")).toBeGreaterThanOrEqual(0);
  const away = createMetrics({ db: database.db, watch: { isReachable: () => false } });
  const without = await away.render();
  away.close();
  expect(figureOf(without, "daymark_database_up")).toBe(0);
  expect(figureOf(without, "process_resident_memory_bytes")).toBeGreaterThan(1_000_000);
  expect(without).not.toContain("daymark_mails");
});

test("scrapes within ten seconds share one database query", async () => {
  const fresh = createMetrics({ db: database.db, watch: { isReachable: () => true } });
  const queuedIn = (text: string) => figureOf(text, 'daymark_mails{state="queued"}');
  const before = queuedIn(await fresh.render());
  await database.sql`insert into mails (template, state) values ('verify_email', 'queued')`;
  const after = queuedIn(await fresh.render());
  fresh.close();
  expect(after).toBe(before);
});

test("every metric in deploy/alerts.yaml is exported", async () => {
  const rules = readFileSync(new URL("../../../../deploy/alerts.yaml", import.meta.url), "utf8");
  const text = await scrape();
  const named = new Set(rules.match(/\bdaymark_[a-z_]+/g));
  expect(named.size).toBeGreaterThan(6);
  for (const name of named) expect(text).toContain(`# TYPE ${name.replace(/_bucket$/, "")} `);
});

/** Dashboards and alerts of operators rely on the names and types. */
const families = `
# HELP daymark_build_info Which version this is.
# TYPE daymark_build_info gauge
# HELP process_start_time_seconds When the process began, since the epoch.
# TYPE process_start_time_seconds gauge
# HELP process_cpu_seconds_total Processor time that the process has taken.
# TYPE process_cpu_seconds_total counter
# HELP process_resident_memory_bytes Memory of the process, without the database's.
# TYPE process_resident_memory_bytes gauge
# HELP nodejs_heap_size_used_bytes Of the JavaScript heap, in use.
# TYPE nodejs_heap_size_used_bytes gauge
# HELP nodejs_heap_size_total_bytes Of the JavaScript heap, reserved.
# TYPE nodejs_heap_size_total_bytes gauge
# HELP nodejs_external_memory_bytes Of buffers outside of the heap.
# TYPE nodejs_external_memory_bytes gauge
# HELP process_open_fds Files and connections that are open.
# TYPE process_open_fds gauge
# HELP nodejs_eventloop_lag_mean_seconds Mean delay of the event loop since the last scrape.
# TYPE nodejs_eventloop_lag_mean_seconds gauge
# HELP nodejs_eventloop_lag_p99_seconds 99th percentile of it.
# TYPE nodejs_eventloop_lag_p99_seconds gauge
# HELP nodejs_eventloop_lag_max_seconds The longest of it.
# TYPE nodejs_eventloop_lag_max_seconds gauge
# HELP nodejs_eventloop_utilization Share of the time since the last scrape in which it was busy.
# TYPE nodejs_eventloop_utilization gauge
# HELP daymark_http_requests_total Requests that were answered.
# TYPE daymark_http_requests_total counter
# HELP daymark_http_request_duration_seconds From a request's first line to its answer's last byte.
# TYPE daymark_http_request_duration_seconds histogram
# HELP daymark_shed_requests_total Calls that were refused at once, because the process was too busy.
# TYPE daymark_shed_requests_total counter
# HELP daymark_kept_pages_total Guests' pages that were asked for, by whether they were kept.
# TYPE daymark_kept_pages_total counter
# HELP daymark_database_up Whether the database answers.
# TYPE daymark_database_up gauge
# HELP daymark_database_connections Connections of all nodes, by what they do.
# TYPE daymark_database_connections gauge
# HELP daymark_database_connections_max How many the database takes.
# TYPE daymark_database_connections_max gauge
# HELP daymark_database_size_bytes What the database takes on its disk.
# TYPE daymark_database_size_bytes gauge
# HELP daymark_mails Mails of the outbox; sent ones are kept for a week.
# TYPE daymark_mails gauge
# HELP daymark_jobs Jobs of the queue, by what they do and how far they are.
# TYPE daymark_jobs gauge
# HELP daymark_jobs_oldest_ready_seconds How long the oldest job waits that could be done.
# TYPE daymark_jobs_oldest_ready_seconds gauge
# HELP daymark_sessions Sessions that have not ended.
# TYPE daymark_sessions gauge
`;

test("the names, types and help texts of all metrics are stable", async () => {
  const fresh = createMetrics({ db: database.db, watch: { isReachable: () => true } });
  const text = await fresh.render();
  fresh.close();
  const described = text.split("\n").filter((line) => line.startsWith("# "));
  const isThere = (line: string) => process.platform === "linux" || !line.includes(" process_open_fds ");
  expect(described).toEqual(families.trim().split("\n").filter(isThere));
});

test("a duration counts in its bucket and all larger ones, and labels are escaped", async () => {
  const fresh = createMetrics({ db: database.db, watch: { isReachable: () => false } });
  for (const milliseconds of [1, 3, 250, 30_000]) fresh.observe("GET", '/a"b\\c\nd', 200, milliseconds);
  const text = await fresh.render();
  fresh.close();
  const labels = 'method="GET",route="/a\\"b\\\\c\\nd"';
  const lines = text.split("\n").filter((line) => line.startsWith("daymark_http_request"));
  expect(lines).toEqual([
    `daymark_http_requests_total{${labels},status="200"} 4`,
    ...["0.01 2", "0.05 2", "0.1 2", "0.5 3", "2.5 3", "+Inf 4"]
      .map((line) => line.split(" "))
      .map(([bound, count]) => `daymark_http_request_duration_seconds_bucket{le="${bound}",${labels}} ${count}`),
    `daymark_http_request_duration_seconds_sum{${labels}} 30.254`,
    `daymark_http_request_duration_seconds_count{${labels}} 4`,
  ]);
});

test("every line is well-formed, and each metric family appears once", async () => {
  const names = new Set<string>();
  // An empty line separates families.
  for (const line of (await scrape()).trimEnd().split(/\n+/)) {
    expect(line).toMatch(
      /^# (HELP|TYPE) [a-z0-9_]+ .+$|^[a-z0-9_]+(\{[a-z_]+="[^"\n]*"(,[a-z_]+="[^"\n]*")*\})? [-+0-9.e]+$/,
    );
    const type = /^# TYPE (\S+)/.exec(line)?.[1];
    if (!type) continue;
    expect(names.has(type), type).toBe(false);
    names.add(type);
  }
  expect(names.size).toBeGreaterThan(20);
});
