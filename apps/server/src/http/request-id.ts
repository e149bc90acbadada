import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Log } from "@daymark/api/procedure/context";

export const requestIdHeader = "x-request-id";

/** What proxies make, and nothing that would be more than a name. */
const wellFormed = /^[\w.:-]{8,64}$/;

/** What a request is called in all logs: as the proxy before us calls it, where that is a name, else by one of our own. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers[requestIdHeader];
  return typeof given === "string" && wellFormed.test(given) ? given : randomUUID();
}

/** A log whose entries name the request that caused them. */
export function logOfRequest(log: Log, request_id: string): Log {
  return {
    info: (fields, message) => log.info({ request_id, ...fields }, message),
    warn: (fields, message) => log.warn({ request_id, ...fields }, message),
    error: (fields, message) => log.error({ request_id, ...fields }, message),
  };
}
