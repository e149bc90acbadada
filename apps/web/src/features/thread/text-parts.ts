interface TextPart {
  /** Where it begins. */
  at: number;
  text: string;
  /** Of an address: http or https, nothing else. */
  href?: string;
}

/** A sentence's own signs end no address; a bracket does where it was not opened in it. */
const tail = /[.,;:!?'"»”’…]+$/;

/** A text cut at the addresses in it, each as somebody would expect who clicks it. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  for (const match of text.matchAll(/\bhttps?:\/\/[^\s<>"«»]+/gi)) {
    const address = trimmed(match[0]);
    if (!URL.canParse(address)) continue;
    if (match.index > done) parts.push({ at: done, text: text.slice(done, match.index) });
    parts.push({ at: match.index, text: address, href: new URL(address).href });
    done = match.index + address.length;
  }
  if (done < text.length) parts.push({ at: done, text: text.slice(done) });
  return parts;
}

function trimmed(match: string): string {
  let address = match.replace(tail, "");
  while (address.endsWith(")") && count(address, ")") > count(address, "(")) {
    address = address.slice(0, -1).replace(tail, "");
  }
  return address;
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}
