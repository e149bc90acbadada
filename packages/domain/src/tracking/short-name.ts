import * as z from "zod/mini";
import { composed } from "../text/characters.ts";
import { firstBroken, lengthTo } from "../text/text.ts";
import { shortNameLengthMax } from "./habit-content.ts";

/**
 * Lower-case letters of any script and letters without case, with their marks, digits and hyphens. The first character
 * is no mark, which would join what stands before it.
 */
const shortNamePattern = /^(?!\p{M})[[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{Nd}\-]--\p{Default_Ignorable_Code_Point}]+$/v;

/**
 * A name that its owner gives to a habit, and by which scripts find it as `@run`: 1 to 32 characters, in composed form
 * (NFC) and lower case. Null for none; a blank text counts as null.
 */
export const shortNameSchema = z
  .nullable(
    z
      .string()
      .check(
        z.trim(),
        z.overwrite(toShortName),
        firstBroken([
          { code: "short_name_invalid", holds: (text) => text === "" || shortNamePattern.test(text) },
          lengthTo(shortNameLengthMax),
        ]),
        z.meta({ description: "Lower-case letters, digits and hyphens", maxLength: shortNameLengthMax }),
      ),
  )
  .check(z.overwrite((text: string | null) => text || null));

/** How a text is written as a short name: in composed form, and in lower case. */
export function toShortName(text: string): string {
  return composed(composed(text).toLowerCase());
}
