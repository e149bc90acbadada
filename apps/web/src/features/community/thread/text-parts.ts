import { parseWebAddress } from "@daymark/domain/text/web-address";

interface TextPart {
  /** Where it begins. */
  at: number;
  text: string;
  /** Of an address: http or https, nothing else. */
  href?: string;
}

/** Punctuation of the sentence around an address, which ends no address. */
const sentenceMarks = new Set(".,;:!?'\"»”’…");

/**
 * Addresses that become links in a text of this length; those after them stay text. Each link costs the page some 200 bytes
 * of markup, so that a text of nothing but addresses would grow thirtyfold. Nobody writes so many who wants one of them read.
 */
export function linksMaxIn(length: number): number {
  return Math.max(20, Math.floor(length / 100));
}

/** A text cut at the addresses in it, each as somebody would expect who clicks it. */
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
 * An address without the punctuation after it, and without closing brackets that it did not open. It looks at each
 * character twice at most: anybody may send a text of nothing but brackets.
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
