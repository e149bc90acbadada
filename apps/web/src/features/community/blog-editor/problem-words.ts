import { fieldErrorMessage } from "@daymark/i18n/field-messages";
import type { I18n } from "@lingui/core";
import { TRPCClientError } from "@trpc/client";
import { type Problem, problemOf } from "../../../lib/network/problem.ts";

/** The server's errors of each field as text: REST sends text, tRPC sends codes. Needs the catalog `messages`. */
export function problemWords(
  i18n: I18n,
  error: unknown,
): { problem: Problem | null; fields: Record<string, string[]> } {
  const problem = problemOf(error);
  const data: unknown = error instanceof TRPCClientError ? error.data : null;
  const errors = typeof data === "object" && data !== null && "errors" in data ? data.errors : null;
  if (typeof errors !== "object" || errors === null) return { problem, fields: {} };
  const fields = Object.entries(errors).flatMap(([name, told]) =>
    Array.isArray(told)
      ? [[name, told.map((one) => (typeof one === "string" ? one : fieldErrorMessage(i18n, one)))] as const]
      : [],
  );
  return { problem, fields: Object.fromEntries(fields) };
}
