import * as z from "zod/mini";

/**
 * Text a person typed: trimmed, then bounded. PostgreSQL cannot store NUL, and a lone surrogate is no Unicode
 * text (it would not survive UTF-8), so both are refused rather than lost.
 *
 * @param bounds lengths in UTF-16 code units after trimming, as `maxlength` of an HTML field counts them
 */
export function typedText(bounds: { min: number; max: number }) {
  return z.string().check(
    z.trim(),
    z.refine((text) => bounds.min === 0 || text.length > 0, { error: "blank", abort: true }),
    z.minLength(bounds.min),
    z.maxLength(bounds.max),
    z.refine((text) => !text.includes("\u0000") && text.isWellFormed(), { error: "unreadable_text" }),
  );
}
