import { type LookupAddress, lookup as resolveName } from "node:dns";
import { type IncomingMessage, Agent as PlainAgent, request as requestPlain } from "node:http";
import { request as requestSecure, Agent as SecureAgent } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { parseWebAddress } from "@daymark/domain/text/web-address";
import { createNetworkPolicy, type NetworkPolicy } from "./network-policy.ts";

/** For name look-up, connection, request and answer together. */
const timeoutMilliseconds = 10_000;
/** More of an answer is not read. */
const answerBytesMax = 65_536;

/** Why a call got no answer. */
export type OutgoingFault = "address_refused" | "name_unresolved" | "no_connection" | "certificate" | "timeout";

export type OutgoingAnswer =
  | { status: number; body: string; durationMilliseconds: number }
  | { fault: OutgoingFault; durationMilliseconds: number };

/**
 * Calls addresses that users typed. All such calls go through here, so that the rules stand in one place: http and https
 * only, no credentials in the address, and a connection only to an address that {@link NetworkPolicy} allows. The name is
 * resolved once, all its addresses are checked, and the connection goes to one of those that were checked, so that a
 * second answer of the name server cannot lead elsewhere. TLS still checks the name. Redirects are not followed, and
 * proxies of the environment are not used.
 */
export interface Outgoing {
  /**
   * Whether an address may be called as its name resolves now. A name that does not resolve passes, because it may do so
   * later.
   */
  isAllowed(url: string): Promise<boolean>;
  /** Sends a POST. It never throws for what the address or its server does. */
  post(url: string, request: { headers: Record<string, string>; body: string }): Promise<OutgoingAnswer>;
}

/** As `lookup` of node:dns with `all`. */
export type ResolveName = (name: string) => Promise<LookupAddress[]>;

/**
 * @param options.allowedNetworks OUTGOING_NETWORKS
 * @param options.resolve tests pass their own
 * @param options.timeoutMilliseconds tests pass their own
 * @param options.authority certificates (PEM) to trust, for tests with their own
 */
export function createOutgoing(
  options: {
    allowedNetworks?: readonly string[];
    resolve?: ResolveName;
    timeoutMilliseconds?: number;
    authority?: string;
  } = {},
): Outgoing {
  const isAllowedAddress = createNetworkPolicy(options.allowedNetworks);
  const resolve = options.resolve ?? resolveAll;
  const limitMilliseconds = options.timeoutMilliseconds ?? timeoutMilliseconds;

  return {
    async isAllowed(url) {
      const address = await find(url, { resolve, isAllowedAddress, limitMilliseconds });
      return address !== "address_refused";
    },

    async post(url, { headers, body }) {
      const began = performance.now();
      const end = () => Math.round(performance.now() - began);
      const address = await find(url, { resolve, isAllowedAddress, limitMilliseconds });
      if (typeof address === "string") return { fault: address, durationMilliseconds: end() };
      const signal = AbortSignal.timeout(Math.max(1, limitMilliseconds - end()));
      try {
        const answer = await send(address, { headers, body, signal, authority: options.authority });
        return { ...answer, durationMilliseconds: end() };
      } catch (error) {
        return { fault: signal.aborted ? "timeout" : faultOf(error), durationMilliseconds: end() };
      }
    },
  };
}

/** Where a call goes: the typed address, and the IP address that was checked. */
interface Checked {
  url: URL;
  pinned: LookupAddress;
}

async function find(
  text: string,
  rules: { resolve: ResolveName; isAllowedAddress: NetworkPolicy; limitMilliseconds: number },
): Promise<Checked | OutgoingFault> {
  const url = parseWebAddress(text);
  const hasCredentials = url !== null && (url.username !== "" || url.password !== "");
  if (!url || hasCredentials) return "address_refused";
  // The URL parser has made one IPv4 address of its decimal, octal and hexadecimal forms.
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const family = isIP(host);
  const addresses =
    family === 0 ? await within(rules.limitMilliseconds, rules.resolve(host)) : [{ address: host, family }];
  const [pinned] = addresses;
  if (!pinned) return "name_unresolved";
  if (!addresses.every(({ address }) => rules.isAllowedAddress(address))) return "address_refused";
  return { url, pinned };
}

/** No addresses if the name does not resolve, or not in time: a look-up cannot be stopped. */
async function within(milliseconds: number, addresses: Promise<LookupAddress[]>): Promise<LookupAddress[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<LookupAddress[]>((settle) => {
    timer = setTimeout(settle, milliseconds, []);
  });
  try {
    return await Promise.race([addresses.catch(() => []), late]);
  } finally {
    clearTimeout(timer);
  }
}

function resolveAll(name: string): Promise<LookupAddress[]> {
  return new Promise((settle, fail) => {
    resolveName(name, { all: true }, (error, addresses) => (error ? fail(error) : settle(addresses)));
  });
}

function send(
  { url, pinned }: Checked,
  {
    headers,
    body,
    signal,
    authority,
  }: { headers: Record<string, string>; body: string; signal: AbortSignal; authority: string | undefined },
): Promise<{ status: number; body: string }> {
  const lookup: LookupFunction = (_, { all }, done) =>
    all ? done(null, [pinned]) : done(null, pinned.address, pinned.family);
  const isSecure = url.protocol === "https:";
  const [request, Agent] = isSecure ? [requestSecure, SecureAgent] : [requestPlain, PlainAgent];
  return new Promise((settle, fail) => {
    const call = request(
      url,
      {
        method: "POST",
        headers: { ...headers, "content-length": Buffer.byteLength(body), "accept-encoding": "identity" },
        lookup,
        signal,
        // An agent of its own: the global one may use proxies of the environment, and would keep the connection.
        agent: new Agent({ keepAlive: false, ...(authority !== undefined && { ca: authority }) }),
      },
      (answer) => readAnswer(answer).then((text) => settle({ status: answer.statusCode ?? 0, body: text }), fail),
    );
    call.on("error", fail);
    call.end(body);
  });
}

/** The beginning of an answer as text. Without the rest, the connection is closed. */
async function readAnswer(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= answerBytesMax) break;
  }
  return Buffer.concat(chunks).subarray(0, answerBytesMax).toString("utf8");
}

/** Codes of OpenSSL and Node for a certificate that does not prove the name. */
const certificatePattern = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/;

function faultOf(error: unknown): OutgoingFault {
  const code = String((error as NodeJS.ErrnoException).code ?? "");
  return certificatePattern.test(code) ? "certificate" : "no_connection";
}
