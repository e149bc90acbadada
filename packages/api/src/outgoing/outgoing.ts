import type { LookupAddress } from "node:dns";
import { isIP } from "node:net";
import { parseWebAddress } from "@daymark/domain/text/web-address";
import { createNetworkPolicy, type NetworkPolicy } from "./network-policy.ts";
import { createResolve, type ResolveName } from "./resolve.ts";
import { type Sent, send } from "./send.ts";

/** For name look-up, connection, request and answer together. */
const timeoutMilliseconds = 10_000;

/** Why a call got no answer. */
export type OutgoingFault = "address_refused" | "name_unresolved" | "no_connection" | "certificate" | "timeout";

export type OutgoingAnswer =
  | { status: number; body: string; durationMilliseconds: number }
  | { fault: OutgoingFault; durationMilliseconds: number };

export interface OutgoingRequest {
  headers: Record<string, string>;
  body: string;
}

/**
 * Calls addresses that users or applications name. All such calls go through here, so that the rules stand in one place: http and https
 * only, no credentials in the address, and a connection only to an address that {@link NetworkPolicy} allows. The name is
 * resolved once, all its addresses are checked, and the connection goes to one of those that were checked, so that a
 * second answer of the name server cannot lead elsewhere. TLS still checks the name. Redirects are not followed, and
 * proxies of the environment are not used.
 */
export interface Outgoing {
  /**
   * Whether the server may call an address, with the current addresses of its name. A name that does not resolve
   * passes, because it may do so later.
   */
  isAllowed(url: string): Promise<boolean>;
  /** Sends a POST. It never throws for what the address or its server does. */
  post(url: string, request: OutgoingRequest): Promise<OutgoingAnswer>;
  /** As `post`, with the method PUT. */
  put(url: string, request: OutgoingRequest): Promise<OutgoingAnswer>;
  /** As `post`, with the method GET and without a body. */
  get(url: string, headers: OutgoingRequest["headers"]): Promise<OutgoingAnswer>;
}

/**
 * @param options.allowedNetworks OUTGOING_NETWORKS
 * @param options.resolve tests pass their own
 * @param options.nameServers tests pass their own; those of the system by default
 * @param options.timeoutMilliseconds tests pass their own
 * @param options.authority certificates (PEM) to trust, for tests with their own
 */
export function createOutgoing(
  options: {
    allowedNetworks?: readonly string[];
    resolve?: ResolveName;
    nameServers?: readonly string[];
    timeoutMilliseconds?: number;
    authority?: string;
  } = {},
): Outgoing {
  const areAllowed = createNetworkPolicy(options.allowedNetworks);
  const resolve = options.resolve ?? createResolve(options.nameServers);
  const limitMilliseconds = options.timeoutMilliseconds ?? timeoutMilliseconds;

  return {
    async isAllowed(url) {
      const address = await find(url, { resolve, areAllowed, limitMilliseconds });
      return address !== "address_refused";
    },

    post: (url, request) => call("POST", url, request),
    put: (url, request) => call("PUT", url, request),
    get: (url, headers) => call("GET", url, { headers, body: null }),
  };

  async function call(
    method: Sent["method"],
    url: string,
    request: Pick<Sent, "headers" | "body">,
  ): Promise<OutgoingAnswer> {
    const began = performance.now();
    const end = () => Math.round(performance.now() - began);
    const address = await find(url, { resolve, areAllowed, limitMilliseconds });
    if (typeof address === "string") return { fault: address, durationMilliseconds: end() };
    const signal = AbortSignal.timeout(Math.max(1, limitMilliseconds - end()));
    try {
      const answer = await send({ ...address, ...request, method, signal, authority: options.authority });
      return { ...answer, durationMilliseconds: end() };
    } catch (error) {
      return { fault: signal.aborted ? "timeout" : faultOf(error), durationMilliseconds: end() };
    }
  }
}

/** Where a call goes: the typed address, and at most one checked IP address of each family. */
interface Checked {
  url: URL;
  addresses: LookupAddress[];
}

async function find(
  text: string,
  rules: { resolve: ResolveName; areAllowed: NetworkPolicy; limitMilliseconds: number },
): Promise<Checked | OutgoingFault> {
  const url = parseWebAddress(text);
  const hasCredentials = url !== null && (url.username !== "" || url.password !== "");
  if (!url || hasCredentials) return "address_refused";
  // The URL parser has made one IPv4 address of its decimal, octal and hexadecimal forms.
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const family = isIP(host);
  const found =
    family === 0 ? await resolveWithin(rules.limitMilliseconds, host, rules.resolve) : [{ address: host, family }];
  if (found.length === 0) return "name_unresolved";
  if (!rules.areAllowed(found.map(({ address }) => address))) return "address_refused";
  const firsts = [4, 6].flatMap((version) => found.find((each) => each.family === version) ?? []);
  return { url, addresses: firsts };
}

/** No addresses if the name does not resolve, or not in time. */
async function resolveWithin(milliseconds: number, name: string, resolve: ResolveName): Promise<LookupAddress[]> {
  const limit = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<LookupAddress[]>((settle) => {
    timer = setTimeout(() => {
      limit.abort();
      settle([]);
    }, milliseconds);
  });
  try {
    return await Promise.race([resolve(name, limit.signal).catch(() => []), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Codes of OpenSSL and Node for a certificate that does not prove the name. */
const certificatePattern = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/;

function faultOf(error: unknown): OutgoingFault {
  const code = String((error as NodeJS.ErrnoException).code ?? "");
  return certificatePattern.test(code) ? "certificate" : "no_connection";
}
