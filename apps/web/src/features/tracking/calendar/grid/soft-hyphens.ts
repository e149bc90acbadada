const vowels = "аеєиіїоуюя";
const word = /[а-щьюяґєії’']{5,}/giu;
/** A vowel with what stays on its line: of several consonants the first one, with its soft sign or apostrophe. */
const syllable = new RegExp(`[${vowels}](?:[^${vowels}][ь’']?(?=[^${vowels}ь’']))?(?=[^${vowels}]*[${vowels}])`, "giu");
/** One letter alone stays on no line. */
const loneLetter = /(?<=^.)\u00ad|\u00ad(?=.$)/gu;

/**
 * Marks where Ukrainian words may be broken, for a column no wider than a finger. Browsers hyphenate English
 * themselves; for Ukrainian few of them have a dictionary.
 */
export function withSoftHyphens(text: string): string {
  return text.replace(word, (letters) => letters.replace(syllable, "$&\u00ad").replace(loneLetter, ""));
}
