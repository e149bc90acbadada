import { fieldErrorMessage } from "@daymark/i18n/field-messages";
import type { I18n } from "@lingui/core";
import { sentence } from "../../../../lib/messages/sentence.ts";
import { isForEveryCall, problemOf, retryAfterDefaultSeconds } from "../../../../lib/network/problem.ts";

/** What is said beside the field of a comment that was refused. Needs the catalog `messages`. */
export function refusalWords(i18n: I18n, error: unknown): string[] {
  const problem = problemOf(error);
  const { text = [], parent_id = [] } = problem?.errors ?? {};
  const codes = [...text, ...parent_id];
  if (codes.length > 0) return codes.map((code) => fieldErrorMessage(i18n, code));
  return [sentence(i18n, error)];
}

/** What is said of a field with nothing in it. */
export function emptyWords(i18n: I18n): string[] {
  return [fieldErrorMessage(i18n, { code: "blank" })];
}

/** How long to wait before sending again makes sense, in milliseconds; 0 where it may be tried at once. */
export function waitMs(error: unknown): number {
  const problem = problemOf(error);
  return problem?.status === 429 ? (problem.retryAfter ?? retryAfterDefaultSeconds) * 1000 : 0;
}

/** True for what is told on top of the page, whatever was being done. */
export function isToldOnTop(error: unknown): boolean {
  return isForEveryCall(problemOf(error));
}
