import { expect, test } from "vitest";
import { createBlock, draftOf, emptyWriting, imageAddresses, shownBlocks, writingOf } from "./writing.ts";

test("an image in a draft gets its URL by its id if it is known", () => {
  const image = createBlock("image", { image_id: 7, url: "/uploads/seven.webp", alt: "A shape" });
  const here = { ...emptyWriting("en"), blocks: [image, createBlock("link", { text: "A study", url: "example.org" })] };
  const content = { ...draftOf(here), blocks: [{ kind: "image" as const, image_id: 7, alt: "Another" }] };
  expect(shownBlocks(writingOf(content, imageAddresses(here.blocks)))).toEqual([
    { kind: "image", url: "/uploads/seven.webp", alt: "Another" },
  ]);
  // The link has the address that it will have once it is sent.
  expect(shownBlocks(here).at(-1)).toEqual({ kind: "link", text: "A study", url: "https://example.org" });
});

test("a draft's unsafe link addresses become plain text", () => {
  const text = "Read this and that";
  const unsafe = ["javascript:alert(1)", "data:text/html,x", "/logout", "https://user:secret@example.org"];
  const spans = unsafe.map((href, at) => ({ from: at, to: at + 1, mark: "link" as const, href }));
  const safe = { from: 14, to: 18, mark: "link" as const, href: "https://example.org/" };
  const blocks = [
    { kind: "paragraph" as const, text, spans: [...spans, safe] },
    { kind: "list" as const, items: [{ text, spans }] },
  ];
  const writing = writingOf({ ...draftOf(emptyWriting("en")), blocks });
  expect(shownBlocks(writing)).toEqual([
    { kind: "paragraph", text, spans: [safe] },
    { kind: "list", ordered: false, items: [{ text }] },
  ]);
});
