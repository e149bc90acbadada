/** The marks of a text that have no value. */
export const plainMarks = ["bold", "italic", "code"] as const;
export type PlainMark = (typeof plainMarks)[number];

/**
 * A mark on a part of a text. `from` and `to` count UTF-16 code units of the text as it is stored (trimmed, without
 * control characters), as JavaScript does; `to` is exclusive.
 */
export type Span =
  | { from: number; to: number; mark: PlainMark }
  | { from: number; to: number; mark: "link"; href: string };

/** A text and its marks. */
export interface RichText {
  text: string;
  spans?: Span[] | undefined;
}

const order = { link: 0, bold: 1, italic: 2, code: 3 } as const;

/** Spans in their normal form: equal marks that overlap or touch are one; sorted by beginning, longest first, mark. */
export function normalSpans(spans: readonly Span[]): Span[] {
  const merged = new Map<string, Span[]>();
  for (const span of [...spans].sort((one, other) => one.from - other.from)) {
    const key = span.mark === "link" ? `link ${span.href}` : span.mark;
    const same = merged.get(key) ?? [];
    const last = same.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else same.push({ ...span });
    merged.set(key, same);
  }
  return [...merged.values()]
    .flat()
    .sort((one, other) => one.from - other.from || other.to - one.to || order[one.mark] - order[other.mark]);
}

/** A part of a text with the same marks throughout. */
export interface Piece {
  text: string;
  marks: readonly PlainMark[];
}

/** Neighboring pieces in one link, or outside of any. */
export interface Run {
  href: string | null;
  pieces: Piece[];
}

/** Divides a text at the bounds of its spans, so that a link is one run, however its text is marked. */
export function runsOf({ text, spans = [] }: RichText): Run[] {
  const cuts = new Set([0, text.length]);
  for (const { from, to } of spans) cuts.add(from).add(to);
  const places = [...cuts].sort((one, other) => one - other);
  const runs: Run[] = [];
  for (const [index, from] of places.entries()) {
    const to = places[index + 1];
    if (to === undefined) break;
    const covering = spans.filter((span) => span.from <= from && span.to >= to);
    const link = covering.find((span) => span.mark === "link");
    const address = link?.mark === "link" ? link.href : null;
    const marks = plainMarks.filter((mark) => covering.some((span) => span.mark === mark));
    const last = runs.at(-1);
    const piece = { text: text.slice(from, to), marks };
    if (last && last.href === address) last.pieces.push(piece);
    else runs.push({ href: address, pieces: [piece] });
  }
  return runs;
}

/** An item of a list with the items under it. */
export interface ListBranch<Item> {
  item: Item;
  children: ListBranch<Item>[];
}

/** The items of a list as a tree. An item without the levels above it goes to the deepest one there is. */
export function listTree<Item extends { level?: number | undefined }>(items: readonly Item[]): ListBranch<Item>[] {
  const root: ListBranch<Item>[] = [];
  const path = [root];
  for (const item of items) {
    const level = Math.min(item.level ?? 0, path.length - 1);
    const branch: ListBranch<Item> = { item, children: [] };
    path.length = level + 1;
    path[level]?.push(branch);
    path.push(branch.children);
  }
  return root;
}
