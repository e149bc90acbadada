import { guessForms, guessUnitForms } from "@daymark/domain/text/guess-forms";
import { formFor, formLanguage, formSeparator } from "@daymark/domain/text/word-forms";

/** Its kinds of numbers are finer than those of English. */
const numbers = new Intl.PluralRules("uk");

/** A word has four forms, and people write it wrong sometimes. A hostile table has any number of them. */
const formsMax = 8;

/**
 * The word that stands behind the amounts of a habit in a table, `1 story` and `2 stories`, with the forms of all rows.
 * The numbers say which form is which, so nothing is guessed that a row tells.
 */
export class CountedWord {
  /** How often each form stands after each number of {@link examples}. */
  readonly #seen = new Map<string, Map<number, number>>();

  /**
   * Takes the word of a row.
   *
   * @param amount the number before it
   * @returns false if it differs from the word of the rows before
   */
  take(text: string, amount: number): boolean {
    const form = text.toLowerCase();
    const example = exampleOf(amount, form);
    if (!this.#isKnown(form, example)) return false;
    const counts = this.#seen.get(form) ?? new Map<number, number>();
    counts.set(example, (counts.get(example) ?? 0) + 1);
    this.#seen.set(form, counts);
    return true;
  }

  /** The forms after 1, 2, 5 and 1.5, as far as they differ; empty if no row has a word. */
  get forms(): string[] {
    const words = [...this.#seen.keys()];
    const [first] = words;
    if (first === undefined) return [];
    if (words.length === 1) return guessUnitForms(first);
    return (
      words
        .flatMap(singularsOf)
        .map(guessForms)
        .find((guess) => this.#confirms(guess)) ?? this.#formsByNumber()
    );
  }

  #isKnown(form: string, example: number): boolean {
    if (this.#seen.size === 0 || this.#seen.has(form)) return true;
    if (this.#seen.size === formsMax) return false;
    return [...this.#seen].some(
      ([known, counts]) =>
        guessForms(known).includes(form) ||
        guessForms(form).includes(known) ||
        (!counts.has(example) && haveOneStem(known, form)),
    );
  }

  /** True if the rows have forms of this guess only, and in Ukrainian each after its numbers. */
  #confirms(guess: readonly string[]): boolean {
    if ([...this.#seen.keys()].some((form) => !guess.includes(form))) return false;
    const isEnglish = formLanguage(guess) === "en";
    return (
      isEnglish ||
      examples.every((example) => {
        const form = this.#formAfter(example);
        return form === undefined || form === formFor(guess.join(formSeparator), example);
      })
    );
  }

  #formsByNumber(): string[] {
    const [one, few, many, other] = examples.map((example) => this.#formAfter(example));
    if (this.#seen.size === 2 && formLanguage([...this.#seen.keys()]) === "en") {
      const plural = many ?? few ?? other ?? one ?? "";
      return distinct([one ?? plural, plural]);
    }
    const plural = few ?? many ?? other ?? one ?? "";
    return distinct([one ?? plural, plural, many ?? plural, other ?? plural]);
  }

  /** The form that most rows have after numbers like this one. */
  #formAfter(example: number): string | undefined {
    const counted = [...this.#seen].map(([form, counts]) => ({ form, count: counts.get(example) ?? 0 }));
    const [most] = counted.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
    return most?.form;
  }
}

/** A number of each kind that Ukrainian tells apart; English tells the first from the others. */
const examples = [1, 2, 5, 1.5];

function exampleOf(amount: number, form: string): number {
  const category = numbers.select(amount);
  // Only the words of Ukrainian have the same form after 21 as after 1.
  if (category === "one" && amount !== 1 && !/\p{Script=Cyrillic}/u.test(form)) return 5;
  return examples.find((example) => numbers.select(example) === category) ?? 1.5;
}

/** Words that may be the singular of a form: itself, "page" of "pages", "сторінка" of "сторінки". */
function singularsOf(form: string): string[] {
  const stem = form.slice(0, -1);
  return [form, stem, `${stem}а`, `${stem}я`];
}

/**
 * True if two words begin alike and have the same consonants, except one more at the end of one of them: "слово" and
 * "слів", "Seite" and "Seiten".
 */
function haveOneStem(a: string, b: string): boolean {
  const [short, long] = [consonantsOf(a), consonantsOf(b)].toSorted((c, d) => c.length - d.length);
  return (
    short !== undefined && short.length >= 2 && long?.startsWith(short) === true && long.length - short.length <= 1
  );
}

function consonantsOf(word: string): string {
  return word.slice(0, 1) + word.slice(1).replaceAll(/[aeiouyаеєиіїоуюяьй'’\s]/g, "");
}

/** Without the last forms that are the second one anyway. */
function distinct(forms: string[]): string[] {
  const last = forms.findLastIndex((form, place) => place < 2 || form !== forms[1]);
  const needed = forms.slice(0, last + 1);
  return needed.length === 2 && needed[0] === needed[1] ? needed.slice(0, 1) : needed;
}
