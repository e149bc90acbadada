import { TRPCClientError } from "@trpc/client";
import { NoAnswer, pageConnection } from "./connection.ts";

/** A server that needs longer to write a day is not there, for whoever waits. */
const patienceMs = 10_000;

/**
 * The answer of a call, unless it takes too long: a network that swallows everything looks like a slow one, for minutes.
 *
 * @throws TRPCClientError as where nobody answers; what was asked may have been done all the same
 */
export async function answerInTime<Answer>(call: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      pageConnection.failed();
      reject(TRPCClientError.from(new NoAnswer("no answer in time")));
    }, patienceMs);
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
}
