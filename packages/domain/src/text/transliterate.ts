import { composed } from "./characters.ts";

/**
 * A text in plain Latin letters: Ukrainian by the rules for passports (resolution 55 of the Cabinet of Ministers,
 * 2010), other letters without their diacritics. Characters without a Latin equivalent are removed; digits, spaces and
 * ASCII punctuation stay.
 */
export function transliterate(text: string): string {
  const letters = composed(text)
    // The rules write зг as zgh, because zh is another sound.
    .replaceAll(/([Зз])([Гг])/gu, (_, z: string, g: string) => (z === "З" ? "Z" : "z") + (g === "Г" ? "GH" : "gh"))
    .replaceAll(/(?<![\p{L}’ʼ])[ЄЇЙЮЯєїйюя]/gu, (letter) => inCaseOf(letter, beginning[letter.toLowerCase()] ?? ""))
    .replaceAll(/[А-ЯЄІЇҐа-яєіїґ’ʼ]/gu, (letter) => inCaseOf(letter, ukrainian[letter.toLowerCase()] ?? ""));
  // Combining marks have no Latin letter, and NFKD sorts them in quadratic time.
  return letters
    .replaceAll(/\p{M}/gu, "")
    .normalize("NFKD")
    .replaceAll(/[^\x20-\x7e]/g, "");
}

function inCaseOf(letter: string, latin: string): string {
  return letter === letter.toLowerCase() ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
}

const beginning: Record<string, string> = { є: "ye", ї: "yi", й: "y", ю: "yu", я: "ya" };

const ukrainian: Record<string, string> = {
  а: "a",
  б: "b",
  в: "v",
  г: "h",
  ґ: "g",
  д: "d",
  е: "e",
  є: "ie",
  ж: "zh",
  з: "z",
  и: "y",
  і: "i",
  ї: "i",
  й: "i",
  к: "k",
  л: "l",
  м: "m",
  н: "n",
  о: "o",
  п: "p",
  р: "r",
  с: "s",
  т: "t",
  у: "u",
  ф: "f",
  х: "kh",
  ц: "ts",
  ч: "ch",
  ш: "sh",
  щ: "shch",
  ю: "iu",
  я: "ia",
};
