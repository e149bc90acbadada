import { TRPCClientError } from "@trpc/client";
import { NoAnswer, pageConnection } from "./connection.ts";

/** A server that needs longer to write a day counts as unreachable. */
const timeoutMs = 10_000;

/**
 * The answer of a call, unless it takes too long: a network that drops all packets looks like a slow one for minutes.
 *
 * @throws TRPCClientError as if there were no response; the server may still have done the work
 */
export async function answerInTime<Answer>(call: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      pageConnection.failed();
      reject(TRPCClientError.from(new NoAnswer("no answer in time")));
    }, timeoutMs);
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
}
