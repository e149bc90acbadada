import { transliterate } from "@daymark/domain/text/transliterate";

/** The search texts of a command: its label, and words with the same meaning. */
export interface Findable {
  label: string;
  also: string;
}

/** Lowercase words in plain Latin letters, so that a search in either alphabet finds the other. */
function wordsOf(text: string): string[] {
  return transliterate(text.toLowerCase())
    .split(/[^a-z0-9+]+/)
    .filter(Boolean);
}

/** In Ukrainian the word before decides with which of two letters such a word begins: "упорядкувати" or "впорядкувати". */
const otherLetter: Record<string, string> = { у: "в", в: "у", і: "й", й: "і" };

/** The typed text with the other first letter of each such Ukrainian word. */
function withOtherLetters(typed: string): string {
  return typed
    .toLowerCase()
    .replace(/(?<=^|\s)[увій](?=[бвгґджзйклмнпрстфхцчшщ])/g, (letter) => otherLetter[letter] ?? letter);
}

interface FoundBy {
  own: readonly string[];
  further: readonly string[];
}

const known = new WeakMap<Findable, FoundBy>();

/** The words of each command are computed once, not with every typed letter. */
function foundBy(findable: Findable): FoundBy {
  const words = known.get(findable) ?? { own: wordsOf(findable.label), further: wordsOf(findable.also) };
  known.set(findable, words);
  return words;
}

/**
 * How well a typed text matches a command, 0 if it does not. Each typed word has to be found: best as the beginning of
 * a word of the label, then anywhere in it, then in the further words, and last with letters left out ("lnd" for
 * "London").
 */
export function createMatcher(typed: string) {
  const others = wordsOf(withOtherLetters(typed));
  const wanted = wordsOf(typed).map((word, index) => [word, others[index] ?? word]);
  return (findable: Findable): number => {
    const { own, further } = foundBy(findable);
    let total = 0;
    for (const [index, spellings] of wanted.entries()) {
      const score = Math.max(...spellings.map((word) => Math.max(fit(word, own), fit(word, further) * 0.6)));
      if (score === 0) return 0;
      // Users most likely type the beginning of the label first.
      const isStart = index === 0 && spellings.some((word) => own[0]?.startsWith(word));
      total += score + (isStart ? 2 : 0);
    }
    return total;
  };
}

function fit(word: string, words: readonly string[]): number {
  let best = 0;
  for (const other of words) {
    if (other === word) return 5;
    if (other.startsWith(word)) best = Math.max(best, 4);
    else if (other.includes(word)) best = Math.max(best, 2);
    else if (word.length > 2 && isWithin(word, other)) best = Math.max(best, 1);
  }
  return best;
}

/** True if the letters occur in this order and the first letters are the same. */
function isWithin(word: string, other: string): boolean {
  if (word[0] !== other[0]) return false;
  let at = 0;
  for (const letter of other) if (letter === word[at]) at += 1;
  return at === word.length;
}

/**
 * The typed month, `YYYY-MM`: "2025-05", "5.2025", or its name, of three letters at least, with or without a year ("may
 * 2025", "травень").
 *
 * @param names the twelve months in each supported language
 */
export function readMonth(typed: string, names: readonly (readonly string[])[], thisYear: number): string | undefined {
  const numeric = /^\s*(?:(\d{4})-(\d{1,2})|(\d{1,2})[./](\d{4}))\s*$/.exec(typed);
  if (numeric) return monthOf(Number(numeric[1] ?? numeric[4]), Number(numeric[2] ?? numeric[3]));
  const words = wordsOf(typed);
  const year = words.find((word) => /^2[01]\d\d$/.test(word));
  const name = words.find((word) => /^[a-z]{3,}$/.test(word));
  if (!name || words.length > (year ? 2 : 1)) return undefined;
  for (const months of names) {
    const index = months.findIndex((month) => wordsOf(month)[0]?.startsWith(name));
    if (index >= 0) return monthOf(Number(year ?? thisYear), index + 1);
  }
  return undefined;
}

function monthOf(year: number, month: number): string | undefined {
  if (year < 2001 || year > 2100 || month < 1 || month > 12) return undefined;
  return `${year}-${String(month).padStart(2, "0")}`;
}
