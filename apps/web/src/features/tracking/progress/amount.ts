import { amountMax, amountMin } from "@daymark/domain/base/bounds";
import type { FieldError } from "@daymark/domain/base/validation";

/** The whole number that the user typed, or the error. */
export type Amount = { value: number; error?: undefined } | { value?: undefined; error: FieldError };

/**
 * Reads typed text as `amountSchema` of the domain does. Only plain digits are a number: `1e3` and `0x10` are typing
 * mistakes, and `1.5` is not a valid amount. The user gets an error instead of a rounded or guessed number.
 */
export function readAmount(text: string): Amount {
  const typed = text.trim();
  if (typed === "") return { error: { code: "required" } };
  if (!/^[+-]?\d+$/.test(typed)) return { error: { code: "not_integer" } };
  const value = Number(typed);
  return value >= amountMin && value <= amountMax ? { value } : { error: { code: "amount_out_of_range" } };
}
