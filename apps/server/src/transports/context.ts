import type { IncomingHttpHeaders } from "node:http";
import { ApiError } from "@daymark/api/base/error";
import type { Context, InTurn, Log, Services } from "@daymark/api/procedure/context";
import type { Client } from "@daymark/auth/client/device";
import type { Network, NetworkFacts } from "@daymark/auth/client/network";
import { noLimits } from "@daymark/auth/limits/rate-limit";
import type { Caller } from "@daymark/auth/session/caller";
import type { Sessions } from "@daymark/auth/session/session";
import type { Database } from "@daymark/db/connection/client";
import { apiKeyPrefix } from "@daymark/domain/account/api-key";
import { type AppResource, appPrefixes } from "@daymark/domain/account/connected-app";
import { isTimezone } from "@daymark/domain/base/day";
import type { ErrorKey } from "@daymark/domain/base/errors";
import { clientIdHeader, isClientId } from "@daymark/domain/base/live";
import type { Language } from "@daymark/domain/text/language";
import type { FastifyRequest } from "fastify";
import { addressOf, clientNetworkOf } from "../http/client-address.ts";
import { memoize } from "../http/memoize.ts";
import { logOfRequest } from "../http/request-id.ts";
import { requestLanguage } from "../http/request-language.ts";
import type { ProxyUserOf } from "../http/trusted-proxies.ts";
import type { createCallerTurns } from "../limits/caller-turns.ts";
import { watchClientOf } from "../limits/counted-request.ts";

export interface ContextDeps {
  services: Services;
  /** The connections of calls that are not on the overflow pool. */
  db: Database;
  turnsOf: ReturnType<typeof createCallerTurns>;
  proxyUserOf: ProxyUserOf;
  now: () => number;
  log: Log;
  adminLog: Log;
}

/**
 * Creates the context of a request for its procedures, for both transports. If the session is cached, this needs no
 * statement.
 *
 * @param resource the part of the server that the request calls, for the tokens of applications; null for one that is
 *   closed to them
 * @throws ApiError invalid_timezone
 */
export async function createContext(
  deps: ContextDeps,
  request: FastifyRequest,
  resource: AppResource | null,
): Promise<Context> {
  const { headers } = request;
  const timezone = timezoneOf(headers["x-timezone"]);
  const [network, watchClient] = [clientNetworkOf(request), watchClientOf(request)];
  const inTurnOfGuests = deps.turnsOf(null, network, watchClient);
  const identity = await identify(deps.services.sessions, headers, resource, inTurnOfGuests);
  return {
    services: deps.services,
    db: deps.db,
    ...identity,
    inTurn: identity.caller ? deps.turnsOf(identity.caller, network, watchClient) : inTurnOfGuests,
    watchClient,
    confirmCaller: async () => {
      if (identity.caller) await confirmCaller(deps.services.sessions, headers, resource, identity.caller);
    },
    proxyUser: deps.proxyUserOf(request),
    language: requestLanguage(request),
    timezone,
    client: clientOf(request, deps.services.network),
    origin: originOf(headers[clientIdHeader]),
    now: deps.now,
    log: logOfRequest(deps.log, request.id),
    adminLog: logOfRequest(deps.adminLog, request.id),
  };
}

/**
 * Creates the context of the procedures for a rendered page: a guest, without rate limits. These procedures write
 * nothing.
 */
export function createGuestContext(deps: ContextDeps, language: Language): Context {
  const { services, now, log, adminLog } = deps;
  return {
    services: { ...services, limits: noLimits },
    db: services.replica,
    caller: null,
    refusal: null,
    proxyUser: null,
    language,
    timezone: null,
    client: { address: "", userAgent: "" },
    origin: null,
    now,
    log,
    adminLog,
  };
}

function originOf(header: string | string[] | undefined): string | null {
  return isClientId(header) ? header : null;
}

/** The location of the address is looked up only when a procedure needs it, which is mostly at a log-in. */
function clientOf(request: FastifyRequest, network: Network): Client {
  const address = addressOf(request);
  let facts: NetworkFacts | undefined;
  const look = () => (facts ??= network.look(address));
  return {
    address,
    userAgent: request.headers["user-agent"] ?? "",
    get location() {
      return look().location;
    },
    get network() {
      return look().network;
    },
  };
}

/** RFC 6750 2.1: the scheme in any case, one or more spaces, and a token of the allowed characters. */
const bearer = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/** Returns the access token or key of a request; undefined if it has none in the right form. */
export function tokenOf({ authorization }: IncomingHttpHeaders): string | undefined {
  return authorization === undefined ? undefined : bearer.exec(authorization)?.[1];
}

/**
 * Identifies the caller. A request without the header comes from a guest. A header without a bearer token is refused.
 *
 * @param inTurn for a key or an application's token that is not cached: the request waits in the turns of guests until it
 *   is found
 */
async function identify(
  sessions: Sessions,
  headers: IncomingHttpHeaders,
  resource: AppResource | null,
  inTurn?: InTurn,
): Promise<{ caller: Caller | null; refusal: ErrorKey | null }> {
  if (headers.authorization === undefined) return { caller: null, refusal: null };
  const token = tokenOf(headers);
  const named = await authenticate();
  return typeof named === "string" ? { caller: null, refusal: named } : { caller: named, refusal: null };

  function authenticate() {
    if (token === undefined) return "not_authenticated";
    if (token.startsWith(apiKeyPrefix)) return sessions.authenticateKey(token, inTurn);
    if (token.startsWith(appPrefixes.accessToken)) return sessions.authenticateApp(token, resource, inTurn);
    return sessions.authenticate(token);
  }
}

/** @throws ApiError as {@link Context.confirmCaller} says */
async function confirmCaller(
  sessions: Sessions,
  headers: IncomingHttpHeaders,
  resource: AppResource | null,
  before: Caller,
): Promise<void> {
  const { caller, refusal } = await identify(sessions, headers, resource);
  if (!caller) throw new ApiError(refusal ?? "session_terminated");
  const hasSameRights = (["is_staff", "email_verified", "plan"] as const).every(
    (right) => caller.user[right] === before.user[right],
  );
  if (!hasSameRights) throw new ApiError("unavailable", { retryAfterSeconds: 1 });
}

const isKnownTimezone = memoize(isTimezone);

function timezoneOf(header: string | string[] | undefined): string | null {
  if (header === undefined || header === "") return null;
  if (typeof header !== "string" || !isKnownTimezone(header)) throw new ApiError("invalid_timezone");
  return header;
}
