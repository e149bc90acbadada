import type { AnswerBudget } from "@daymark/api/context";
import { ApiError } from "@daymark/api/error";
import type { FastifyRequest } from "fastify";
import { measureAnswer } from "./answer-size.ts";
import { clientNetworkOf } from "./context.ts";
import type { LoopTurns } from "./loop-turns.ts";

/**
 * Bytes of JSON that the answers of the queries in one batch have together. A year of fifty habits takes 2 MB. tRPC makes
 * one text of all answers, which took 80 ms for 2 million characters that are not Latin.
 */
export const batchBytesMax = 4_000_000;
/** Longer answers are turned into text in a turn of the event loop of their own. */
const unhurriedBytesMax = 100_000;

/**
 * The budget of a request's answers in the memory and the turns of its client.
 *
 * @param textBytesMax as for {@link createAnswerBudget}
 */
export function answerBudgetOf(request: FastifyRequest, turns: LoopTurns, textBytesMax?: number): RequestAnswers {
  return createAnswerBudget({
    hold: (bytes) => request.counted?.holdAnswer(bytes),
    nextTurn: () => turns.nextTurn(clientNetworkOf(request)),
    textBytesMax,
  });
}

export interface RequestAnswers extends AnswerBudget {
  /** Whether the answers are so long that turning them into text waits for turns. */
  areLong(): boolean;
  /** Counts so many bytes of text that the host has made of an answer, beside the answer itself. */
  countText(bytes: number): void;
}

/**
 * Counts the answers of one request, and turns for them.
 *
 * @param textBytesMax what the answers may have together as JSON, in bytes; the first answer always fits
 */
export function createAnswerBudget(parts: {
  /** Counts so many bytes in memory, in place of those counted before. */
  hold: (bytes: number) => void;
  nextTurn: () => Promise<void>;
  textBytesMax?: number | undefined;
}): RequestAnswers {
  const { hold, nextTurn, textBytesMax = Number.POSITIVE_INFINITY } = parts;
  let textBytes = 0;
  let heldBytes = 0;
  const holdMore = (bytes: number) => {
    heldBytes += bytes;
    hold(heldBytes);
  };
  const areLong = () => textBytes > unhurriedBytesMax;
  const assertLeft = () => {
    if (textBytes > textBytesMax) throw new ApiError("payload_too_large");
  };
  return {
    areLong,
    assertLeft,
    count(answer) {
      const isFirst = textBytes === 0;
      const size = measureAnswer(answer);
      textBytes += size.textBytes;
      if (!isFirst) assertLeft();
      holdMore(size.heapBytes);
    },
    waitForTurn: async () => {
      if (areLong()) await nextTurn();
    },
    countText: holdMore,
  };
}
