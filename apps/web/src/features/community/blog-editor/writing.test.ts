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
