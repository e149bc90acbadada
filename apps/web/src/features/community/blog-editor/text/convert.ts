import { listLevelMax } from "@daymark/domain/community/blog-block";
import { type ListBranch, listTree, normalSpans, runsOf, type Span } from "@daymark/domain/community/rich-text";
import { Fragment, type Mark, type Node } from "prosemirror-model";
import { joinTexts } from "../paste/text-builder.ts";
import { createBlock, type WrittenBlock, type WrittenItem, type WrittenText } from "../writing.ts";
import { kindOf, nodeNameOf, schema } from "./schema.ts";

/** The blocks as a document of the editor. */
export function docOf(blocks: readonly WrittenBlock[]): Node {
  return schema.node("doc", null, nodesOf(blocks));
}

/** The blocks as top-level nodes. */
export function nodesOf(blocks: readonly WrittenBlock[]): Node[] {
  return blocks.map((block) => {
    const { kind, url, alt, image_id, text } = block;
    if (kind === "divider") return schema.node("divider");
    if (kind === "image") return schema.node("image", { url, alt, image_id });
    if (kind === "link") return schema.node("link_card", { text, url });
    if (kind === "list") return listNode(block.ordered, block.items);
    return schema.node(nodeNameOf(kind), null, textOf(block, { isPlain: kind === "code" }));
  });
}

function listNode(ordered: boolean, items: readonly WrittenItem[]): Node {
  const branches = listTree(items);
  return branchesNode(ordered, branches.length > 0 ? branches : [{ item: emptyItem, children: [] }]);
}

const emptyItem: WrittenItem = { text: "", spans: [], level: 0 };

function branchesNode(ordered: boolean, branches: readonly ListBranch<WrittenItem>[]): Node {
  const items = branches.map(({ item, children }) => {
    const text = schema.node("paragraph", null, textOf(item));
    return schema.node("item", null, children.length > 0 ? [text, branchesNode(ordered, children)] : [text]);
  });
  return schema.node("list", { ordered }, items);
}

function textOf({ text, spans }: WrittenText, { isPlain = false } = {}): Fragment {
  if (text === "") return Fragment.empty;
  if (isPlain) return Fragment.from(schema.text(text));
  const nodes = runsOf({ text, spans: [...spans] }).flatMap(({ href, pieces }) =>
    pieces.map(({ text, marks }) => {
      const own = marks.map((mark) => schema.mark(mark));
      return text === "" ? null : schema.text(text, href === null ? own : [schema.mark("link", { href }), ...own]);
    }),
  );
  return Fragment.fromArray(nodes.filter((node) => node !== null));
}

/** The document as blocks. */
export function blocksOf(doc: Node): WrittenBlock[] {
  return doc.children.map((node) => {
    const kind = kindOf(node);
    const { text, url, alt, image_id, ordered } = node.attrs;
    if (kind === "divider") return createBlock(kind);
    if (kind === "image") return createBlock(kind, { url, alt, image_id });
    if (kind === "link") return createBlock(kind, { text, url });
    if (kind === "list") return createBlock(kind, { ordered, items: itemsOf(node, 0) });
    const written = writtenText(node);
    // A heading has one line.
    const isHeading = kind === "title" || kind === "subtitle";
    return createBlock(kind, isHeading ? { ...written, text: written.text.replaceAll("\n", " ") } : written);
  });
}

/**
 * All lists in a list have its kind, because the API knows one for the whole list. Further paragraphs of an item are
 * lines of its text.
 */
function itemsOf(list: Node, level: number): WrittenItem[] {
  const deeper = Math.min(level + 1, listLevelMax);
  return list.children.flatMap((item) => {
    const lists = item.children.filter(({ type }) => type === list.type);
    const [text = emptyItem, ...lines] = item.children.filter(({ isTextblock }) => isTextblock).map(writtenText);
    const whole = lines.reduce((before, line) => joinTexts(before, "\n", line), text);
    return [{ ...whole, level }, ...lists.flatMap((inner) => itemsOf(inner, deeper))];
  });
}

function writtenText(node: Node): WrittenText {
  const spans: Span[] = [];
  let at = 0;
  for (const piece of node.children) {
    const to = at + piece.nodeSize;
    for (const mark of piece.marks) spans.push(spanOf(mark, at, to));
    at = to;
  }
  return { text: node.textContent, spans: normalSpans(spans) };
}

function spanOf({ type, attrs }: Mark, from: number, to: number): Span {
  const { name } = type;
  if (name === "link") return { from, to, mark: "link", href: attrs.href };
  return { from, to, mark: name === "bold" || name === "italic" ? name : "code" };
}
