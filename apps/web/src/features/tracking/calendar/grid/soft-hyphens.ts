const vowels = "аеєиіїоуюя";
const word = /[а-щьюяґєії’']{5,}/giu;
/** A vowel with the consonants that stay on its line: the first of several, with its soft sign or apostrophe. */
const syllable = new RegExp(`[${vowels}](?:[^${vowels}][ь’']?(?=[^${vowels}ь’']))?(?=[^${vowels}]*[${vowels}])`, "giu");
/** A single letter must not be alone on a line. */
const loneLetter = /(?<=^.)\u00ad|\u00ad(?=.$)/gu;

/**
 * Marks where Ukrainian words may be hyphenated, for a column as narrow as a touch target. Browsers hyphenate English
 * themselves; for Ukrainian few of them have a dictionary.
 */
export function withSoftHyphens(text: string): string {
  return text.replace(word, (letters) => letters.replace(syllable, "$&\u00ad").replace(loneLetter, ""));
}
