import { errorMessage } from "@daymark/i18n/messages";
import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { TRPCClientError } from "@trpc/client";
import { type Problem, problemOf, retryAfterDefaultSeconds } from "../network/problem.ts";

/** The message for a failed call; needs the catalog `messages`. */
export function sentence(i18n: I18n, error: unknown): string {
  const problem = problemOf(error);
  if (problem) return problemSentence(i18n, problem);
  if (!(error instanceof TRPCClientError)) return i18n._(msg`Something went wrong! Try again.`);
  // `fetch` throws a TypeError if there is no response. All other errors mean a response that cannot be read.
  return error.cause instanceof TypeError
    ? i18n._(msg`The server could not be reached. Check your connection and try again.`)
    : i18n._(msg`Unexpected response from the server.`);
}

function problemSentence(i18n: I18n, { code, status, values, retryAfter }: Problem): string {
  if (status === 429) return tooManyRequests(i18n, retryAfter ?? retryAfterDefaultSeconds);
  return errorMessage(i18n, code, values);
}

export function tooManyRequests(i18n: I18n, seconds: number): string {
  return i18n._(msg`Too many requests. Try again in ${{ seconds }} secs.`);
}
