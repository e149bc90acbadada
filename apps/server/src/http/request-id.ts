import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Log } from "@daymark/api/procedure/context";

export const requestIdHeader = "x-request-id";

/** The ids that proxies make. Longer texts and other characters are refused. */
const wellFormed = /^[\w.:-]{8,64}$/;

/** The id of a request in all logs: the id that the proxy sent if it is well-formed, else a new one. */
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
