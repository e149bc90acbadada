import { createHash, timingSafeEqual } from "node:crypto";
import type { Database } from "@daymark/db/connection/client";
import type { FastifyInstance } from "fastify";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { DatabaseWatch } from "../http/health.ts";
import type { PageCacheCounts } from "../pages/page-cache.ts";
import { tokenOf } from "../transports/context.ts";
import { createDatabaseMetrics } from "./database-metrics.ts";
import { registerProcessMetrics } from "./process-metrics.ts";

/**
 * Few, because each is a series of every route: a call as usual, one that a user may notice, does notice, waits for
 * (the alert DaymarkSlow), and gives up.
 */
const bucketsSeconds = [0.01, 0.05, 0.1, 0.5, 2.5];
/**
 * A limit above the number of our pairs of method and route (metrics.test.ts). Further ones count as `other`, so that no
 * client can fill our memory.
 */
export const routesMax = 700;

export interface Metrics {
  /** Counts an answered request, in about a microsecond. */
  observe(method: string, route: string, status: number, milliseconds: number): void;
  countShed(): void;
  /** Hits and misses of the page cache, which counts them itself. */
  pageCache: PageCacheCounts;
  /** Returns all metrics in Prometheus' text format 0.0.4. */
  render(): Promise<string>;
  close(): void;
}

interface RouteLabels {
  method: string;
  route: string;
}

/** Counts since the process started. Each has its own registry, so that tests can have several in one process. */
export function createMetrics(deps: { db: Database; watch: Pick<DatabaseWatch, "isReachable"> }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const processMetrics = registerProcessMetrics(registry);
  const requests = new Counter({
    name: "daymark_http_requests_total",
    help: "Requests that were answered.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "daymark_http_request_duration_seconds",
    help: "From a request's first line to its answer's last byte.",
    labelNames: ["method", "route"],
    buckets: bucketsSeconds,
    registers,
  });
  const shed = new Counter({
    name: "daymark_shed_requests_total",
    help: "Calls that were refused at once, because the process was too busy.",
    registers,
  });
  const pageCache: PageCacheCounts = { hits: 0, misses: 0 };
  new Counter({
    name: "daymark_kept_pages_total",
    help: "Guests' pages that were asked for, by whether they were kept.",
    labelNames: ["result"],
    registers,
    collect() {
      this.reset();
      this.inc({ result: "hit" }, pageCache.hits);
      this.inc({ result: "miss" }, pageCache.misses);
    },
  });
  new Gauge({
    name: "daymark_database_up",
    help: "Whether the database answers.",
    registers,
    collect() {
      this.set(deps.watch.isReachable() ? 1 : 0);
    },
  });
  const renderDatabase = createDatabaseMetrics(deps);
  const labelsByRoute = new Map<string, RouteLabels>();

  function labelsOf(method: string, route: string): RouteLabels {
    const key = `${method} ${route}`;
    const known = labelsByRoute.get(key);
    if (known) return known;
    if (labelsByRoute.size >= routesMax) return { method: "other", route: "other" };
    const labels = { method, route };
    labelsByRoute.set(key, labels);
    return labels;
  }

  return {
    pageCache,
    observe(method, route, status, milliseconds) {
      const labels = labelsOf(method, route);
      requests.inc({ method: labels.method, route: labels.route, status });
      durations.observe(labels, milliseconds / 1000);
    },
    countShed: () => shed.inc(),
    render: async () => (await registry.metrics()) + (await renderDatabase()),
    close: processMetrics.close,
  };
}

/** Serves `/metrics` to callers that send the token. */
export function serveMetrics(
  app: FastifyInstance,
  metrics: Metrics,
  token: string,
  headers: Record<string, string>,
): void {
  const wanted = digestOf(token);
  for (const url of ["/metrics", "/metrics/"]) {
    app.get(url, async (request, reply) => {
      // Digests have the same length, so the time of the comparison does not tell the token's length either.
      if (!timingSafeEqual(digestOf(tokenOf(request.headers) ?? ""), wanted)) {
        return reply
          .code(401)
          .headers({ ...headers, "www-authenticate": "Bearer" })
          .type("text/plain")
          .send("");
      }
      const text = await metrics.render();
      return reply.headers(headers).type(Registry.PROMETHEUS_CONTENT_TYPE).send(text);
    });
  }
}

function digestOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
