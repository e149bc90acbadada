import { floodBytes, type ResolvedRequest, wireOf } from "./request.ts";

/** A longer body goes into a file beside the line. */
const inlineBytesMax = 4_000;

/**
 * A bash command that sends the request: with curl if curl can send it, else as bytes over a socket. `$URL` is the
 * server, `$TOKEN` the access token or API key of the sender.
 *
 * @param bodyFile path of the body's file, if {@link needsBodyFile}
 */
export function curlOf(sent: ResolvedRequest, bodyFile: string | null): string {
  const { method, target, headers, body, delivery } = sent;
  const isCurls =
    (delivery === "whole" || delivery === "chunked") &&
    target.startsWith("/") &&
    /^[A-Z]+$/.test(method) &&
    // curl sends one Host.
    headers.filter(([name]) => name.toLowerCase() === "host").length <= 1;
  if (!isCurls) return socketLine(sent);
  const role = sent.request.role;
  const written = headers
    .filter(([name]) => name !== "host" || isGiven(sent, "host"))
    .map(([name, value]) =>
      name === "authorization" && role !== "guest" && value.startsWith("Bearer ") && !isGiven(sent, "authorization")
        ? `-H "Authorization: Bearer $TOKEN"`
        : `-H ${quote(`${name}: ${value}`)}`,
    );
  return [
    `curl -sS -i --path-as-is -g --http1.1 -X ${method}`,
    ...written,
    ...(delivery === "chunked" ? ["-H 'Transfer-Encoding: chunked'"] : []),
    // Without this header curl sends its own Content-Type.
    ...(body && !isGiven(sent, "content-type") ? ["-H 'Content-Type;'"] : []),
    ...(body ? [`--data-binary ${bodyFile ? `@${quote(bodyFile)}` : quote(body.toString("latin1"))}`] : []),
    `"$URL"${quote(target)}${role === "guest" ? "" : ` # as ${role}`}`,
  ].join(" ");
}

/** Whether the body is too long for a line, or contains a NUL, which no argument of a command can hold. */
export function needsBodyFile({ body }: ResolvedRequest): boolean {
  return body !== null && (body.length > inlineBytesMax || body.includes(0));
}

function isGiven(sent: ResolvedRequest, name: string): boolean {
  return sent.request.headers.some(([header]) => header.toLowerCase() === name);
}

/** Uses bash's /dev/tcp, because not every machine has nc. */
function socketLine(sent: ResolvedRequest): string {
  const isFlood = sent.delivery === "flood";
  const wire = Buffer.concat(wireOf(isFlood ? { ...sent, delivery: "whole" } : sent));
  const bytes = escapeBytes(wire.subarray(0, inlineBytesMax).toString("latin1"));
  const times = Math.floor(floodBytes / wire.length) || 1;
  const print = isFlood ? `for i in {1..${times}}; do printf %b '${bytes}'; done` : `printf %b '${bytes}'`;
  const line = `exec 3<>"/dev/tcp/$HOST/$PORT"; ${print} >&3; timeout 2 cat <&3`;
  return `${line} # ${sent.delivery}, as ${sent.request.role}`;
}

/** Quotes for bash: '…' if possible, else $'…' with \xHH for each other byte. */
function quote(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text) && !text.includes("'")) return `'${text}'`;
  return `$'${escapeBytes(text)}'`;
}

function escapeBytes(text: string): string {
  return text.replaceAll(
    /[^\x20-\x7e]|['\\]/g,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}
