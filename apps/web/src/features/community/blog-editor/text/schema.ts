import type { BlockKind } from "@daymark/domain/community/blog-block";
import { isLinkAddress } from "@daymark/domain/community/rich-text-input";
import { type DOMOutputSpec, type Node, type NodeSpec, Schema } from "prosemirror-model";

/** The text of such a block keeps its line breaks as characters, so that a position is an offset in the text. */
const textBlock = { content: "text*", whitespace: "pre" } as const;

const nodes = {
  doc: { content: "block+" },
  // The first block of the group is the one that ProseMirror creates by default.
  paragraph: { ...textBlock, group: "block", parseDOM: [{ tag: "p" }], toDOM: (): DOMOutputSpec => ["p", 0] },
  title: {
    ...textBlock,
    group: "block",
    defining: true,
    parseDOM: [{ tag: "h2" }],
    toDOM: (): DOMOutputSpec => ["h2", 0],
  },
  subtitle: {
    ...textBlock,
    group: "block",
    defining: true,
    parseDOM: [{ tag: "h3" }],
    toDOM: (): DOMOutputSpec => ["h3", 0],
  },
  quote: {
    ...textBlock,
    group: "block",
    defining: true,
    toDOM: (): DOMOutputSpec => ["blockquote", ["p", 0]],
  },
  code_block: {
    ...textBlock,
    group: "block",
    marks: "",
    code: true,
    defining: true,
    toDOM: (): DOMOutputSpec => ["pre", { spellcheck: "false", translate: "no" }, ["code", 0]],
  },
  list: {
    content: "item+",
    group: "block",
    attrs: { ordered: { default: false } },
    parseDOM: [
      { tag: "ul", attrs: { ordered: false } },
      { tag: "ol", attrs: { ordered: true } },
    ],
    toDOM: ({ attrs }): DOMOutputSpec => [attrs.ordered ? "ol" : "ul", 0],
  },
  // The API knows one text for an item. The commands of lists need room for more while they work.
  item: {
    content: "paragraph (paragraph | list)*",
    defining: true,
    parseDOM: [{ tag: "li" }],
    toDOM: (): DOMOutputSpec => ["li", 0],
  },
  image: {
    group: "block",
    draggable: true,
    attrs: {
      url: { default: "" },
      alt: { default: "" },
      image_id: { default: null },
      /** A `File` that was chosen and is not uploaded yet. */
      file: { default: null },
    },
    toDOM: ({ attrs: { url, alt, image_id } }): DOMOutputSpec => [
      "img",
      { src: url, alt, ...(image_id !== null && { "data-image-id": image_id }) },
    ],
  },
  link_card: {
    group: "block",
    draggable: true,
    attrs: { text: { default: "" }, url: { default: "" } },
    toDOM: ({ attrs: { text, url } }): DOMOutputSpec => ["p", { "data-link-card": "" }, ["a", { href: url }, text]],
  },
  divider: { group: "block", toDOM: (): DOMOutputSpec => ["hr"] },
  text: {},
} satisfies Record<string, NodeSpec>;

/**
 * A post in the editor. ProseMirror parses only what the browser changes in the editor's own elements; pasted content is
 * read by `paste/`, which creates no element of it.
 */
export const schema = new Schema({
  nodes,
  marks: {
    // Typing at the end of a link continues outside of it.
    link: {
      attrs: { href: {} },
      inclusive: false,
      toDOM: ({ attrs }): DOMOutputSpec => ["a", { href: attrs.href, title: attrs.href }, 0],
      parseDOM: [{ tag: "a[href]", getAttrs: linkAttrs }],
    },
    bold: { toDOM: (): DOMOutputSpec => ["strong", 0], parseDOM: [{ tag: "strong" }] },
    italic: { toDOM: (): DOMOutputSpec => ["em", 0], parseDOM: [{ tag: "em" }] },
    code: { toDOM: (): DOMOutputSpec => ["code", { spellcheck: "false" }, 0], parseDOM: [{ tag: "code" }] },
  },
});

/** False for an address that a post may not link to. */
function linkAttrs(element: HTMLElement): { href: string } | false {
  const href = element.getAttribute("href");
  return href !== null && isLinkAddress(href) && { href };
}

/** Kinds whose name another mark has, or that are named after their look. */
const nodeNames = { link: "link_card", code: "code_block" } as const;

export function nodeNameOf(kind: BlockKind): keyof typeof nodes {
  return kind === "link" || kind === "code" ? nodeNames[kind] : kind;
}

/** The kind of a top-level node. */
export function kindOf(node: Node): BlockKind {
  const { name } = node.type;
  return name === "link_card" ? "link" : name === "code_block" ? "code" : (name as BlockKind);
}
