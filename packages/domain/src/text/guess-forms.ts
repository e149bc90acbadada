/*
 * Further forms of a word that a user has typed, to fill in the fields for them. The rules know only endings that are
 * regular; for every other word they return nothing, because a wrong guess costs more than an empty field.
 */

const plainEnglish = /^[a-z]+(?:-[a-z]+)*$/;
/** Nouns that people count, with the plural that no rule gives. */
const irregularPlurals = new Map(
  (
    "person people, child children, man men, woman women, foot feet, tooth teeth, goose geese, mouse mice, " +
    "life lives, knife knives, loaf loaves, leaf leaves, half halves, shelf shelves, potato potatoes, tomato tomatoes"
  )
    .split(", ")
    .map((pair) => pair.split(" ") as [singular: string, plural: string]),
);
const singulars = new Map([...irregularPlurals].map(([singular, plural]) => [plural, singular]));
/** Words with one form, those in the plural only, and those whose plural their ending does not tell. */
const unclearEnglish =
  /^(?:lens|news|pants|series|species|sheep|fish|deer|data|media|canvas|jeans|scissors|shorts|trousers|glasses|yes|this|epoch|stomach)$|m[ae]n$|fe?$|z$|(?:her|ech)o$/;
/** Stems before an "s" that may also end in "e" or belong to a word in the singular. */
const unclearPlural = /(?:[siuxzo]|[cs]h|[sxzo]e|[cs]he|ie|lve)s$/;
const withoutPlural = /^(?:km|kg|cm|mm|ml|kcal|min|hrs?|pcs|pts|tsp|tbsp)$/;

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

/**
 * The forms of a word by which another app names a unit. It may be in any form, "книг" as well as "книга", so only
 * Ukrainian endings that no other form has are continued.
 */
export function guessUnitForms(name: string): string[] {
  const isClear = !/\p{Script=Cyrillic}/u.test(name) || /(?:ка|ія|ння)$/u.test(name);
  return isClear ? guessForms(name) : [name.trim()];
}

function guessEnglish(word: string): string[] {
  const plural = irregularPlurals.get(word);
  if (plural !== undefined) return [word, plural];
  const singular = singulars.get(word);
  if (singular !== undefined) return [singular, word];
  if (word.length < 3 || withoutPlural.test(word) || unclearEnglish.test(word)) return [word];
  if (word.endsWith("s") && !word.endsWith("ss")) {
    const isPlural = word.length >= 4 && !unclearPlural.test(word);
    return isPlural ? [word.slice(0, -1), word] : [word];
  }
  if (/(?:[sx]|[cs]h)$/.test(word)) return [word, `${word}es`];
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

/**
 * Words whose stem changes, "друг, друзі"; soft ones, "лікар, лікарі"; and those that may be a feminine plural, "книг",
 * "вправ" and "хвилин", or lose a syllable in the plural, "киянин, кияни".
 */
const unclearUkrainian = /^(?:друг|дитина|людина)$|[аия]р$|[аиуюя][вг]$|ин$/;

function guessUkrainian(word: string): string[] {
  if (!/^[а-щьюяєіїґ'’]{3,}$/u.test(word) || unclearUkrainian.test(word)) return [];
  for (const [ending, forms] of ukrainianEndings) {
    const [, stem] = ending.exec(word) ?? [];
    if (stem !== undefined) return forms(stem);
  }
  return [];
}
