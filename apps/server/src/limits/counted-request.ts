import type { ServerResponse } from "node:http";
import type { WatchClient } from "@daymark/auth/concurrency/concurrency-limit";
import type { FastifyRequest } from "fastify";
import type { HeldPiece } from "./memory-budget.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Null until the hook of connection-bounds.ts has run. */
    counted: CountedRequest | null;
  }
}

type HoldAnswer = (bytes: number) => HeldPiece | undefined;

/**
 * The memory that a request and its answer hold for their client. After `release` it refers to nothing: V8 frees old
 * objects late, and an old one would keep its request in memory until then. For the same reason it is a class
 * (memory-budget.ts).
 */
export class CountedRequest {
  readonly #headBytes: number;
  #answer: ServerResponse | undefined;
  #piece: HeldPiece | undefined;
  #holdLongAnswer: HoldAnswer | undefined;
  #answerPiece: HeldPiece | undefined;

  /**
   * @param parts.piece counts the head and the body
   * @param parts.holdLongAnswer counts the first bytes of the answer, unless they are so few that they need not be
   *   counted
   */
  constructor(parts: { answer: ServerResponse; headBytes: number; piece: HeldPiece; holdLongAnswer: HoldAnswer }) {
    // Many parts of the server listen for the end of one answer, and so does each call of a batch that waits.
    this.#answer = parts.answer.setMaxListeners(0);
    this.#headBytes = parts.headBytes;
    this.#piece = parts.piece;
    this.#holdLongAnswer = parts.holdLongAnswer;
  }

  /** Counts this many bytes for the body until the request ends, in place of the announced ones. */
  holdBody(bytes: number): void {
    this.#piece?.resize(this.#headBytes + bytes);
  }

  /** Counts this many bytes for the answer until the reply is sent, in place of those counted before. */
  holdAnswer(bytes: number): void {
    if (this.#answerPiece) this.#answerPiece.resize(bytes);
    else this.#answerPiece = this.#holdLongAnswer?.(bytes);
  }

  /** Subscribes to the client of the request; the listener is also called once the answer is sent. */
  readonly watchClient: WatchClient = (listener) => {
    const answer = this.#answer;
    if (!answer || answer.closed) {
      listener();
      return () => {};
    }
    answer.once("close", listener);
    return () => answer.off("close", listener);
  };

  /** Releases all that is counted. Further calls do nothing. */
  release(): void {
    this.#piece?.release();
    this.#answerPiece?.release();
    this.#answer = undefined;
    this.#piece = undefined;
    this.#holdLongAnswer = undefined;
    this.#answerPiece = undefined;
  }
}

/** @returns subscribes to the client of a request, if the request is counted */
export function watchClientOf({ counted }: FastifyRequest): WatchClient {
  return counted?.watchClient ?? (() => () => {});
}
