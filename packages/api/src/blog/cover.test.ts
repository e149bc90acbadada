import { afterAll, expect, test } from "vitest";
import { picture, upload } from "../image/testing.ts";
import { createTestApi, fieldsOf, keyOf } from "../testing.ts";
import { createWriter, postInput } from "./testing.ts";

const api = await createTestApi({ max: 6 });
afterAll(api.drop);
const { guest } = api;
const { caller: writer } = await createWriter(api);

const createImage = async () =>
  writer.image.create({ file: upload(await picture(900, 300).png().toBuffer()), alt: "A stork" });

test("a post shows its cover with address and size, in the list too, and what was read can be sent back", async () => {
  const { id, url, srcset } = await createImage();
  const { slug } = await writer.blog.create(postInput({ title: "Covered", cover: { image_id: id, alt: " A nest " } }));
  const cover = { image_id: id, url, alt: "A nest", width: 900, height: 300, srcset };
  const post = await guest.blog.get({ blog_slug: slug });
  expect(post.cover).toEqual(cover);
  expect((await guest.blog.list({ search: "covered" })).results[0]?.cover).toEqual(cover);
  const { title, description, blocks, tags } = post;
  const copy = await writer.blog.create({ title, description, blocks, tags, cover: post.cover, published: true });
  expect(copy.cover).toEqual(cover);
});

test("a change without a cover keeps it, and null removes it", async () => {
  const { id } = await createImage();
  const { slug } = await writer.blog.create(postInput({ cover: { image_id: id, alt: "A nest" } }));
  expect((await writer.blog.update({ blog_slug: slug, title: "Other" })).cover?.image_id).toBe(id);
  expect((await writer.blog.update({ blog_slug: slug, cover: null })).cover).toBeNull();
  expect((await writer.blog.create(postInput())).cover).toBeNull();
});

test.each([
  ["of an unknown image", { image_id: 4_000_000, alt: "x" }, "image_unknown"],
  ["without a description", { image_id: 1, alt: " " }, "blank"],
])("a cover %s is refused", async (_, cover, code) => {
  expect(await fieldsOf(writer.blog.create(postInput({ cover })))).toEqual({ cover: [code] });
});

test("an image that is the cover of a post or of a working copy cannot be deleted", async () => {
  const [image, drafted] = [await createImage(), await createImage()];
  const { slug } = await writer.blog.create(postInput({ cover: { image_id: image.id, alt: "A nest" } }));
  const { id, content } = await writer.blog.draft.create({});
  await writer.blog.draft.update({
    ...{ id, revision: 1 },
    content: { ...content, cover: { image_id: drafted.id, alt: "" } },
  });
  const usesOf = async (imageId: number) => {
    const { results } = await writer.image.list({});
    const found = results.find((one) => one.id === imageId);
    return [found?.used_in, found?.used_in_drafts];
  };
  expect(await usesOf(image.id)).toEqual([[slug], []]);
  expect(await usesOf(drafted.id)).toEqual([[], [id]]);
  for (const { id: imageId } of [image, drafted]) {
    expect(await keyOf(writer.image.delete({ id: imageId }))).toBe("conflict");
  }
  await writer.blog.update({ blog_slug: slug, cover: null });
  await writer.image.delete({ id: image.id });
});

test("a working copy begins with the cover of its post", async () => {
  const { id } = await createImage();
  const { slug } = await writer.blog.create(postInput({ title: "Copy", cover: { image_id: id, alt: "A nest" } }));
  expect((await writer.blog.draft.create({ blog_slug: slug })).content.cover).toEqual({ image_id: id, alt: "A nest" });
});
