/*
 * A user's own word for an amount, such as "pages", which must be right after each number. It is stored as one text: the
 * forms of the word with commas between them. English needs two, "page, pages"; Ukrainian needs three or four,
 * "рядок, рядки, рядків, рядка". A word that never changes, such as "km/h", has one. See docs/decisions/0093.
 */

/** After 1, 2, 5 and 1.5. */
export const wordFormsMax = 4;

/** Characters of one form. */
export const wordFormLengthMax = 24;

/** Between two forms as stored. A reader accepts a comma alone. */
export const formSeparator = ", ";

/** The forms of a word, in the order that {@link formFor} reads. */
export function formsOf(word: string): string[] {
  return word.split(",").map((form) => form.trim());
}

export type FormLanguage = "en" | "uk";

/**
 * The language by whose rule the forms are chosen. The word decides it and not the page, so that "21 сторінка" and
 * "21 pages" are right on a page in either language.
 */
export function formLanguage(forms: readonly string[]): FormLanguage {
  const isEnglish = forms.length <= 2 && !/\p{Script=Cyrillic}/u.test(forms.join(""));
  return isEnglish ? "en" : "uk";
}

/** The places of the forms by the plural category of the number. */
const places: Record<FormLanguage, Partial<Record<Intl.LDMLPluralRule, number>>> = {
  en: { one: 0, other: 1 },
  uk: { one: 0, few: 1, many: 2, other: 3 },
};

const rules: Record<FormLanguage, Intl.PluralRules> = {
  en: new Intl.PluralRules("en"),
  uk: new Intl.PluralRules("uk"),
};

/**
 * The form of a word that belongs to a number: "page" for 1 and "pages" for 5. A form that is missing is replaced by the
 * second one, which is the plural, and a word of one form stays as it is.
 *
 * @param word as stored
 * @param count 0 or more
 * @param decimals as many as the number is shown with: 20.004 as "20" has the form of 20
 */
export function formFor(word: string, count: number, decimals = 3): string {
  const forms = formsOf(word);
  const language = formLanguage(forms);
  const place = places[language][rules[language].select(Number(count.toFixed(decimals)))] ?? 1;
  return forms[place] ?? nameOf(word);
}

/** The word without a number, as a label or a heading: the plural. */
export function nameOf(word: string): string {
  const [first = "", second = first] = formsOf(word);
  return second;
}
