import { fieldErrorMessage } from "@daymark/i18n/field-messages";
import type { I18n } from "@lingui/core";
import { sentence } from "../../../../lib/messages/sentence.ts";
import { isForEveryCall, problemOf, retryAfterDefaultSeconds } from "../../../../lib/network/problem.ts";

/** The error messages beside the field of a refused comment. Needs the catalog `messages`. */
export function refusalWords(i18n: I18n, error: unknown): string[] {
  const problem = problemOf(error);
  const { text = [], parent_id = [] } = problem?.errors ?? {};
  const codes = [...text, ...parent_id];
  if (codes.length > 0) return codes.map((code) => fieldErrorMessage(i18n, code));
  return [sentence(i18n, error)];
}

/** The error message of an empty field. */
export function emptyWords(i18n: I18n): string[] {
  return [fieldErrorMessage(i18n, { code: "blank" })];
}

/** How long to wait before a retry makes sense, in milliseconds; 0 if it makes sense at once. */
export function waitMs(error: unknown): number {
  const problem = problemOf(error);
  return problem?.status === 429 ? (problem.retryAfter ?? retryAfterDefaultSeconds) * 1000 : 0;
}

/** True for an error that is shown on top of the page for every call. */
export function isToldOnTop(error: unknown): boolean {
  return isForEveryCall(problemOf(error));
}
