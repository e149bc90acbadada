import { countWaiting } from "@daymark/db/testing";
import type { BlogDraft } from "@daymark/domain/community/blog";
import { afterAll, expect, test } from "vitest";
import { createTestApi, fieldsOf, keyOf, noon } from "../testing.ts";
import { createWriter, hourLater, postInput } from "./testing.ts";

const api = await createTestApi({ max: 8 });
afterAll(api.drop);

test("a draft for a post that is being deleted is refused as if the post did not exist", async () => {
  const { caller } = await createWriter(api);
  const { slug } = await caller.blog.create(postInput());
  let answer: Promise<unknown> | undefined;
  await api.sql.begin(async (sql) => {
    await sql`delete from blogs where slug = ${slug}`;
    answer = keyOf(caller.blog.draft.create({ blog_slug: slug }));
    await expect.poll(() => countWaiting(sql)).toBeGreaterThan(0);
  });
  expect(await answer).toBe("blog_not_found");
});
const { caller: writer, user } = await createWriter(api);
const { caller: other, user: otherUser } = await createWriter(api);

const content: BlogDraft = {
  title: "Half a tit",
  description: "",
  slug: "Not yet one",
  language: "uk",
  translation_of: null,
  blocks: [{ kind: "image" }, { kind: "link", text: "", url: "htt" }],
};

test("unfinished content is stored as typed", async () => {
  const draft = await writer.blog.draft.create({ content });
  expect(draft).toEqual({
    id: expect.any(Number),
    blog_slug: null,
    revision: 1,
    author: user.username,
    updated_at: new Date(noon).toISOString(),
    content,
    created: true,
  });
  const { created: _, ...kept } = draft;
  expect(await other.blog.draft.get({ id: draft.id })).toEqual(kept);
  const { content: __, ...listed } = kept;
  expect((await other.blog.draft.list({})).results).toContainEqual({ ...listed, title: "Half a tit", language: "uk" });
});

test("a draft without content starts empty, or with the content of its post", async () => {
  const empty = { title: "", description: "", slug: "", language: "en", translation_of: null, blocks: [] };
  expect((await writer.blog.draft.create({})).content).toEqual(empty);
  const en = await writer.blog.create(postInput({ title: "Says" }));
  const uk = await writer.blog.create(postInput({ title: "Каже", language: "uk", translation_of: en.slug }));
  const draft = await writer.blog.draft.create({ blog_slug: uk.slug });
  expect(draft).toMatchObject({ blog_slug: "kazhe", created: true });
  expect(draft.content).toEqual({
    title: "Каже",
    description: uk.description,
    slug: "kazhe",
    language: "uk",
    translation_of: "says",
    blocks: uk.blocks,
  });
  expect(await keyOf(writer.blog.draft.create({ blog_slug: "nowhere" }))).toBe("blog_not_found");
});

test("a post has one working copy, even if admins open it in parallel", async () => {
  const { slug } = await writer.blog.create(postInput());
  const opened = await Promise.all(
    Array.from({ length: 8 }, (_, index) => (index % 2 ? writer : other).blog.draft.create({ blog_slug: slug })),
  );
  expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
  expect(opened.filter(({ created }) => created)).toHaveLength(1);
  const [first] = opened;
  await writer.blog.draft.update({ id: first?.id ?? 0, revision: 1, content });
  expect(await other.blog.draft.create({ blog_slug: slug })).toMatchObject({ created: false, revision: 2, content });
});

test("of parallel saves one succeeds, and the others get a conflict", async () => {
  const { id } = await writer.blog.draft.create({ content });
  const saved = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      keyOf(writer.blog.draft.update({ id, revision: 1, content: { ...content, title: `Title ${index}` } })),
    ),
  );
  expect(saved.sort()).toEqual(["accepted", ...Array(7).fill("conflict")]);
  const next = { id, revision: 2, content };
  expect(await other.blog.draft.update(next)).toMatchObject({ revision: 3, author: otherUser.username });
  expect(await keyOf(writer.blog.draft.update(next))).toBe("conflict");
});

