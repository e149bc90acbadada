/** For tests only: what a schema has to say about a body, in the codes that travel. */
import * as z from "zod/mini";
import { type FieldErrors, fieldErrors } from "./base/validation.ts";

/** The errors of a body with their numbers; nothing where it is valid. */
export function errorsOf(schema: z.core.$ZodType, body: unknown): FieldErrors {
  const parsed = z.safeParse(schema, body);
  return parsed.success ? {} : fieldErrors(parsed.error.issues, body);
}

/** The codes alone, field by field. */
export function codesOf(schema: z.core.$ZodType, body: unknown): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errorsOf(schema, body)).map(([field, errors]) => [field, errors.map(({ code }) => code)]),
  );
}

/** A body of JSON text, so that __proto__ is a member as a client can send it. */
export function fromJson(text: string): unknown {
  return JSON.parse(text);
}

export const loneSurrogate = "a\ud800b";
export const nul = "a\u0000b";
/** As much as a body may hold. */
export const veryLong = 100_000;
