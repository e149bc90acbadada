import { ApiError } from "@daymark/api/base/error";
import type { AnswerBudget } from "@daymark/api/procedure/context";
import type { FastifyRequest } from "fastify";
import type { EndPiece, LongAnswers } from "../event-loop/answer-text.ts";
import type { LoopTurns } from "../event-loop/loop-turns.ts";
import { clientNetworkOf } from "../http/client-address.ts";
import { type AnswerSize, hasLongList, measureAnswer, measureInTurns } from "./answer-size.ts";
import { watchClientOf } from "./counted-request.ts";

/**
 * The limit in bytes of JSON for the answers of the queries in one batch together. A year of fifty habits takes 2 MB.
 * All of them stay in memory until the last one is complete.
 */
export const batchBytesMax = 4_000_000;
/** Longer answers are turned into text in pieces, and other work runs in between. */
const unhurriedBytesMax = 100_000;

/** The answers of one request, which a budget counts and whose text is made in turns of the event loop. */
export interface RequestAnswers extends AnswerBudget {
  /** Whether the answers are so long that their text must be made in pieces. */
  areLong(): boolean;
  /**
   * For the text of long answers: counts it in addition to the answers, and waits for the next turn. It throws
   * ClientLeft.
   */
  endPiece: EndPiece;
}

/**
 * Counts the answers of a request in the memory budget of its client, and makes their text in the turns of its client.
 *
 * @param options as for {@link createRequestAnswers}
 */
export function answersOf(request: FastifyRequest, turns: LoopTurns, options?: AnswerOptions): RequestAnswers {
  const { counted } = request;
  const [network, watchClient] = [clientNetworkOf(request), watchClientOf(request)];
  return createRequestAnswers({
    hold: (bytes) => counted?.holdAnswer(bytes),
    nextTurn: () => turns.nextTurn(network, watchClient),
    ...options,
  });
}

export interface AnswerOptions {
  /** The limit in bytes for the answers together as JSON. The first answer always fits. No limit by default. */
  textBytesMax?: number | undefined;
  /** Takes the answers if they are long together. Their text is then made in two steps. */
  longAnswers?: Pick<LongAnswers, "add"> | undefined;
}

/**
 * Counts the answers of one request.
 *
 * @param parts.hold counts this many bytes in memory, in place of those counted before
 */
export function createRequestAnswers(
  parts: { hold: (bytes: number) => void; nextTurn: () => Promise<void> } & AnswerOptions,
): RequestAnswers {
  const { hold, nextTurn, textBytesMax = Number.POSITIVE_INFINITY, longAnswers } = parts;
  let textBytes = 0;
  let heldBytes = 0;
  const holdMore = (bytes: number) => {
    heldBytes += bytes;
    hold(heldBytes);
  };
  const assertLeft = () => {
    if (textBytes > textBytesMax) throw new ApiError("payload_too_large");
  };
  const takeMeasured = (answer: unknown, size: AnswerSize): unknown => {
    const isFirst = textBytes === 0;
    textBytes += size.textBytes;
    if (!isFirst) assertLeft();
    holdMore(size.heapBytes);
    // Also a short answer among many, because their texts would be made at once.
    const isApart = longAnswers && textBytes > unhurriedBytesMax && typeof answer === "object";
    return isApart && answer !== null ? longAnswers.add(answer) : answer;
  };
  return {
    areLong: () => textBytes > unhurriedBytesMax,
    assertLeft,
    take: (answer) =>
      hasLongList(answer)
        ? measureInTurns(answer).then((size) => takeMeasured(answer, size))
        : takeMeasured(answer, measureAnswer(answer)),
    endPiece(bytes) {
      holdMore(bytes);
      return nextTurn();
    },
  };
}
