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

/**
 * The memory that a request and its answer hold for their client. A class and not an object literal: see memory-budget.ts.
 */
export class CountedRequest {
  readonly answer: ServerResponse;
  readonly headBytes: number;
  /** Its head and its body. */
  readonly piece: HeldPiece;
  readonly #holdLongAnswer: (bytes: number) => HeldPiece | undefined;
  #answerPiece: HeldPiece | undefined;

  /**
   * @param parts.holdLongAnswer counts the first bytes of the answer, unless they are so few that they need not be counted
   */
  constructor(parts: {
    answer: ServerResponse;
    headBytes: number;
    piece: HeldPiece;
    holdLongAnswer: (bytes: number) => HeldPiece | undefined;
  }) {
    this.answer = parts.answer;
    this.headBytes = parts.headBytes;
    this.piece = parts.piece;
    this.#holdLongAnswer = parts.holdLongAnswer;
  }

  /** Counts so many bytes for the answer until the reply is sent, in place of those counted before. */
  holdAnswer(bytes: number): void {
    if (this.#answerPiece) this.#answerPiece.resize(bytes);
    else this.#answerPiece = this.#holdLongAnswer(bytes);
  }

  /** Nothing of it is held any more. */
  release(): void {
    this.piece.release();
    this.#answerPiece?.release();
  }
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
