import { afterAll, expect, test } from "vitest";
import { createTestApi, fieldsOf } from "../testing.ts";
import { createWriter, postInput, slugsOf } from "./testing.ts";

const api = await createTestApi({ max: 4 });
afterAll(api.drop);
const { guest } = api;
const { caller: writer } = await createWriter(api);

test("posts are found by a tag in any spelling, and page by page", async () => {
  const slugs: string[] = [];
  for (const title of ["One", "Two", "Three"]) {
    slugs.unshift((await writer.blog.create(postInput({ title, tags: ["Deep  Sleep", "rest"] }))).slug);
  }
  await writer.blog.create(postInput({ title: "Other", tags: ["deep"] }));
  await writer.blog.create(postInput({ title: "Unseen", tags: ["deep sleep"], published: false }));
  expect(await slugsOf(guest, { tag: "#deep sleep", limit: 2 })).toEqual(slugs);
  expect(await slugsOf(guest, { tag: "deep sleep", language: "uk" })).toEqual([]);
  expect(await slugsOf(guest, { tag: "deep sleep", search: "two" })).toEqual(["two"]);
  expect(await slugsOf(guest, { search: "deep sleep" })).toEqual(slugs);
  expect(await fieldsOf(guest.blog.list({ tag: "a,b" }))).toEqual({ tag: ["tag_invalid"] });
});

test("the tags of published posts are listed, the most used first, in all languages or in one", async () => {
  const other = await createTestApi();
  try {
    const { caller } = await createWriter(other);
    const publish = (title: string, tags: string[], values = {}) =>
      caller.blog.create(postInput({ title, tags, ...values }));
    await publish("A", ["habits", "sleep"]);
    await publish("B", ["habits"]);
    await publish("C", ["звички", "habits"], { language: "uk" });
    await publish("D", ["secret"], { published: false });
    await publish("E", ["later"], { published: false, publish_at: "2090-01-01T00:00:00Z" });
    const tagsIn = async (input: { language?: "uk" }) => (await other.guest.blog.tag.list(input)).results;
    expect(await tagsIn({})).toEqual([
      { tag: "habits", posts: 3 },
      { tag: "sleep", posts: 1 },
      { tag: "звички", posts: 1 },
    ]);
    expect(await tagsIn({ language: "uk" })).toEqual([
      { tag: "habits", posts: 1 },
      { tag: "звички", posts: 1 },
    ]);
  } finally {
    await other.drop();
  }
});

test("a post that was read can be written again with its tags, and an update without tags keeps them", async () => {
  const { title, description, blocks, tags } = await writer.blog.create(postInput({ title: "Whole", tags: ["C++"] }));
  const copy = await writer.blog.create({ title, description, blocks, tags, published: true });
  expect((await guest.blog.get({ blog_slug: copy.slug })).tags).toEqual(["c++"]);
  expect((await writer.blog.update({ blog_slug: copy.slug, title: "Other" })).tags).toEqual(["c++"]);
  expect((await writer.blog.update({ blog_slug: copy.slug, tags: [] })).tags).toEqual([]);
  expect((await writer.blog.create(postInput())).tags).toEqual([]);
});

test("a working copy begins with the tags of its post, and keeps unfinished ones", async () => {
  const { slug } = await writer.blog.create(postInput({ title: "Copied", tags: ["sleep"] }));
  const { id, content } = await writer.blog.draft.create({ blog_slug: slug });
  expect(content.tags).toEqual(["sleep"]);
  const saved = await writer.blog.draft.update({ id, revision: 1, content: { ...content, tags: ["Half a ta,"] } });
  expect(saved.content.tags).toEqual(["Half a ta,"]);
});
