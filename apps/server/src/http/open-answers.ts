import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply } from "fastify";

/**
 * The incomplete answers of a connection. A list, because each change of a Set that lives as long as a connection
 * leaves a piece of memory that V8 frees late.
 */
const openAnswers = new WeakMap<Socket, ServerResponse[]>();

/** Counts an answer of a connection until it is complete. */
export function addOpenAnswer(socket: Socket, answer: ServerResponse): void {
  const open = openAnswers.get(socket) ?? [];
  if (open.length === 0) openAnswers.set(socket, open);
  open.push(answer);
  answer.once("close", () => open.splice(open.indexOf(answer), 1));
}

/** How many answers of a connection are not complete. */
export function countOpenAnswers(socket: Socket): number {
  return openAnswers.get(socket)?.length ?? 0;
}

/**
 * Whether bytes of an answer are already sent, so that nothing else may be written to the connection (RFC 9112 9.3).
 */
export function isAnswering(socket: Socket): boolean {
  return (openAnswers.get(socket) ?? []).some(({ headersSent }) => headersSent);
}

/**
 * Calls back once when the answer is sent or the client has left, or at once if that has happened. Fastify does not
 * call `onResponse` if the client has left.
 */
export function onEnd({ raw }: FastifyReply, listener: () => void): void {
  if (raw.closed) listener();
  else raw.once("close", listener);
}
