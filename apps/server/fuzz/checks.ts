import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { SaxesParser } from "saxes";
import { type Answer, headerOf } from "./answer.ts";
import { type AnswerSchemas, decodeOnce } from "./answer-schemas.ts";
import { type Exchange, isStream } from "./connection.ts";
import type { FindingKind } from "./findings.ts";
import { framingHeaders } from "./headers.ts";
import type { ResolvedRequest } from "./request.ts";

export interface Fault {
  kind: FindingKind;
  sentence: string;
}

/** The contract's limit of a batch. */
const batchedCallsMax = 10;
/** The server refuses a head of more than 8 KiB or 100 headers (decision 54). */
const headBytesMax = 7_500;
const headersMax = 95;

/** Statuses that Node's HTTP parser answers with an empty body (RFC 9112 also lets it close the connection at once). */
const bareStatuses = [400, 408, 413, 431, 501];

/** All faults of the answer to one request. */
export function checkExchange({ sent, answer, behind, failure }: Exchange, schemas: AnswerSchemas): Fault[] {
  if (!answer) {
    return isDamaged(sent) ? [] : [{ kind: "unanswered", sentence: `no answer: the connection was ${failure}` }];
  }
  // The fuzzer stops reading a stream, so its missing end is no fault.
  const complete = isStream(answer) ? answer.faults.filter((fault) => /^two/.test(fault)) : answer.faults;
  // If a request is incomplete, or too many requests wait, the server closes the connection, perhaps in the middle of an
  // answer.
  const mayEnd = sent.delivery === "short" || sent.delivery === "flood";
  const framing = mayEnd ? complete.filter((fault) => !isMissingEnd(fault)) : complete;
  const faults: Fault[] = framing.map((sentence) => ({ kind: "framing", sentence }));
  if (isBare(answer)) {
    const isExpected = bareStatuses.includes(answer.status) && isDamaged(sent);
    if (!isExpected) faults.push({ kind: "schema", sentence: `a bare ${answer.status} to a sound request` });
    return faults;
  }
  const isLater = answer.status === 503 && /^\d+$/.test(headerOf(answer, "retry-after") ?? "");
  const isUndecodable = answer.status === 501 && hasOtherCoding(sent);
  if (answer.status >= 500 && !isLater && !isUndecodable) {
    faults.push({ kind: "failure", sentence: `status ${answer.status}: ${answer.body.toString().slice(0, 300)}` });
  }
  if (headerOf(answer, "x-content-type-options") !== "nosniff" || !headerOf(answer, "x-request-id")) {
    faults.push({ kind: "schema", sentence: `a ${answer.status} without the headers of all answers` });
  }
  // A busy server answers any request with 503.
  const isBusy = answer.status === 503;
  const path = pathOf(sent.target);
  const leftover = decodeOnce(path);
  const routed = routedPath(path);
  const isCall = /^\/(api|trpc)(\/|$)/.test(routed);
  if (isCall && leftover !== null && /%[0-9a-f]{2}/i.test(leftover) && answer.status < 400) {
    faults.push({ kind: "door", sentence: `a path that is encoded twice is answered with ${answer.status}` });
  }
  if (sent.method === "HEAD" || answer.status === 304 || isStream(answer) || isBusy || answer.faults.length > 0)
    return faults;
  // The router of pages answers paths with an extra slash, and names that are too long for a route.
  const isPage = typeOf(answer).startsWith("text/html") && !path.startsWith("/api");
  const isAssistant = /^\/mcp\/?$/.test(routed) && !typeOf(answer).startsWith("application/problem+json");
  const isOauth = /^\/oauth\/\w+\/?$/.test(routed) && /^application\/json/.test(typeOf(answer));
  const sentence = isAssistant
    ? checkMcp(answer)
    : isOauth
      ? checkOauth(answer)
      : isPage || !isCall
        ? checkSite(answer)
        : routed.startsWith("/trpc")
          ? checkTrpc(sent, answer, schemas)
          : checkRest(sent, answer, schemas);
  if (sentence) faults.push(typeof sentence === "string" ? { kind: "schema", sentence } : sentence);
  for (const next of behind) {
    if (next.status !== 200 && !isDamaged(sent)) {
      faults.push({ kind: "framing", sentence: `a request pipelined behind it is answered with ${next.status}` });
    }
  }
  return faults;
}

function pathOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, "");
  return path.split(/[?#]/, 1)[0] ?? "";
}

/** The path after the router's decoding, which keeps reserved characters encoded, such as a slash in a name. */
function routedPath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** The rest of a path behind its first segment. */
function belowFirst(path: string): string {
  return path.replace(/^\/[^/]*/, "");
}

function isMissingEnd(fault: string): boolean {
  return /^chunks without an end$|^a body of /.test(fault);
}

/** Whether the body has a transfer coding that the server does not decode (RFC 9112 6.1: 501). */
function hasOtherCoding({ headers }: ResolvedRequest): boolean {
  return headers.some(([name, value]) => /^transfer-encoding$/i.test(name) && value.toLowerCase() !== "chunked");
}

/** Two Hosts make a request invalid (RFC 9112 3.2: 400). */
function hasTwoHosts(headers: ResolvedRequest["headers"]): boolean {
  return headers.filter(([name]) => name.toLowerCase() === "host").length > 1;
}

/** Whether the bytes are no valid HTTP/1.1 message. Then Node may refuse them with an empty answer or none. */
function isDamaged({ method, target, headers, body, delivery }: ResolvedRequest): boolean {
  const names = headers.map(([name]) => name.toLowerCase());
  const head = headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, target.length);
  return (
    delivery === "torn" ||
    delivery === "short" ||
    // The server closes a connection on which too many requests wait.
    delivery === "flood" ||
    head > headBytesMax ||
    names.length > headersMax ||
    !/^[!-~]+$/.test(target) ||
    !target.startsWith("/") ||
    headers.some(([, value]) => /[^\t\x20-\x7e]/.test(value)) ||
    names.some((name) => framingHeaders.includes(name) || name === "expect" || name === "upgrade") ||
    hasTwoHosts(headers) ||
    headers.some(([name, value]) => name.toLowerCase() === "host" && !/^[\w.:-]+$/.test(value)) ||
    // No request may follow one that announces the end of its connection.
    (delivery === "pipelined" && names.includes("connection")) ||
    // TRACE and CONNECT are for proxies. The body of a GET or HEAD has no defined meaning (RFC 9110 9.3).
    /^(TRACE|CONNECT)$/.test(method) ||
    (body !== null && /^(GET|HEAD)$/.test(method))
  );
}

function isBare(answer: Answer): boolean {
  return answer.body.length === 0 && headerOf(answer, "x-request-id") === undefined;
}

function typeOf(answer: Answer): string {
  return headerOf(answer, "content-type") ?? "";
}

function jsonOf(answer: Answer): unknown {
  try {
    return JSON.parse(decoded(answer).toString());
  } catch {
    return undefined;
  }
}

function decoded(answer: Answer): Buffer {
  const encoding = headerOf(answer, "content-encoding");
  if (encoding === "br") return brotliDecompressSync(answer.body);
  return encoding === "gzip" ? gunzipSync(answer.body) : answer.body;
}

/** Paths below /api that are no operations. */
const otherCalls = /^\/api\/(openapi\.json|docs|docs\/js\/scalar\.js|unsubscribe\/[^/]+)\/?$/;

function checkRest(sent: ResolvedRequest, answer: Answer, schemas: AnswerSchemas): string | null {
  const path = pathOf(sent.target);
  const json = /json/.test(typeOf(answer)) ? jsonOf(answer) : null;
  if (json === undefined) return `a ${answer.status} that is no JSON`;
  const problem = answer.status >= 400 ? checkProblem(answer, json, schemas) : null;
  if (problem) return problem;
  // Any request may have an unknown expectation, or a transfer coding that the server does not decode.
  if (answer.status === 417 || answer.status === 501) return null;
  const operation = schemas.operationAt(sent.method, belowFirst(path));
  if (!operation) {
    const isKnown = answer.status >= 400 || otherCalls.test(decodeOnce(path) ?? "");
    return isKnown ? null : `a ${answer.status} where no operation is`;
  }
  // The server refuses some addresses before it looks for an operation.
  const { code } = (json ?? {}) as { code?: unknown };
  if (answer.status === 404 && code === "not_found") return null;
  // The server also refuses two Hosts before it looks for an operation.
  if (answer.status === 400 && code === "bad_request" && hasTwoHosts(sent.headers)) return null;
  // `DELETE /habits/order/` matches an operation with a parameter, but the path has its own operations.
  if (answer.status === 405 && code === "method_not_allowed") return null;
  return schemas.checkRest(operation, answer.status, typeOf(answer), json);
}

/** An answer of the MCP SDK: a JSON-RPC 2.0 message, a stream of one, or nothing for a notification. */
function checkMcp(answer: Answer): string | null {
  const text = answer.body.toString();
  if (answer.status === 202 && text === "") return null;
  const message = typeOf(answer).startsWith("text/event-stream") ? (/^data: (.+)$/m.exec(text)?.[1] ?? "") : text;
  try {
    const { jsonrpc, result, error } = JSON.parse(message) as Record<string, unknown>;
    const isMessage = jsonrpc === "2.0" && (result === undefined) !== (error === undefined);
    return isMessage ? null : `a ${answer.status} that is no message of JSON-RPC`;
  } catch {
    return `a ${answer.status} of type ${typeOf(answer)} that is no JSON`;
  }
}

function checkProblem(answer: Answer, json: unknown, schemas: AnswerSchemas): string | null {
  if (!typeOf(answer).startsWith("application/problem+json")) return `a ${answer.status} of type ${typeOf(answer)}`;
  const fault = schemas.checkProblem(json);
  if (fault) return `a problem: ${fault}`;
  const { status } = json as { status: number };
  return status === answer.status ? null : `a problem of status ${status} in an answer ${answer.status}`;
}

interface TrpcAnswer {
  result?: { data?: { json?: unknown } };
  error?: { json?: { message?: unknown; data?: { code?: unknown; status?: unknown } } };
}

