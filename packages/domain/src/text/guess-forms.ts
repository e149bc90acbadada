/*
 * Further forms of a word that a user has typed, to fill in the fields for them. The rules know only endings that are
 * regular; for every other word they return nothing, because a wrong guess costs more than an empty field.
 */

const plainEnglish = /^[a-z]+(?:-[a-z]+)*$/;
const irregularEnglish =
  /^(?:person|child|foot|tooth|goose|mouse|lens|news|pants|series|species|sheep|fish)$|man$|fe?$|(?:tomat|potat|her|ech)o$/;
/** Stems before an "s" that may also end in "e" or belong to a word in the singular. */
const unclearPlural = /(?:[siuxzo]|[cs]h|[sxzo]e|[cs]he|ie)s$/;
const withoutPlural = /^(?:km|kg|cm|mm|ml|kcal|min|hrs?|pcs|pts)$/;

/**
 * All forms of a word of which one is known: `["page", "pages"]` for "page" and for "pages".
 *
 * @param typed one form, in the singular or in the English plural
 * @returns the forms with the first one in the singular; only the typed one if the others are not certain
 */
export function guessForms(typed: string): string[] {
  const word = typed.trim();
  if (plainEnglish.test(word)) return guessEnglish(word);
  return [word, ...guessUkrainian(word)];
}

function guessEnglish(word: string): string[] {
  if (word.length < 3 || withoutPlural.test(word) || irregularEnglish.test(word)) return [word];
  if (word.endsWith("s") && !word.endsWith("ss")) {
    const isPlural = word.length >= 4 && !unclearPlural.test(word);
    return isPlural ? [word.slice(0, -1), word] : [word];
  }
  if (/(?:[sxz]|[cs]h)$/.test(word)) return [word, `${word}es`];
  if (/[^aeiou]y$/.test(word)) return [word, `${word.slice(0, -1)}ies`];
  return [word, `${word}s`];
}

const vowels = "аеєиіїоуюя";
const hard = "бвгдзклмнпрстфх";

/** Regular endings: the forms after 2 and 5. That after 1.5 is the one after 2, or not certain. */
const ukrainianEndings: readonly [RegExp, (stem: string) => string[]][] = [
  // віджимання, віджимань
  [/^(.*[аеі])ння$/, (stem) => [`${stem}ння`, `${stem}нь`]],
  // сесія, сесії, сесій
  [/^(.+)ія$/, (stem) => [`${stem}ії`, `${stem}ій`]],
  // сторінка, сторінки, сторінок
  [new RegExp(`^(.*[^${vowels}ь'’])ка$`), (stem) => [`${stem}ки`, `${stem}ок`]],
  // хвилина, хвилини, хвилин; not школа, шкіл
  [new RegExp(`^(.*[аиуюя][${hard}])а$`), (stem) => [`${stem}и`, stem]],
  // абзаци have another ending, and рядок another stem
  [new RegExp(`^(.*[аиуюя][${hard}]{1,3})$`), (stem) => [`${stem}и`, `${stem}ів`]],
];

function guessUkrainian(word: string): string[] {
  if (!/^[а-щьюяєіїґ'’]{3,}$/u.test(word)) return [];
  for (const [ending, forms] of ukrainianEndings) {
    const [, stem] = ending.exec(word) ?? [];
    if (stem !== undefined) return forms(stem);
  }
  return [];
}
