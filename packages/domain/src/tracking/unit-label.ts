import * as z from "zod/mini";
import { composed, withoutControls } from "../text/characters.ts";
import { firstBroken, readable, textLength } from "../text/text.ts";
import { formSeparator, formsOf, wordFormLengthMax, wordFormsMax } from "../text/word-forms.ts";
import { unitLabelLengthMax } from "./habit-content.ts";

/**
 * Characters that a sentence can contain without changing around them: no line breaks and no direction marks. Joiners
 * belong to emojis and to some scripts. A mark at the beginning would change the character before the word.
 */
const formPattern =
  /^(?!\p{M})(?:[[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]--[\p{Default_Ignorable_Code_Point}\u2800]]|\u200c|\u200d|\ufe0f)+$/v;
const visible = /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v;

/**
 * A user's own word for repetitions: one to four forms with commas between them, each of 1 to 24 characters, see
 * word-forms.ts. Null for none; a blank text counts as null.
 */
export const unitLabelSchema = z
  .nullable(
    z.string().check(
      z.overwrite((text) => toUnitLabel(withoutControls(text))),
      firstBroken([readable, { code: "unit_label_invalid", holds: (text) => text === "" || isUnitLabel(text) }]),
      z.meta({
        description: "One to four forms of a word, with commas between them",
        maxLength: unitLabelLengthMax,
      }),
    ),
  )
  .check(z.overwrite((text: string | null) => text || null));

/** A label in composed form, with a comma and a space between its forms. */
function toUnitLabel(text: string): string {
  return text.length > unitLabelLengthMax * 2 ? text : formsOf(composed(text)).join(formSeparator);
}

function isUnitLabel(text: string): boolean {
  // The forms of a long text are not even counted.
  if (text.length > unitLabelLengthMax * 2) return false;
  const forms = formsOf(text);
  return forms.length <= wordFormsMax && forms.every(isForm);
}

function isForm(form: string): boolean {
  return textLength(form) <= wordFormLengthMax && formPattern.test(form) && visible.test(form);
}
