import { amountSchema } from "@daymark/domain/habit";
import { type FieldError, fieldError } from "@daymark/domain/validation";

/** A typed amount: the whole number it is, or the rule it breaks. */
export type Amount = { value: number; error?: undefined } | { value?: undefined; error: FieldError };

/**
 * Reads what was typed. Only plain digits are a number here: `1e3` and `0x10` are what a programmer types by mistake
 * and `1.5` is none of the product's amounts; they are told so instead of being rounded or guessed.
 */
export function readAmount(text: string): Amount {
  const typed = text.trim();
  if (typed === "") return { error: { code: "required" } };
  const value: unknown = /^[+-]?\d+$/.test(typed) ? Number(typed) : typed;
  const parsed = amountSchema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  const issue = parsed.error.issues[0];
  return { error: issue ? fieldError(issue, value) : { code: "invalid" } };
}
