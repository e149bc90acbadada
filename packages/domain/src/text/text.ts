import * as z from "zod/mini";
import type { FieldErrorCode } from "../base/validation.ts";
import { inOneLine, withoutControls } from "./characters.ts";

/** A rule about a text: its error code, its check, and the values of its message. */
export interface TextRule {
  code: FieldErrorCode;
  holds: (text: string) => boolean;
  values?: Record<string, number>;
}

/**
 * Checks rules in order and reports only the first broken one. zod's `abort` would also do that, but it also suppresses
 * the rules about several members of the enclosing object (a password and its confirmation). A user who corrects a form
 * needs all errors at once.
 */
export function firstBroken(rules: readonly TextRule[]) {
  return z.check<string>((payload) => {
    const broken = rules.find((rule) => !rule.holds(payload.value));
    if (broken) {
      payload.issues.push({ code: "custom", input: payload.value, message: broken.code, params: broken.values });
    }
  });
}

/** The number of characters of a text: Unicode code points, as JSON Schema's `maxLength` and PostgreSQL count them. */
export function textLength(text: string): number {
  let length = 0;
  for (const _character of text) length += 1;
  return length;
}

/** True for text that the database can store: PostgreSQL rejects NUL, and UTF-8 has no lone surrogates. */
export function isReadable(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}

export const notBlank: TextRule = { code: "blank", holds: (text) => text.length > 0 };
export const readable: TextRule = { code: "unreadable_text", holds: isReadable };

/** At least `min` characters. */
export function lengthFrom(min: number): TextRule {
  return { code: "too_short", holds: (text) => textLength(text) >= min, values: { min } };
}

/** At most `max` characters. */
export function lengthTo(max: number): TextRule {
  // A text has at most as many code points as code units, so most texts need no counting.
  return { code: "too_long", holds: (text) => text.length <= max || textLength(text) <= max, values: { max } };
}

/**
 * Characters that are invisible and take no space: controls, joiners, direction marks, fillers (Unicode's
 * Default_Ignorable_Code_Point), the empty Braille pattern.
 */
const invisible = /(?!\p{White_Space})[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** At least `min` visible characters, including the spaces between them. */
function visibleFrom(min: number): TextRule {
  return { ...lengthFrom(min), holds: (text) => textLength(text.replace(invisible, "")) >= min };
}

/** True for text without a visible character. A text that cannot be stored is reported as unreadable instead. */
function isBlank(text: string): boolean {
  return isReadable(text) && !/\P{White_Space}/u.test(text.replace(invisible, ""));
}

/**
 * Text that a user typed: without control characters, trimmed, then bounded. A text without a visible character becomes
 * the empty text.
 *
 * @param bounds characters after trimming, see {@link textLength}; for the minimum, only visible characters count
 */
export function typedText(bounds: Bounds) {
  return typed(bounds, withoutControls);
}

/**
 * The same for a name: in one line, because a name with line breaks could look like further lines of a mail, a file or
 * a log. Each run of line breaks and tabs becomes a space. Names that were stored before this rule may have several lines.
 */
export function typedLine(bounds: Bounds) {
  return typed(bounds, inOneLine);
}

interface Bounds {
  min: number;
  max: number;
}

function typed(bounds: Bounds, clean: (text: string) => string) {
  const rules = [visibleFrom(bounds.min), lengthTo(bounds.max), readable];
  return z.string().check(
    z.overwrite(clean),
    z.trim(),
    z.overwrite((text) => (isBlank(text) ? "" : text)),
    firstBroken(bounds.min > 0 ? [notBlank, ...rules] : rules),
    // The same bounds for the OpenAPI document.
    z.meta({ minLength: bounds.min, maxLength: bounds.max }),
  );
}