function checkTrpc(sent: ResolvedRequest, answer: Answer, schemas: AnswerSchemas): string | Fault | null {
  const path = decodeOnce(belowFirst(pathOf(sent.target)).slice(1)) ?? "";
  const query = new URLSearchParams(/\?([^#]*)/.exec(sent.target)?.[1] ?? "");
  const isBatch = query.get("batch") === "1";
  const names = isBatch ? path.split(",") : [path];
  if (answer.status === 204 || answer.body.length === 0) {
    return answer.status < 400 && sent.method === "HEAD" ? null : `a ${answer.status} without a body`;
  }
  if (!/^application\/(problem\+)?json(;|$)/.test(typeOf(answer)))
    return `a ${answer.status} of type ${typeOf(answer)}`;
  const json = jsonOf(answer);
  if (json === undefined) return `a ${answer.status} that is no JSON`;
  // A path that matches no route, such as one with an extra slash, gets a problem document, as under /api.
  if (typeOf(answer).startsWith("application/problem+json")) return checkProblem(answer, json, schemas);
  const answers = (Array.isArray(json) ? json : [json]) as TrpcAnswer[];
  if (answers.length > batchedCallsMax) {
    return { kind: "door", sentence: `a batch of ${answers.length} calls is answered with ${answer.status}` };
  }
  if (Array.isArray(json) && answers.length !== names.length)
    return `${answers.length} answers to ${names.length} calls`;
  const inputs = inputsOf(sent, query, isBatch);
  for (const [index, one] of answers.entries()) {
    const name = names[index] ?? "";
    // The server checks guards, methods and types before the input, so any error counts as a refusal.
    const isRead = schemas.procedure(name)?.input && Array.isArray(json) === isBatch;
    if (isRead && !one.error && isRevived(inputs(index))) {
      return { kind: "door", sentence: "an input that says what it is to be revived as is taken" };
    }
    const fault = one.error
      ? trpcProblem(one, answers.length === 1 ? answer.status : null)
      : trpcResult(name, one, schemas);
    if (fault) return `${answer.status}: ${fault}`;
  }
  return null;
}

function trpcProblem({ error }: TrpcAnswer, status: number | null): string | null {
  const { message, data } = error?.json ?? {};
  if (typeof message !== "string" || message !== data?.code) return "an error without its code";
  if (typeof data.status !== "number" || data.status < 400) return "an error without its status";
  return status === null || data.status === status ? null : `an error of status ${data.status}`;
}

function trpcResult(name: string, { result }: TrpcAnswer, schemas: AnswerSchemas): string | null {
  if (!result?.data || !("json" in result.data)) return "neither a result nor an error";
  return schemas.checkOutput(name, result.data.json);
}

/** The input of each call of a request; undefined if it is no JSON. */
function inputsOf(sent: ResolvedRequest, query: URLSearchParams, isBatch: boolean): (index: number) => unknown {
  let json: unknown;
  try {
    json = JSON.parse((sent.method === "GET" ? query.get("input") : sent.body?.toString()) ?? "");
  } catch {
    return () => undefined;
  }
  return (index) => (isBatch ? (json as Record<number, unknown> | null)?.[index] : json);
}

function isRevived(input: unknown): boolean {
  return (
    typeof input === "object" &&
    input !== null &&
    !Array.isArray(input) &&
    "json" in input &&
    "meta" in input &&
    input.meta !== null
  );
}

function checkSite(answer: Answer): string | null {
  const type = typeOf(answer);
  if (answer.status >= 300 && answer.status < 400) return headerOf(answer, "location") ? null : "a redirect to nowhere";
  if (answer.body.length === 0) return null;
  if (answer.status >= 400 && !/^(text\/html|application\/problem\+json|text\/plain|image\/)/.test(type)) {
    return `a ${answer.status} of type ${type}`;
  }
  if (/^text\/html/.test(type) && !/default-src|script-src/.test(headerOf(answer, "content-security-policy") ?? "")) {
    return "a page without a policy";
  }
  if (answer.status !== 200) return null;
  if (/json/.test(type) && jsonOf(answer) === undefined) return `a ${type} that is no JSON`;
  return /xml/.test(type) && !/svg/.test(type) ? xmlFault(decoded(answer).toString()) : null;
}

/** RFC 6749 5: no answer with a token or an error may be stored, and an error has a code of a few characters. */
function checkOauth(answer: Answer): string | null {
  if (headerOf(answer, "cache-control") !== "no-store") return "an answer of the token endpoint that may be stored";
  const { error } = (jsonOf(answer) ?? {}) as { error?: unknown };
  if (answer.status < 400) return error === undefined ? null : `a ${answer.status} with the error ${error}`;
  return typeof error === "string" && /^[a-z_]+$/.test(error) ? null : `a ${answer.status} without an error code`;
}

function xmlFault(text: string): string | null {
  try {
    new SaxesParser({ xmlns: true }).write(text).close();
    return null;
  } catch (error) {
    return `XML that is none: ${error instanceof Error ? error.message : error}`;
  }
}
