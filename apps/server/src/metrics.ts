import { createHash, timingSafeEqual } from "node:crypto";
import { readdir } from "node:fs/promises";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import type { Database } from "@daymark/db/client";
import { version } from "@daymark/domain/brand";
import type { FastifyInstance } from "fastify";
import { tokenOf } from "./context.ts";
import { createExposition, type Exposition } from "./exposition.ts";
import type { DatabaseWatch } from "./health.ts";
import type { KeptCounts } from "./kept.ts";
import { readFigures } from "./metrics-figures.ts";

/** Seconds. Prometheus' own defaults, and two below: most calls take a few milliseconds. */
const boundsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** More routes than we have; whatever comes beyond is told together, so that nobody's requests fill our memory. */
const routesMax = 1_000;
/** The database is asked at most so often, however many ask us. */
const figuresMilliseconds = 10_000;
const eventLoopResolutionMs = 20;

export interface Metrics {
  /** A request that was answered. Costs two additions. */
  observe(method: string, route: string, status: number, milliseconds: number): void;
  countShed(): void;
  /** What became of the pages that are kept. */
  kept: KeptCounts;
  /** All of it, in Prometheus' text format. */
  render(): Promise<string>;
  close(): void;
}

interface Series {
  method: string;
  route: string;
  statuses: Map<number, number>;
  buckets: Float64Array;
  seconds: number;
}

/** Counts since the process began; what others can count better is asked for when somebody wants to know. */
export function createMetrics(deps: { db: Database; watch: Pick<DatabaseWatch, "isReachable"> }): Metrics {
  const series = new Map<string, Series>();
  const kept: KeptCounts = { hits: 0, misses: 0 };
  const delay = monitorEventLoopDelay({ resolution: eventLoopResolutionMs });
  delay.enable();
  let shed = 0;
  let utilization = performance.eventLoopUtilization();
  let figures = { at: Number.NEGATIVE_INFINITY, text: Promise.resolve("") };

  function seriesOf(method: string, route: string): Series {
    const key = `${method} ${route}`;
    const known = series.get(key);
    if (known) return known;
    if (series.size >= routesMax && route !== "other") return seriesOf("other", "other");
    const made = { method, route, statuses: new Map(), buckets: new Float64Array(boundsSeconds.length), seconds: 0 };
    series.set(key, made);
    return made;
  }

  /** Of the database, asked once for all who ask within a while; while it is away they are left out. */
  function readDatabase(): Promise<string> {
    if (!deps.watch.isReachable()) return Promise.resolve("");
    const now = performance.now();
    if (now - figures.at < figuresMilliseconds) return figures.text;
    const text = readFigures(deps.db).catch(() => "");
    figures = { at: now, text };
    return text;
  }

  return {
    kept,
    observe(method, route, status, milliseconds) {
      const of = seriesOf(method, route);
      const seconds = milliseconds / 1000;
      of.statuses.set(status, (of.statuses.get(status) ?? 0) + 1);
      of.seconds += seconds;
      const bucket = boundsSeconds.findIndex((bound) => seconds <= bound);
      if (bucket !== -1) of.buckets[bucket] = (of.buckets[bucket] as number) + 1;
    },
    countShed: () => {
      shed += 1;
    },
    async render() {
      const out = createExposition();
      const since = performance.eventLoopUtilization(utilization);
      utilization = performance.eventLoopUtilization();
      await writeProcess(out);
      out.gauge(
        "nodejs_eventloop_lag_mean_seconds",
        "Mean delay of the event loop since the last scrape.",
        seconds(delay.mean),
      );
      out.gauge("nodejs_eventloop_lag_p99_seconds", "99th percentile of it.", seconds(delay.percentile(99)));
      out.gauge("nodejs_eventloop_lag_max_seconds", "The longest of it.", seconds(delay.max));
      out.gauge(
        "nodejs_eventloop_utilization",
        "Share of the time since the last scrape in which it was busy.",
        since.utilization,
      );
      delay.reset();
      writeRequests(out, [...series.values()]);
      out.counter(
        "daymark_shed_requests_total",
        "Calls that were refused at once, because the process was too busy.",
        shed,
      );
      out.counter("daymark_kept_pages_total", "Guests' pages that were asked for, by whether they were kept.", [
        { labels: { result: "hit" }, value: kept.hits },
        { labels: { result: "miss" }, value: kept.misses },
      ]);
      out.gauge("daymark_database_up", "Whether the database answers.", deps.watch.isReachable() ? 1 : 0);
      return out.text() + (await readDatabase());
    },
    close: () => void delay.disable(),
  };

  function seconds(nanoseconds: number): number {
    return Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0;
  }
}

async function writeProcess(out: Exposition): Promise<void> {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  out.gauge("daymark_build_info", "Which version this is.", [
    { labels: { version, node: process.versions.node }, value: 1 },
  ]);
  out.gauge("process_start_time_seconds", "When the process began, since the epoch.", performance.timeOrigin / 1000);
  out.counter("process_cpu_seconds_total", "Processor time that the process has taken.", (user + system) / 1e6);
  out.gauge("process_resident_memory_bytes", "Memory of the process, without the database's.", rss);
  out.gauge("nodejs_heap_size_used_bytes", "Of the JavaScript heap, in use.", heapUsed);
  out.gauge("nodejs_heap_size_total_bytes", "Of the JavaScript heap, reserved.", heapTotal);
  out.gauge("nodejs_external_memory_bytes", "Of buffers outside of the heap.", external);
  // Where the system tells: Linux.
  const open = await readdir("/proc/self/fd").catch(() => null);
  if (open) out.gauge("process_open_fds", "Files and connections that are open.", open.length);
}

function writeRequests(out: Exposition, all: readonly Series[]): void {
  out.counter(
    "daymark_http_requests_total",
    "Requests that were answered.",
    all.flatMap(({ method, route, statuses }) =>
      [...statuses].map(([status, value]) => ({ labels: { method, route, status: String(status) }, value })),
    ),
  );
  out.histogram(
    "daymark_http_request_duration_seconds",
    "From a request's first line to its answer's last byte.",
    boundsSeconds,
    all.map(({ method, route, statuses, buckets, seconds }) => ({
      labels: { method, route },
      buckets,
      sum: seconds,
      count: [...statuses.values()].reduce((sum, count) => sum + count, 0),
    })),
  );
}

/** `/metrics`, for whoever has the token; without one there is no such address. */
export function serveMetrics(
  app: FastifyInstance,
  metrics: Metrics,
  token: string,
  headers: Record<string, string>,
): void {
  const wanted = digestOf(token);
  for (const url of ["/metrics", "/metrics/"]) {
    app.get(url, async (request, reply) => {
      // Digests have one length, so that not even that of the token can be told by the time it takes.
      if (!timingSafeEqual(digestOf(tokenOf(request.headers) ?? ""), wanted)) {
        return reply
          .code(401)
          .headers({ ...headers, "www-authenticate": "Bearer" })
          .type("text/plain")
          .send("");
      }
      const text = await metrics.render();
      return reply.headers(headers).type("text/plain; version=0.0.4; charset=utf-8").send(text);
    });
  }
}

function digestOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
