import type { ServerResponse } from "node:http";
import type { WatchClient } from "@daymark/auth/turn";
import type { FastifyRequest } from "fastify";
import type { HeldPiece } from "./memory-budget.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Null until the hook of connection-bounds.ts has run. */
    counted: CountedRequest | null;
  }
}

export interface CountedRequest {
  answer: ServerResponse;
  headBytes: number;
  /** Its head and its body. */
  piece: HeldPiece;
  /** Counts so many bytes for the answer until the reply is sent, in place of those counted before. */
  holdAnswer(bytes: number): void;
}

/** Counts so many bytes for the body of a request until the request ends, in place of the announced ones. */
export function countBody({ counted }: FastifyRequest, bytes: number): void {
  counted?.piece.resize(counted.headBytes + bytes);
}

/** @returns subscribes to the client of a request; the listener is also called once the answer is sent */
export function watchClientOf({ counted }: FastifyRequest): WatchClient {
  return (listener) => {
    if (!counted) return () => {};
    const { answer } = counted;
    if (answer.closed) listener();
    // All calls of a batch may wait.
    else answer.setMaxListeners(0).once("close", listener);
    return () => answer.off("close", listener);
  };
}
