import { appRouter } from "@daymark/api/router";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { addressOf } from "../http/client-address.ts";
import { onEnd } from "../http/open-answers.ts";
import { printablePath } from "../http/request-path.ts";
import { proceduresOf } from "../openapi/operation.ts";
import { calledNames } from "../transports/trpc.ts";
import type { Metrics } from "./metrics.ts";
import type { RequestLatency } from "./request-latency.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The pattern of the page's route, such as `/blog/$blogSlug`; null if the request is for no page of ours. */
    pageRoute: string | null;
  }
}

/** An admin's page that follows a log calls it every few seconds, so that these calls would fill the log. */
const followedRoute = "/trpc/log.line.list";

/** nginx's status in its log for a client that left before the first byte of its answer. No client gets it. */
const clientLeftStatus = 499;

/**
 * Logs and measures each request, also one whose client leaves before its answer. The line contains the route and not
 * the address, which may contain a token. If no route or procedure matched, it also contains the path without parts
 * that may be a token.
 */
export function logRequests(
  app: FastifyInstance,
  log: Logger,
  { metrics, latency }: { metrics?: Metrics | undefined; latency?: RequestLatency | undefined } = {},
): void {
  const procedures = new Set(Object.keys(proceduresOf(appRouter)));
  app.decorateRequest("pageRoute", null);
  app.addHook("onRequest", (request, reply, done) => {
    const startedAt = performance.now();
    onEnd(reply, () => tell(request, reply, performance.now() - startedAt));
    done();
  });

  function tell(request: FastifyRequest, reply: FastifyReply, milliseconds: number): void {
    const statusCode = reply.raw.headersSent ? reply.raw.statusCode : clientLeftStatus;
    const route = statusCode === 405 ? refusedMethodRoute : routeOf(request, procedures);
    const path = statusCode >= 400 && isUnknown(route) ? printablePath(request.url) : undefined;
    const fields = {
      request_id: request.id,
      method: request.method,
      route,
      ...(path !== undefined && { path }),
      status: statusCode,
      milliseconds: Math.round(milliseconds * 10) / 10,
      address: addressOf(request),
    };
    // 503 is a refusal, which a client can cause at will. As errors, such lines would fill the logs (log-space.ts).
    const isError = statusCode >= 500 && statusCode !== 503;
    const level = isError ? "error" : route === followedRoute ? "debug" : "info";
    log[level](fields, `${fields.method} ${path ?? route} ${statusCode}`);
    latency?.observe(route, milliseconds);
    // A batch may contain any calls, so each batch would count as a separate route.
    const counted = request.pageRoute ?? (route.includes(",") ? "/trpc/batch" : route);
    metrics?.observe(fields.method, counted, statusCode, milliseconds);
  }
}

/**
 * The one route of all requests whose path exists but does not have their method. A label for each path and method would
 * use up the metrics' limit of series.
 */
const refusedMethodRoute = "/api/*";

/** The one route of all procedures. */
const trpcRoute = "/trpc/:path";

/** True for a request without a specific route: only a wildcard matched it, or no route did. */
function isUnknown(route: string): boolean {
  return route.endsWith("*") || route === trpcRoute || route === "unknown";
}

function routeOf(request: FastifyRequest, procedures: ReadonlySet<string>): string {
  const { url = "unknown" } = request.routeOptions;
  if (url !== trpcRoute) return url;
  const names = calledNames(request);
  return names.every((name) => procedures.has(name)) ? `/trpc/${names.join(",")}` : url;
}
