import { amountMax, amountMin } from "@daymark/domain/base/bounds";
import type { FieldError } from "@daymark/domain/base/validation";

/** A typed amount: the whole number it is, or the rule it breaks. */
export type Amount = { value: number; error?: undefined } | { value?: undefined; error: FieldError };

/**
 * Reads what was typed, as `amountSchema` of the domain does. Only plain digits are a number here: `1e3` and `0x10` are
 * what a programmer types by mistake and `1.5` is none of the product's amounts; they are told so instead of being
 * rounded or guessed.
 */
export function readAmount(text: string): Amount {
  const typed = text.trim();
  if (typed === "") return { error: { code: "required" } };
  if (!/^[+-]?\d+$/.test(typed)) return { error: { code: "not_integer" } };
  const value = Number(typed);
  return value >= amountMin && value <= amountMax ? { value } : { error: { code: "amount_out_of_range" } };
}
