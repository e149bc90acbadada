import type { BatchBudget } from "@daymark/api/context";
import { ApiError } from "@daymark/api/error";

/** How many characters of JSON the answers of one batch have. tRPC makes one text of them, which takes 3 ms a megabyte. */
const answersMax = 16_000_000;

/** Answers below this many characters are not measured exactly: most are, and an exact measurement takes as long as the text. */
const roughMax = 100_000;

/**
 * Bounds the answers of the queries in one batch. A batch runs ten queries at most, whose answers are one text at the end,
 * and making it blocks the event loop.
 */
export function createBatchBudget(): BatchBudget {
  let total = 0;
  const assertLeft = () => {
    if (total > answersMax) throw new ApiError("payload_too_large");
  };
  return {
    assertLeft,
    count(answer) {
      const isFirst = total === 0;
      const rough = roughLengthOf(answer);
      total += rough < roughMax ? rough : JSON.stringify(answer).length;
      if (!isFirst) assertLeft();
    },
  };
}

/** The characters of all texts, and some for each member and number. Control characters take up to six in JSON. */
function roughLengthOf(value: unknown): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 8;
  let length = 2;
  for (const member of Object.values(value)) {
    length += roughLengthOf(member) + 8;
    // Long enough to be measured.
    if (length >= roughMax) break;
  }
  return length;
}