test("working copies are listed by last change, newest first", async () => {
  const [one, two] = [await writer.blog.draft.create({}), await writer.blog.draft.create({})];
  const { callerWith } = await createWriter(api);
  await callerWith({ now: hourLater }).blog.draft.update({ id: one.id, revision: 1, content });
  expect((await writer.blog.draft.list({})).results.slice(0, 2).map(({ id }) => id)).toEqual([one.id, two.id]);
});

test("a working copy is deleted when its post is saved from it, but not with another post", async () => {
  const fresh = await writer.blog.draft.create({ content });
  const { slug } = await writer.blog.create(postInput({ draft_id: fresh.id }));
  expect(await keyOf(writer.blog.draft.get({ id: fresh.id }))).toBe("blog_draft_not_found");
  const copy = await writer.blog.draft.create({ blog_slug: slug });
  await writer.blog.create(postInput({ draft_id: copy.id }));
  expect(await keyOf(writer.blog.draft.get({ id: copy.id }))).toBe("accepted");
  // A failed update leaves the draft as it is.
  expect(await keyOf(writer.blog.update({ blog_slug: slug, slug: "new", draft_id: copy.id }))).not.toBe("accepted");
  await writer.blog.create(postInput({ slug: "held" }));
  expect(await keyOf(writer.blog.update({ blog_slug: slug, slug: "held", draft_id: copy.id }))).toBe("slug_taken");
  expect(await keyOf(writer.blog.draft.get({ id: copy.id }))).toBe("accepted");
  await writer.blog.update({ blog_slug: slug, title: "Done", draft_id: copy.id });
  expect(await keyOf(writer.blog.draft.get({ id: copy.id }))).toBe("blog_draft_not_found");
});

test("a working copy can be deleted alone, and is deleted with its post", async () => {
  const { slug } = await writer.blog.create(postInput());
  const { id } = await writer.blog.draft.create({ blog_slug: slug });
  expect(await writer.blog.draft.delete({ id })).toEqual({ detail: "blog_draft_deleted" });
  expect(await keyOf(writer.blog.draft.delete({ id }))).toBe("blog_draft_not_found");
  expect(await keyOf(writer.blog.draft.update({ id, revision: 1, content }))).toBe("blog_draft_not_found");
  expect(await keyOf(writer.blog.get({ blog_slug: slug }))).toBe("accepted");
  const again = await writer.blog.draft.create({ blog_slug: slug });
  await writer.blog.delete({ blog_slug: slug });
  expect(await keyOf(writer.blog.draft.get({ id: again.id }))).toBe("blog_draft_not_found");
});

test("a working copy has size limits too", async () => {
  const long = { ...content, title: "x".repeat(1001), blocks: Array(201).fill({ kind: "divider" }) };
  expect(Object.keys((await fieldsOf(writer.blog.draft.create({ content: long }))) as object)).toEqual(["content"]);
});

test("a save returns the revision that it wrote, even if another save follows before its response", async () => {
  const { slug } = await writer.blog.create(postInput({ title: "Saved twice" }));
  const draft = await writer.blog.draft.create({ blog_slug: slug });
  let saving: ReturnType<typeof writer.blog.draft.update> | undefined;
  await api.sql.begin(async (holder) => {
    // The save has written, and waits to read the post of the draft.
    await holder`lock table blogs in access exclusive mode`;
    saving = writer.blog.draft.update({ id: draft.id, revision: draft.revision, content });
    const isWaiting = async () =>
      (await api.sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
        .length > 0;
    await expect.poll(isWaiting).toBe(true);
    await api.sql`
      update blog_drafts set revision = revision + 1, author_id = ${otherUser.id} where id = ${draft.id}`;
  });
  expect(await saving).toMatchObject({ revision: draft.revision + 1, content, author: user.username, blog_slug: slug });
});
