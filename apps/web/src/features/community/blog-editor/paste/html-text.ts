/** A part of an HTML text, as far as text extraction needs it. */
export type HtmlPart =
  | { kind: "text"; text: string }
  | { kind: "open"; name: string; attributes: ReadonlyMap<string, string> }
  | { kind: "close"; name: string };

/** Elements whose content is not readable text. */
const silent = new Set(
  "script style head title template noscript svg math iframe object select textarea audio video canvas".split(" "),
);

/**
 * Parses HTML into a list of its parts. It never creates page content: the browser's parser would need an exception
 * from Trusted Types (docs/decisions/0033). Markup that it does not understand becomes text or is dropped.
 */
export function readHtml(html: string): HtmlPart[] {
  const parts: HtmlPart[] = [];
  let at = 0;
  const add = (text: string) => {
    if (text) parts.push({ kind: "text", text: decode(text) });
  };
  while (at < html.length) {
    const begin = html.indexOf("<", at);
    if (begin < 0) {
      add(html.slice(at));
      break;
    }
    add(html.slice(at, begin));
    if (html.startsWith("<!--", begin)) {
      at = endOf(html, "-->", begin);
      continue;
    }
    if (/^<[!?]/.test(html.slice(begin, begin + 2))) {
      at = endOf(html, ">", begin);
      continue;
    }
    const name = /^[a-z][^\s/>]*/i
      .exec(html.slice(begin + 1, begin + 1 + nameMax).replace(/^\//, ""))?.[0]
      .toLowerCase();
    if (!name) {
      add("<");
      at = begin + 1;
      continue;
    }
    const end = tagEnd(html, begin);
    // An unfinished tag is no tag, and ends the document (HTML 13.2.5.6).
    if (end < 0) break;
    at = end + 1;
    const slash = html[begin + 1] === "/";
    const attributes = html.slice(begin + 1 + name.length, end);
    if (slash) parts.push({ kind: "close", name });
    else if (silent.has(name)) at = endOf(html, new RegExp(`</${name}\\b[^>]*>`, "gi"), at);
    else parts.push({ kind: "open", name, attributes: attributesOf(attributes) });
  }
  return parts;
}

const nameMax = 60;

/** The end of a tag, -1 if there is none; a ">" inside quotes does not end it (HTML 13.2.5). */
function tagEnd(html: string, begin: number): number {
  let quote = "";
  for (let at = begin; at < html.length; at += 1) {
    const sign = html[at] ?? "";
    if (quote) quote = sign === quote ? "" : quote;
    else if (sign === ">") return at;
    else if (sign === '"' || sign === "'") quote = sign;
  }
  return -1;
}

function endOf(html: string, end: string | RegExp, from: number): number {
  if (typeof end === "string") {
    const found = html.indexOf(end, from);
    return found < 0 ? html.length : found + end.length;
  }
  end.lastIndex = from;
  return end.exec(html) ? end.lastIndex : html.length;
}

function attributesOf(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = "", double, single, bare] of text.matchAll(attributePattern)) {
    const key = name.toLowerCase();
    // As in browsers, the first of two equal attributes counts.
    if (!attributes.has(key)) attributes.set(key, decode(double ?? single ?? bare ?? ""));
  }
  return attributes;
}

const attributePattern = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

/** Entities common in clipboards and old pages; others stay as they are. */
const named: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  ensp: " ",
  emsp: " ",
  thinsp: " ",
  shy: "",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  lsquo: "‘",
  rsquo: "’",
  sbquo: "‚",
  ldquo: "“",
  rdquo: "”",
  bdquo: "„",
  laquo: "«",
  raquo: "»",
  bull: "•",
  middot: "·",
  copy: "©",
  reg: "®",
  trade: "™",
  deg: "°",
  times: "×",
  euro: "€",
  rarr: "→",
  larr: "←",
};

/** Replaces the character references of HTML. */
export function decode(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[name] ?? named[name.toLowerCase()] ?? whole;
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const isCharacter = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
    return isCharacter ? String.fromCodePoint(point) : "\ufffd";
  });
}
