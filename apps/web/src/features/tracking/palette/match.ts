import { transliterate } from "@daymark/domain/text/transliterate";

/** What a command is found by: its own words, and others that mean the same. */
export interface Findable {
  label: string;
  also: string;
}

/** Words in small plain Latin letters, so that either alphabet finds the other. */
function wordsOf(text: string): string[] {
  return transliterate(text.toLowerCase())
    .split(/[^a-z0-9+]+/)
    .filter(Boolean);
}

interface FoundBy {
  own: readonly string[];
  further: readonly string[];
}

const known = new WeakMap<Findable, FoundBy>();

/** Each command is looked at once, not with every letter that is typed. */
function foundBy(findable: Findable): FoundBy {
  const words = known.get(findable) ?? { own: wordsOf(findable.label), further: wordsOf(findable.also) };
  known.set(findable, words);
  return words;
}

/**
 * How well a text typed fits a command, 0 where it does not. Each word typed has to be found: best as the beginning of a
 * word of the label, then anywhere in it, then in the further words, at last with letters left out ("lnd" for "London").
 */
export function createMatcher(typed: string) {
  const wanted = wordsOf(typed);
  return (findable: Findable): number => {
    const { own, further } = foundBy(findable);
    let total = 0;
    for (const [index, word] of wanted.entries()) {
      const score = Math.max(fit(word, own), fit(word, further) * 0.6);
      if (score === 0) return 0;
      // What the label begins with is most likely what is typed first.
      total += score + (index === 0 && own[0]?.startsWith(word) ? 2 : 0);
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

/** True where the letters come in this order, the first one first. */
function isWithin(word: string, other: string): boolean {
  if (word[0] !== other[0]) return false;
  let at = 0;
  for (const letter of other) if (letter === word[at]) at += 1;
  return at === word.length;
}

/** A query without its amount: "run +3" asks to add 3 to Run, "run 25" to make it 25. */
export interface AmountQuery {
  text: string;
  value: number;
  isAdded: boolean;
}

const amountWord = /(?:^|\s)(\+?)(\d{1,5})(?=\s|$)/;

/** The amount in what was typed; undefined without one, or with one that cannot be recorded. */
export function readAmountQuery(typed: string): AmountQuery | undefined {
  const found = amountWord.exec(typed);
  const value = Number(found?.[2]);
  if (!found || value < 1 || value > 10_000) return undefined;
  return { text: typed.replace(amountWord, " ").trim(), value, isAdded: found[1] === "+" };
}

/**
 * The month that was typed, `YYYY-MM`: "2025-05", "5.2025", or a name of it, of three letters at least, with or without a
 * year ("may 2025", "травень").
 *
 * @param names the twelve months in each language that is understood
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
