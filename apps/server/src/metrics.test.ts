import { readFileSync } from "node:fs";
import { createTestDatabase } from "@daymark/db/testing";
import { afterAll, expect, test } from "vitest";
import { createExposition } from "./exposition.ts";
import { createMetrics } from "./metrics.ts";
import { createTestHost } from "./testing.ts";

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

test("without METRICS_TOKEN there is no such address, and without the right one nothing is told", async () => {
  const plain = await createTestHost();
  expect((await plain.send("GET", "/metrics", { token })).status).toBe(404);
  await plain.drop();
  for (const wrong of [undefined, "", "x", `${token}x`, token.toUpperCase()]) {
    const answer = await host.send("GET", "/metrics", wrong === undefined ? {} : { token: wrong });
    expect(answer).toMatchObject({ status: 401, text: "" });
    expect(answer.headers).toMatchObject({ "www-authenticate": "Bearer", "cache-control": "no-store" });
  }
});

test("requests are counted by method, route and status, and their times add up", async () => {
  const { token: session } = await host.createUser();
  for (let call = 0; call < 3; call++) await host.send("GET", "/api/habits/", { token: session });
  await host.send("GET", "/api/habits/");
  await host.send("GET", "/api/habits/77/", { token: session });
  const text = await scrape();
  expect(figureOf(text, 'daymark_http_requests_total{method="GET",route="/api/habits/",status="200"}')).toBe(3);
  expect(figureOf(text, 'daymark_http_requests_total{method="GET",route="/api/habits/",status="401"}')).toBe(1);
  const duration = "daymark_http_request_duration_seconds";
  expect(figureOf(text, `${duration}_count{method="GET",route="/api/habits/"}`)).toBe(4);
  expect(figureOf(text, `${duration}_bucket{method="GET",route="/api/habits/",le="+Inf"}`)).toBe(4);
  expect(figureOf(text, `${duration}_sum{method="GET",route="/api/habits/"}`)).toBeGreaterThan(0);
  // The route is a route: what people ask for is in no label.
  expect(text).not.toContain("/api/habits/77");
});

test("batches and unknown addresses make no route without end", async () => {
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
  expect(figureOf(rendered, 'daymark_http_requests_total{method="other",route="other",status="200"}')).toBe(2_000);
});

test("the database's figures are told while it is there, and the others always", async () => {
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

test("what deploy/alerts.yaml watches is told", async () => {
  const rules = readFileSync(new URL("../../../deploy/alerts.yaml", import.meta.url), "utf8");
  const text = await scrape();
  const named = new Set(rules.match(/\bdaymark_[a-z_]+/g));
  expect(named.size).toBeGreaterThan(6);
  for (const name of named) expect(text).toContain(`# TYPE ${name.replace(/_bucket$/, "")} `);
});

test("every family is well-formed, whatever stands in a label", async () => {
  const out = createExposition();
  out.gauge("one", "With \\ and\na break.", [{ labels: { of: 'a"b\\c\nd' }, value: 1 }]);
  out.histogram("two", "Times.", [1, 2], [{ labels: {}, buckets: [1, 2], sum: 5, count: 4 }]);
  expect(out.text()).toBe(
    [
      "# HELP one With \\\\ and\\na break.",
      "# TYPE one gauge",
      'one{of="a\\"b\\\\c\\nd"} 1',
      "# HELP two Times.",
      "# TYPE two histogram",
      'two_bucket{le="1"} 1',
      'two_bucket{le="2"} 3',
      'two_bucket{le="+Inf"} 4',
      "two_sum 5",
      "two_count 4",
      "",
    ].join("\n"),
  );
  const names = new Set<string>();
  for (const line of (await scrape()).trimEnd().split("\n")) {
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
