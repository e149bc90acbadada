import { expect, test } from "vitest";
import { createInputOf, faultsOf } from "./faults.ts";
import { createBlock, emptyWriting } from "./writing.ts";

test("each error belongs to its field, and an address without a scheme becomes https", () => {
  const blocks = [
    createBlock("link", { text: "A study", url: " example.org/study?x=1 " }),
    createBlock("link", { text: "Mail", url: "mailto:a@example.org" }),
    createBlock("image", { url: "example.org/a.png", alt: "" }),
    createBlock("image"),
  ];
  const writing = { ...emptyWriting("en"), title: "One", description: "Two", blocks };
  expect(faultsOf(writing)).toEqual({
    details: {},
    blocks: {
      1: { url: [{ code: "url_invalid" }] },
      2: { alt: [{ code: "blank" }] },
      // A field that is not shown yet has no error.
      3: { image: [{ code: "image_id_or_url" }] },
    },
  });
  const sent = createInputOf({ ...writing, blocks: blocks.slice(0, 1) });
  expect(sent.blocks).toEqual([{ kind: "link", text: "A study", url: "https://example.org/study?x=1" }]);
});

test("an error in a list names its item, empty ones included", () => {
  const item = { text: "tea", spans: [], level: 0 };
  const empty = { ...item, text: " " };
  const long = { ...item, text: "a".repeat(2001) };
  const blocks = [createBlock("list", { items: [item, empty, long, long] }), createBlock("paragraph", { text: "a" })];
  const writing = { ...emptyWriting("en"), title: "One", description: "Two", blocks };
  expect(faultsOf(writing).blocks).toEqual({ 0: { text: [{ code: "too_long", values: { max: 2000 } }], item: 2 } });
  const many = createBlock("list", { items: Array(101).fill(item) });
  expect(faultsOf({ ...writing, blocks: [many] }).blocks[0]?.item).toBeUndefined();
});
