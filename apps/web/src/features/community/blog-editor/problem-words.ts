import { fieldErrorMessage } from "@daymark/i18n/field-messages";
import type { I18n } from "@lingui/core";
import { type Problem, problemOf } from "../../../lib/network/problem.ts";

/** The server's errors of each field as text. Needs the catalog `messages`. */
export function problemWords(
  i18n: I18n,
  error: unknown,
): { problem: Problem | null; fields: Record<string, string[]> } {
  const problem = problemOf(error);
  const fields = Object.entries(problem?.errors ?? {}).map(
    ([name, told]) => [name, told.map((one) => fieldErrorMessage(i18n, one))] as const,
  );
  return { problem, fields: Object.fromEntries(fields) };
}
