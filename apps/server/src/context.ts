import type { Context, Log } from "@daymark/api/context";
import { ApiError } from "@daymark/api/error";
import type { Outbox } from "@daymark/api/mail/outbox";
import type { Caller } from "@daymark/auth/caller";
import type { Captcha } from "@daymark/auth/captcha";
import type { Client } from "@daymark/auth/device";
import type { Limits } from "@daymark/auth/limit";
import type { Network, NetworkFacts } from "@daymark/auth/network";
import type { Oauth } from "@daymark/auth/oauth";
import type { OauthStates } from "@daymark/auth/oauth-state";
import type { Sessions } from "@daymark/auth/session";
import type { TwoFactor } from "@daymark/auth/two-factor";
import type { Database } from "@daymark/db/client";
import { apiKeyPrefix } from "@daymark/domain/api-key";
import { isTimezone } from "@daymark/domain/day";
import type { ErrorKey } from "@daymark/domain/errors";
import { type Language, languageOf } from "@daymark/domain/language";
import type { FastifyRequest } from "fastify";

/** Distinct header values kept and their length: people send a few hundred short ones, an attacker no more than this. */
const rememberedMax = 1000;
const rememberedLengthMax = 200;

export interface ContextDeps {
  db: Database;
  sessions: Sessions;
  twoFactor: TwoFactor;
  outbox: Outbox;
  oauth: Oauth;
  oauthStates: OauthStates;
  captcha: Captcha;
  limits: Limits;
  network: Network;
  now: () => number;
  log: Log;
}

/**
 * What procedures are given of a request, for both transports. A caller whose session is remembered costs no statement.
 *
 * @throws ApiError invalid_timezone
 */
export async function createContext(deps: ContextDeps, request: FastifyRequest): Promise<Context> {
  const { headers } = request;
  const timezone = timezoneOf(headers["x-timezone"]);
  const identity = await identify(deps.sessions, headers.authorization);
  return {
    db: deps.db,
    sessions: deps.sessions,
    twoFactor: deps.twoFactor,
    outbox: deps.outbox,
    oauth: deps.oauth,
    oauthStates: deps.oauthStates,
    captcha: deps.captcha,
    limits: deps.limits,
    network: deps.network,
    caller: typeof identity === "string" ? null : identity,
    refusal: typeof identity === "string" ? identity : "not_authenticated",
    language: requestLanguage(request),
    timezone,
    client: clientOf(request, deps.network),
    now: deps.now,
    log: deps.log,
  };
}

/** What its address tells is looked up when somebody asks, which is at a log-in and seldom else. */
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

/** RFC 6750 2.1: the scheme in any case, one space or more, and a token of its characters. */
const bearer = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

function identify(sessions: Sessions, authorization: string | undefined): Promise<Caller | ErrorKey> | ErrorKey {
  const token = authorization === undefined ? undefined : bearer.exec(authorization)?.[1];
  if (token === undefined) return "not_authenticated";
  return token.startsWith(apiKeyPrefix) ? sessions.authenticateKey(token) : sessions.authenticate(token);
}

/** The language answers are worded in. */
export function requestLanguage(request: FastifyRequest): Language {
  return languageOfHeader(request.headers["accept-language"]);
}

const languageOfHeader = remember(languageOf);
const isKnownTimezone = remember(isTimezone);

function timezoneOf(header: string | string[] | undefined): string | null {
  if (header === undefined || header === "") return null;
  if (typeof header !== "string" || !isKnownTimezone(header)) throw new ApiError("invalid_timezone");
  return header;
}

/** Of the client, or of the last proxy that is not trusted. IPv4 is written as such, even where it came over IPv6. */
export function addressOf(request: FastifyRequest): string {
  const address = request.ip ?? "";
  return address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address;
}

/** Headers repeat: what was made of one is kept, until there are too many. */
function remember<Header extends string | undefined, Value>(
  read: (header: Header) => Value,
): (header: Header) => Value {
  const values = new Map<Header, Value>();
  return (header) => {
    if (header !== undefined && header.length > rememberedLengthMax) return read(header);
    const known = values.get(header);
    if (known !== undefined) return known;
    const value = read(header);
    if (values.size >= rememberedMax) values.clear();
    values.set(header, value);
    return value;
  };
}
