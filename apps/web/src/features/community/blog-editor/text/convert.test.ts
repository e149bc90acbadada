import fc from "fast-check";
import { history, undo } from "prosemirror-history";
import { EditorState, TextSelection } from "prosemirror-state";
import { describe, expect, test } from "vitest";
import { createBlock, type WrittenBlock } from "../writing.ts";
import { deleteBlocks, moveBlocks, restoreBlocks, setKind, sinkItem, toggleList } from "./commands.ts";
import { blocksOf, docOf, nodesOf } from "./convert.ts";

const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 });
const marked = fc
  .tuple(text, fc.nat(), fc.nat(), fc.constantFrom("bold", "italic", "code"))
  .map(([text, one, other, mark]) => {
    const places = [0];
    for (const sign of text) places.push((places.at(-1) ?? 0) + sign.length);
    const [from = 0, to = 0] = [one, other].map((place) => places[place % places.length] ?? 0).sort((a, b) => a - b);
    return { text, spans: from < to ? [{ from, to, mark } as const] : [] };
  });
const block: fc.Arbitrary<WrittenBlock> = fc.oneof(
  fc.tuple(fc.constantFrom("paragraph", "quote"), marked).map(([kind, written]) => createBlock(kind, written)),
  text.map((text) => createBlock("code", { text })),
  fc.constant(createBlock("divider")),
  text.map((alt) => createBlock("image", { alt, image_id: 7, url: "/uploads/a.webp" })),
  text.map((text) => createBlock("link", { text, url: "https://example.org/" })),
  fc
    .tuple(fc.boolean(), fc.array(fc.tuple(marked, fc.nat(3)), { minLength: 1, maxLength: 6 }))
    .map(([ordered, items]) => {
      let deepest = 0;
      return createBlock("list", {
        ordered,
        items: items.map(([item, wanted]) => {
          const level = Math.min(wanted, deepest);
          deepest = level + 1;
          return { ...item, level };
        }),
      });
    }),
);

test("every post comes back from the document unchanged", () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 8 }), (blocks) => {
      expect(blocksOf(docOf(blocks))).toEqual(blocks);
    }),
  );
});

test("a heading has one line, whose marks stay in their places", () => {
  const spans = [{ from: 4, to: 7, mark: "bold" as const }];
  expect(blocksOf(docOf([createBlock("title", { text: "One\ntwo", spans })]))).toEqual([
    createBlock("title", { text: "One two", spans }),
  ]);
});

describe("a command", () => {
  const words = (...texts: string[]) => texts.map((text) => createBlock("paragraph", { text }));
  /** The state with a selection from the beginning of a block to the end of another one. */
  const selecting = (blocks: readonly WrittenBlock[], from: number, to = from) => {
    const nodes = nodesOf(blocks);
    const before = (index: number) => nodes.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
    const doc = docOf(blocks);
    return EditorState.create({
      doc,
      selection: TextSelection.between(doc.resolve(before(from) + 1), doc.resolve(before(to + 1) - 1)),
    });
  };
  const after = (state: EditorState, command: ReturnType<typeof setKind>) => {
    let next = state;
    command(state, (tr) => {
      next = state.apply(tr);
    });
    return next;
  };
  const told = (state: EditorState) =>
    blocksOf(state.doc).map(({ kind, text, ordered, items }) =>
      kind === "list" ? `${ordered ? "ol" : "ul"} ${items.map((item) => item.text).join(",")}` : `${kind} ${text}`,
    );

  test("makes a list of paragraphs, numbers it, and dissolves it", () => {
    const bulleted = after(selecting(words("a", "b", "c"), 0, 1), toggleList(false));
    expect(told(bulleted)).toEqual(["ul a,b", "paragraph c"]);
    const numbered = after(bulleted, toggleList(true));
    expect(told(numbered)).toEqual(["ol a,b", "paragraph c"]);
    expect(told(after(numbered, toggleList(true)))).toEqual(["paragraph a", "paragraph b", "paragraph c"]);
  });

  test("makes a heading of an item that is two levels deep", () => {
    const items = ["a", "b", "c"].map((text, level) => ({ text, spans: [], level }));
    const list = createBlock("list", { items });
    const doc = docOf([list]);
    const state = EditorState.create({ doc, selection: TextSelection.atEnd(doc) });
    expect(told(after(state, setKind("title")))).toEqual(["ul a,b", "title c"]);
  });

  test("indents an item only as far as the items under it stay within the levels of a list", () => {
    const listOf = (...levels: number[]) =>
      createBlock("list", { items: levels.map((level) => ({ text: `${level}`, spans: [], level })) });
    const levels = (state: EditorState) => blocksOf(state.doc)[0]?.items.map(({ level }) => level);
    /** The state with the caret in an item. */
    const inItem = (list: WrittenBlock, index: number) => {
      const doc = docOf([list]);
      const places: number[] = [];
      doc.descendants((node, at) => {
        if (node.isTextblock) places.push(at + 1);
      });
      return EditorState.create({ doc, selection: TextSelection.create(doc, places[index] ?? 0) });
    };
    const sink = sinkItem(3);
    expect(levels(after(inItem(listOf(0, 0, 1, 2), 1), sink))).toEqual([0, 1, 2, 3]);
    expect(sink(inItem(listOf(0, 0, 1, 2, 3), 1))).toBe(false);
    expect(sink(inItem(listOf(0, 1, 2, 3, 3), 4))).toBe(false);
    expect(levels(after(inItem(listOf(0, 1, 2, 2), 3), sink))).toEqual([0, 1, 2, 3]);
    // The first item has none above it.
    expect(sink(inItem(listOf(0), 0))).toBe(false);
  });

  test("moves all selected blocks together, and no further than the end", () => {
    const state = selecting(words("a", "b", "c", "d"), 1, 2);
    const moved = after(state, moveBlocks(1));
    expect(told(moved)).toEqual(["paragraph a", "paragraph d", "paragraph b", "paragraph c"]);
    expect(moveBlocks(1)(moved)).toBe(false);
    expect(told(after(moved, moveBlocks(-1)))).toEqual(told(state));
  });

  test("restores a deleted block to its place, also after later typing, and only once", () => {
    const before = selecting(words("a", "b", "c"), 1).reconfigure({ plugins: [history()] });
    const deleted = after(before, deleteBlocks);
    const restore = restoreBlocks(before, deleted.doc);
    expect(told(after(deleted, restore))).toEqual(["paragraph a", "paragraph b", "paragraph c"]);
    const typed = deleted.apply(deleted.tr.insertText("!", 2));
    const restored = after(typed, restore);
    expect(told(restored)).toEqual(["paragraph a!", "paragraph b", "paragraph c"]);
    expect(told(after(restored, undo))).toEqual(["paragraph a!", "paragraph c"]);
    expect(restore(after(deleted, undo))).toBe(false);
  });

  test("deletes blocks, and leaves one to write in", () => {
    expect(told(after(selecting(words("a", "b", "c"), 1), deleteBlocks))).toEqual(["paragraph a", "paragraph c"]);
    expect(told(after(selecting(words("a", "b"), 0, 1), deleteBlocks))).toEqual(["paragraph "]);
  });
});
