import { afterAll, expect, test } from "vitest";
import { picture, upload } from "../image/testing.ts";
import { createTestApi, keyOf, noon } from "../testing.ts";
import { createWriter, hourLater, postInput } from "./testing.ts";

const api = await createTestApi({ max: 6 });
afterAll(api.drop);
const { sql } = api;
const { caller: writer, user } = await createWriter(api);
const { caller: other } = await createWriter(api);

const changesOf = async (blog_slug: string) =>
  (await writer.blog.version.list({ blog_slug })).results.map(({ changed }) => changed);

test("admins can read and restore former versions of a post", async () => {
  const { callerWith, user } = await createWriter(api);
  const { slug } = await writer.blog.create(postInput({ title: "One" }));
  await callerWith({ now: hourLater }).blog.update({ blog_slug: slug, title: "Two", published: false });
  await writer.blog.update({ blog_slug: slug, title: "Two", published: true, slug: `${slug}-x` });
  const { results } = await writer.blog.version.list({ blog_slug: slug });
  expect(results).toEqual([
    {
      number: 2,
      title: "Two",
      author: user.username,
      created_at: new Date(hourLater).toISOString(),
      changed: ["text"],
    },
    { number: 1, title: "One", author: expect.any(String), created_at: new Date(noon).toISOString(), changed: [] },
  ]);
  const first = await writer.blog.version.get({ blog_slug: slug, number: 1 });
  const { changed: _, ...row } = results[1] ?? { changed: [] };
  expect(first).toEqual({
    ...row,
    description: "Why five minutes are enough",
    blocks: [{ kind: "paragraph", text: "Begin with five minutes." }],
    ...{ tags: [], cover: null, signed_by: null },
  });
  expect(await keyOf(writer.blog.version.get({ blog_slug: slug, number: 3 }))).toBe("blog_not_found");
  expect(await keyOf(writer.blog.version.list({ blog_slug: "nowhere" }))).toBe("blog_not_found");
  await writer.blog.update({ blog_slug: slug, title: first.title });
  expect((await writer.blog.version.list({ blog_slug: slug })).results.map(({ title }) => title)).toEqual([
    "One",
    "Two",
    "One",
  ]);
});

test("versions have tags, cover and signature, and the list says what each of them changed", async () => {
  const file = upload(await picture(900, 300).png().toBuffer());
  const image = await writer.image.create({ file, alt: "A stork" });
  const cover = { image_id: image.id, alt: "A nest" };
  const { slug } = await writer.blog.create(postInput({ tags: ["habits"], cover, signed: true }));
  await other.blog.update({ blog_slug: slug, tags: ["sleep"], title: "Other" });
  await other.blog.update({ blog_slug: slug, cover: { ...cover, alt: "A nest on a pile" } });
  await other.blog.update({ blog_slug: slug, cover: null, signed: false });
  // Nothing of a version changes.
  await other.blog.update({ blog_slug: slug, tags: ["sleep"], published: false });
  expect(await changesOf(slug)).toEqual([["cover", "signature"], ["cover"], ["text", "tags"], []]);
  expect(await writer.blog.version.get({ blog_slug: slug, number: 1 })).toMatchObject({
    tags: ["habits"],
    cover: { ...cover, url: image.url, width: 900 },
    signed_by: user.username,
  });
  expect(await writer.blog.version.get({ blog_slug: slug, number: 4 })).toMatchObject({
    tags: ["sleep"],
    cover: null,
    signed_by: null,
  });
});

test("an image that is the cover of former versions only can be deleted, and they have no cover then", async () => {
  const image = await writer.image.create({ file: upload(await picture(300, 300).png().toBuffer()), alt: "A stork" });
  const { slug } = await writer.blog.create(postInput({ cover: { image_id: image.id, alt: "A nest" } }));
  expect(await keyOf(writer.image.delete({ id: image.id }))).toBe("conflict");
  await writer.blog.update({ blog_slug: slug, cover: null });
  expect(await keyOf(writer.image.delete({ id: image.id }))).toBe("accepted");
  expect((await writer.blog.version.get({ blog_slug: slug, number: 1 })).cover).toBeNull();
});

test("a version from before these members has none of them, and the next one changes only what is known", async () => {
  const { slug } = await writer.blog.create(postInput({ tags: ["habits"] }));
  await sql`update blog_versions set tags = null where blog_id = (select id from blogs where slug = ${slug})`;
  await writer.blog.update({ blog_slug: slug, title: "Other" });
  expect(await changesOf(slug)).toEqual([["text"], []]);
  const first = await writer.blog.version.get({ blog_slug: slug, number: 1 });
  for (const member of ["tags", "cover", "signed_by"]) expect(first).not.toHaveProperty(member);
});
