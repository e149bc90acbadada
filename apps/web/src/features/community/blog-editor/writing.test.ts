import { expect, test } from "vitest";
import { createBlock, draftOf, emptyWriting, imageAddresses, shownBlocks, withVersion, writingOf } from "./writing.ts";

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

test("a restored version brings its tags, cover and signature, and an older one leaves them as they are", () => {
  const image = { image_id: 7, url: "/uploads/seven.webp", alt: "A shape" };
  const here = { ...emptyWriting("en"), title: "Now", slug: "now", tags: ["now"], cover: image, signed_by: "ann" };
  const version = {
    number: 1,
    title: "Then",
    description: "",
    blocks: [],
    author: null,
    created_at: "2026-11-20T10:00:00Z",
  };
  const cover = { image_id: 8, url: "/uploads/eight.webp", alt: "A nest", width: 9, height: 3, srcset: "" };
  const details = { tags: ["then"], cover, signed_by: "bob" };
  expect(withVersion(here, { ...version, ...details })).toMatchObject({ title: "Then", slug: "now", ...details });
  const none = { tags: [], cover: null, signed_by: null };
  expect(withVersion(here, { ...version, ...none })).toMatchObject({ title: "Then", ...none });
  expect(withVersion(here, version)).toMatchObject({ title: "Then", tags: ["now"], cover: image, signed_by: "ann" });
});
