import { composed, withoutControls } from "../text/characters.ts";

export const tagLengthMax = 30;
/** The tags of one post. */
export const tagsMax = 5;

/**
 * The one form of a tag, in which posts store it and lists compare it: lower case, NFC, single spaces, without the `#`
 * of social networks, and with the apostrophe of Ukrainian typography.
 */
export function normalizeTag(text: string): string {
  return composed(withoutControls(text))
    .toLowerCase()
    .replaceAll(/['ʼ`]/g, "’")
    .replaceAll(/\s+/gu, " ")
    .trim()
    .replace(/^#+ ?/, "");
}

/** True for letters and digits, and what names have between them: "self-care", "node.js", "c++", "здоров’я". */
export function isTag(text: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ’.+#-]*$/u.test(text);
}
