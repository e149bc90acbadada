/** For tests only: the error codes that a schema reports for a body. */
import * as z from "zod/mini";
import { type FieldErrors, fieldErrors } from "./base/validation.ts";

/** The errors of a body with their values; empty if it is valid. */
export function errorsOf(schema: z.core.$ZodType, body: unknown): FieldErrors {
  const parsed = z.safeParse(schema, body);
  return parsed.success ? {} : fieldErrors(parsed.error.issues, body);
}

/** Only the error codes, by field. */
export function codesOf(schema: z.core.$ZodType, body: unknown): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errorsOf(schema, body)).map(([field, errors]) => [field, errors.map(({ code }) => code)]),
  );
}

/** Parses a body from JSON text, so that `__proto__` is a member as in a client's request. */
export function fromJson(text: string): unknown {
  return JSON.parse(text);
}

export const loneSurrogate = "a\ud800b";
export const nul = "a\u0000b";
/** Longer than any text that a request body may contain. */
export const veryLong = 100_000;
