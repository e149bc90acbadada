/** What a button of a comment's field writes. */
export const formats = ["bold", "italic", "code", "link", "list", "quote"] as const;
export type Format = (typeof formats)[number];

/** A text with its selection: indexes of UTF-16 code units, as in a text field. */
export interface Selected {
  text: string;
  from: number;
  to: number;
}

/** What replaces a part of a text, and what is selected then. */
export interface Replacement {
  from: number;
  to: number;
  insert: string;
  selected: { from: number; to: number };
}

/** Formats what is selected as Markdown. The same format once more takes it back. */
export function formatText(format: Format, selected: Selected): Replacement {
  if (format === "link") return linked(selected);
  if (format === "list" || format === "quote") return prefixed(selected, format === "list" ? "- " : "> ");
  const isBlock = format === "code" && selected.text.slice(selected.from, selected.to).includes("\n");
  if (isBlock) return fenced(selected);
  return wrapped(selected, { bold: "**", italic: "_", code: "`" }[format]);
}

function wrapped({ text, ...given }: Selected, mark: string): Replacement {
  // White space at the ends would keep the characters around it from being a mark.
  const chosen = text.slice(given.from, given.to);
  const from = given.from + (chosen.trim() === "" ? 0 : chosen.length - chosen.trimStart().length);
  const to = from + (chosen.trim() === "" ? given.to - given.from : chosen.trim().length);
  const words = text.slice(from, to);
  const [before, after] = [from - mark.length, to + mark.length];
  if (before >= 0 && text.slice(before, from) === mark && text.slice(to, after) === mark) {
    return { from: before, to: after, insert: words, selected: { from: before, to: before + words.length } };
  }
  const start = from + mark.length;
  return { from, to, insert: mark + words + mark, selected: { from: start, to: start + words.length } };
}

const address = "https://";

/** Of an address, the words of the link are missing; of words, the address. */
function linked({ text, from, to }: Selected): Replacement {
  const words = text.slice(from, to);
  if (/^https?:\/\/\S+$/.test(words)) {
    return { from, to, insert: `[](${words})`, selected: { from: from + 1, to: from + 1 } };
  }
  const start = from + words.length + "[](".length;
  const insert = `[${words}](${address})`;
  return { from, to, insert, selected: words ? { from: start, to: start + address.length } : caretAt(from + 1) };
}

function caretAt(at: number) {
  return { from: at, to: at };
}

/** Whole lines, each with the prefix; without it, if all of them have it. */
function prefixed({ text, ...given }: Selected, prefix: string): Replacement {
  const from = text.lastIndexOf("\n", given.from - 1) + 1;
  const end = text.indexOf("\n", given.to);
  const to = end === -1 ? text.length : end;
  const lines = text.slice(from, to).split("\n");
  const isOn = lines.every((line) => line.startsWith(prefix));
  const insert = lines.map((line) => (isOn ? line.slice(prefix.length) : prefix + line)).join("\n");
  const last = from + insert.length;
  return { from, to, insert, selected: given.from === given.to ? caretAt(last) : { from, to: last } };
}

function fenced({ text, from, to }: Selected): Replacement {
  const words = text.slice(from, to).replace(/\n$/, "");
  const open = from > 0 && text.charAt(from - 1) !== "\n" ? "\n```\n" : "```\n";
  const close = to < text.length && text.charAt(to) !== "\n" ? "\n```\n" : "\n```";
  const start = from + open.length;
  return { from, to, insert: open + words + close, selected: { from: start, to: start + words.length } };
}
