/** An answer as received over the socket. */
export interface Answer {
  status: number;
  /** Names in lower case, in order of arrival. A name may repeat. */
  headers: [name: string, value: string][];
  body: Buffer;
  /** What is wrong with its framing (RFC 9112), in words. */
  faults: string[];
  /** Length of the answer: the next answer on the connection begins there. */
  bytes: number;
  /** Whether the server closes the connection after this answer. */
  isLast: boolean;
}

export function headerOf({ headers }: Pick<Answer, "headers">, name: string): string | undefined {
  return headers.find(([header]) => header === name)?.[1];
}

/** The parser gives up on a longer body. */
const bodyBytesMax = 128 * 2 ** 20;

/**
 * Parses the first answer of the received bytes. Skips interim answers (1xx).
 *
 * @param isEnded whether the server has closed the connection
 * @returns the answer; while it is incomplete, how many bytes the caller must have before the next try
 */
export function readAnswer(
  received: Buffer,
  { method, isEnded }: { method: string; isEnded: boolean },
): Answer | { needed: number } {
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd === -1) return { needed: received.length + 1 };
  const [statusLine = "", ...lines] = received.toString("latin1", 0, headEnd).split("\r\n");
  const start = headEnd + 4;
  const faults: string[] = [];
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(`${statusLine} `)?.[1] ?? 0);
  if (status === 0) faults.push(`no status line: ${JSON.stringify(statusLine.slice(0, 80))}`);
  if (status >= 100 && status < 200) {
    const next = readAnswer(received.subarray(start), { method, isEnded });
    return "needed" in next ? { needed: next.needed + start } : { ...next, bytes: next.bytes + start };
  }
  const headers = lines.map((line): [string, string] => {
    const [, header = "", value = ""] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/s.exec(line) ?? [];
    if (header === "") faults.push(`no header line: ${JSON.stringify(line.slice(0, 80))}`);
    return [header.toLowerCase(), value];
  });
  const valuesOf = (name: string) => headers.filter(([header]) => header === name).map(([, value]) => value);
  const lengths = valuesOf("content-length");
  const encodings = valuesOf("transfer-encoding");
  if (lengths.length > 0 && encodings.length > 0) faults.push("two framings: Content-Length and Transfer-Encoding");
  if (lengths.length > 1) faults.push(`two framings: Content-Length ${lengths.join(" and ")}`);
  if (encodings.length > 1) faults.push(`two framings: Transfer-Encoding ${encodings.join(" and ")}`);
  const isLast = /\bclose\b/i.test(valuesOf("connection").join());
  const answer = { status, headers, faults, isLast };
  if (method === "HEAD" || status === 204 || status === 304) {
    if (status === 204 && lengths.length + encodings.length > 0) faults.push("a 204 with a framing");
    return { ...answer, body: Buffer.alloc(0), bytes: start };
  }
  if (encodings.length > 0) {
    const chunked = readChunks(received, start);
    if (chunked === "damaged") faults.push("chunks that are none");
    else if (chunked) return { ...answer, body: chunked.body, bytes: chunked.end };
    else if (!isEnded) return { needed: received.length + 1 };
    else faults.push("chunks without an end");
    return { ...answer, body: received.subarray(start), bytes: received.length, isLast: true };
  }
  if (lengths.length > 0) {
    const length = /^\d+$/.test(lengths[0] ?? "") ? Number(lengths[0]) : Number.NaN;
    if (Number.isNaN(length)) faults.push(`Content-Length ${lengths[0]}`);
    else if (received.length >= start + length) {
      return { ...answer, body: received.subarray(start, start + length), bytes: start + length };
    } else if (!isEnded && length < bodyBytesMax) return { needed: start + length };
    else faults.push(`a body of ${received.length - start} bytes where Content-Length is ${length}`);
    return { ...answer, body: received.subarray(start), bytes: received.length, isLast: true };
  }
  if (!isLast) faults.push("no framing on a connection that stays open");
  if (!isEnded) return { needed: received.length + 1 };
  return { ...answer, body: received.subarray(start), bytes: received.length, isLast: true };
}

function readChunks(received: Buffer, start: number): { body: Buffer; end: number } | "damaged" | null {
  const parts: Buffer[] = [];
  for (let at = start; ; ) {
    const lineEnd = received.indexOf("\r\n", at);
    if (lineEnd === -1) return received.length - at > 20 ? "damaged" : null;
    const line = received.toString("latin1", at, lineEnd);
    if (!/^[0-9a-fA-F]{1,8}$/.test(line)) return "damaged";
    const size = Number.parseInt(line, 16);
    const end = lineEnd + 2 + size;
    if (received.length < end + 2) return null;
    if (received.toString("latin1", end, end + 2) !== "\r\n") return "damaged";
    if (size === 0) return { body: Buffer.concat(parts), end: end + 2 };
    parts.push(received.subarray(lineEnd + 2, end));
    at = end + 2;
  }
}
