/** Who sends a request: `reader` and `writer` are API keys. */
export type Role = "guest" | "user" | "reader" | "writer" | "admin";

/** A part of a body: text (UTF-8), text that repeats, or bytes. */
export type BodyPart = string | { repeat: string; times: number } | { base64: string };

/**
 * How the client sends the bytes. `whole` in one piece, `chunked` with Transfer-Encoding, `slow` in pieces with pauses,
 * `torn` cut off in the middle, `short` with a Content-Length larger than the body, `pipelined` with two requests for
 * /healthz right behind it, `flood` as often as it fits into {@link floodBytes}.
 */
export type Delivery = "whole" | "chunked" | "slow" | "torn" | "short" | "pipelined" | "flood";

/** Several times the number of bytes that Node reads from a connection at once. */
export const floodBytes = 200_000;

/**
 * A request as the fuzzer generates and stores it. Target, header values and body may hold placeholders such as
 * `~habitId~`, for the ids and names that exist in the current run.
 */
export interface FuzzRequest {
  /** What the request calls, such as `REST habit.create`. */
  about: string;
  role: Role;
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body?: BodyPart[];
  delivery?: Delivery;
}

/** The values of placeholders in this run. A number replaces the quotes around its placeholder too. */
export type Known = Readonly<Record<string, string | number>>;

/** A request with its placeholders replaced, ready to send. */
export interface ResolvedRequest {
  request: FuzzRequest;
  method: string;
  target: string;
  /** Excludes the Content-Length and Transfer-Encoding that follow from the delivery. */
  headers: [name: string, value: string][];
  body: Buffer | null;
  delivery: Delivery;
}

const name = /("|%22|)~([a-zA-Z]+)~\1/g;

/**
 * @param tokens the bearer token of each role; a role without one is a guest
 * @param known values of placeholders; an unknown placeholder stays as it is
 */
export function resolveRequest(
  request: FuzzRequest,
  { tokens, known, host }: { tokens: Readonly<Partial<Record<Role, string>>>; known: Known; host: string },
): ResolvedRequest {
  const fill = (text: string) =>
    text.replace(name, (whole, quote: string, key: string) => {
      const value = known[key];
      if (value === undefined) return whole;
      return typeof value === "number" ? String(value) : `${quote}${value}${quote}`;
    });
  const given = new Set(request.headers.map(([header]) => header.toLowerCase()));
  const token = tokens[request.role];
  const headers: [string, string][] = [
    ...(given.has("host") ? [] : [["host", host] as [string, string]]),
    ...(token && !given.has("authorization") ? [["authorization", `Bearer ${token}`] as [string, string]] : []),
    ...request.headers.map(([header, value]): [string, string] => [header, fill(value)]),
  ];
  const parts = request.body?.map((part) => {
    if (typeof part === "string") return Buffer.from(fill(part));
    return "base64" in part ? Buffer.from(part.base64, "base64") : Buffer.from(fill(part.repeat).repeat(part.times));
  });
  return {
    request,
    method: request.method,
    target: fill(request.target),
    headers,
    body: parts ? Buffer.concat(parts) : null,
    delivery: request.delivery ?? "whole",
  };
}

/** The bytes of a request, as the pieces that the client writes to the socket. */
export function wireOf({ method, target, headers, body, delivery }: ResolvedRequest): Buffer[] {
  const framing: [string, string][] = [];
  if (delivery === "chunked") framing.push(["transfer-encoding", "chunked"]);
  else if (delivery === "short") framing.push(["content-length", String((body?.length ?? 0) + 10)]);
  else if (body && !headers.some(([header]) => /^(content-length|transfer-encoding)$/i.test(header))) {
    framing.push(["content-length", String(body.length)]);
  }
  const lines = [...headers, ...framing].map(([header, value]) => `${header}: ${value}\r\n`).join("");
  // Latin-1 encodes one byte per character, because a request may contain any byte.
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines}\r\n`, "latin1");
  const content = body ?? Buffer.alloc(0);
  const whole = Buffer.concat([head, delivery === "chunked" ? chunksOf(content) : content]);
  switch (delivery) {
    case "slow":
      return piecesOf(whole, slowPieces);
    case "torn":
      return [whole.subarray(0, Math.max(1, whole.length - Math.ceil((content.length + 3) / 2)))];
    case "pipelined":
      return [Buffer.concat([whole, behind, behind])];
    case "flood":
      return [Buffer.alloc(Math.floor(floodBytes / whole.length) * whole.length || whole.length, whole)];
    default:
      return [whole];
  }
}

const slowPieces = 8;
const behind = Buffer.from("GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n");

/** RFC 9112 7.1, in two chunks. */
function chunksOf(content: Buffer): Buffer {
  const half = Math.ceil(content.length / 2);
  const chunks = [content.subarray(0, half), content.subarray(half)].filter(({ length }) => length > 0);
  const framed = chunks.flatMap((chunk) => [
    Buffer.from(`${chunk.length.toString(16)}\r\n`),
    chunk,
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...framed, Buffer.from("0\r\n\r\n")]);
}

function piecesOf(whole: Buffer, count: number): Buffer[] {
  const size = Math.ceil(whole.length / count);
  return Array.from({ length: Math.ceil(whole.length / size) }, (_, index) =>
    whole.subarray(index * size, (index + 1) * size),
  );
}
