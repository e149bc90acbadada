import { parseWebAddress } from "@daymark/domain/text/web-address";

interface TextPart {
  /** The start index. */
  at: number;
  text: string;
  /** For an address: http or https only. */
  href?: string;
}

/** Punctuation of the surrounding sentence, which is not part of an address at its end. */
const sentenceMarks = new Set(".,;:!?'\"»”’…");

/**
 * The maximum number of links in a text of this length; later addresses stay text. Each link adds about 200 bytes of
 * markup to the page, so a text of only addresses would grow thirtyfold. An author who wants readers does not write so
 * many.
 */
export function linksMaxIn(length: number): number {
  return Math.max(20, Math.floor(length / 100));
}

/** Splits a text at its addresses, each as a user who clicks it would expect. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  let linksLeft = linksMaxIn(text.length);
  for (const match of text.matchAll(/\bhttps?:\/\/[^\s<>"«»]+/gi)) {
    if (linksLeft === 0) break;
    const address = trimmed(match[0]);
    const url = parseWebAddress(address);
    if (!url) continue;
    if (match.index > done) parts.push({ at: done, text: text.slice(done, match.index) });
    parts.push({ at: match.index, text: address, href: url.href });
    done = match.index + address.length;
    linksLeft -= 1;
  }
  if (done < text.length) parts.push({ at: done, text: text.slice(done) });
  return parts;
}

/**
 * An address without trailing punctuation, and without closing brackets that it did not open. It reads each character
 * twice at most, because any user can send a text of only brackets.
 */
function trimmed(match: string): string {
  let unopened = 0;
  for (const character of match) {
    if (character === ")") unopened += 1;
    else if (character === "(") unopened -= 1;
  }
  let end = match.length;
  for (; end > 0; end -= 1) {
    const last = match.charAt(end - 1);
    if (last === ")" && unopened > 0) unopened -= 1;
    else if (!sentenceMarks.has(last)) break;
  }
  return match.slice(0, end);
}
