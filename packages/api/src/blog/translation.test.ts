import { comments, reactions } from "@daymark/db/schema/thread";
import { afterAll, describe, expect, test } from "vitest";
import { createTestApi, fieldsOf, keyOf } from "../testing.ts";
import { createWriter, postInput } from "./testing.ts";

const api = await createTestApi({ max: 8 });
afterAll(api.drop);
const { guest, db } = api;
const { caller: writer } = await createWriter(api);
const readers = await Promise.all([1, 2, 3].map(() => api.createUser({ email_verified: true })));

async function threadOf(slug: string): Promise<number> {
  const [row] = await api.sql<{ thread_id: string }[]>`select thread_id from blogs where slug = ${slug}`;
  return Number(row?.thread_id);
}

async function react(slug: string, reader: number, type: "like" | "dislike" = "like") {
  const user_id = readers[reader]?.user.id ?? 0;
  await db.insert(reactions).values({ thread_id: await threadOf(slug), user_id, type });
}

async function comment(slug: string, text: string) {
  await db.insert(comments).values({ thread_id: await threadOf(slug), text, author_id: readers[0]?.user.id ?? null });
}

/** Reactions and comments as the post shows them. */
async function sumsOf(blog_slug: string) {
  const { reactions, comment_count } = await guest.blog.get({ blog_slug });
  return [reactions.likes, reactions.dislikes, comment_count];
}

/** A post in English, and its version in Ukrainian. */
async function createPair(values: { published?: boolean } = {}) {
  const en = await writer.blog.create(postInput({ title: "Pair" }));
  const uk = await writer.blog.create(postInput({ title: "Пара", language: "uk", translation_of: en.slug, ...values }));
  return { en: en.slug, uk: uk.slug };
}

describe("two versions of a post", () => {
  test("link to each other and share reactions and comments", async () => {
    const { en, uk } = await createPair();
    expect((await guest.blog.get({ blog_slug: en })).translations).toEqual([{ language: "uk", slug: uk }]);
    expect((await guest.blog.get({ blog_slug: uk })).translations).toEqual([{ language: "en", slug: en }]);
    await react(en, 0);
    await comment(uk, "Together");
    expect(await sumsOf(en)).toEqual([1, 0, 1]);
    expect(await sumsOf(uk)).toEqual([1, 0, 1]);
    const mine = (await readers[0]?.caller.blog.get({ blog_slug: uk }))?.reactions.mine;
    expect(mine).toEqual({ id: expect.any(Number), type: "like" });
    expect((await readers[1]?.caller.blog.get({ blog_slug: uk }))?.reactions.mine).toBeNull();
  });

  test("link to each other only for admins while one is a draft", async () => {
    const { en, uk } = await createPair({ published: false });
    expect((await guest.blog.get({ blog_slug: en })).translations).toEqual([]);
    expect((await readers[0]?.caller.blog.get({ blog_slug: en }))?.translations).toEqual([]);
    expect((await writer.blog.get({ blog_slug: en })).translations).toEqual([{ language: "uk", slug: uk }]);
  });

  test("have two languages, even if twelve are added in parallel", async () => {
    const { en, uk } = await createPair();
    const create = (language: "en" | "uk", translation_of: string) =>
      fieldsOf(writer.blog.create(postInput({ language, translation_of })));
    expect(await create("uk", en)).toEqual({ translation_of: ["translation_taken"] });
    expect(await create("en", en)).toEqual({ translation_of: ["translation_same_language"] });
    expect(await create("en", uk)).toEqual({ translation_of: ["translation_taken"] });
    expect(await fieldsOf(writer.blog.update({ blog_slug: uk, language: "en" }))).toEqual({
      language: ["translation_taken"],
    });
    expect(await fieldsOf(writer.blog.update({ blog_slug: uk, translation_of: uk }))).toEqual({
      translation_of: ["translation_unknown"],
    });
    const { slug } = await writer.blog.create(postInput());
    const raced = await Promise.all(Array.from({ length: 12 }, () => create("uk", slug)));
    expect(raced.filter((answer) => answer === "accepted")).toHaveLength(1);
  });

  test("are deleted separately, and their comments and reactions with the last one", async () => {
    const { en, uk } = await createPair();
    await react(en, 0);
    await comment(en, "Stays");
    const thread = await threadOf(en);
    await writer.blog.delete({ blog_slug: en });
    expect(await keyOf(guest.blog.get({ blog_slug: en }))).toBe("blog_not_found");
    expect(await guest.blog.get({ blog_slug: uk })).toMatchObject({ translations: [], comment_count: 1 });
    await writer.blog.delete({ blog_slug: uk });
    const left = await api.sql`
      select 1 from threads where id = ${thread} union all select 1 from reactions where thread_id = ${thread}
      union all select 1 from comments where thread_id = ${thread}`;
    expect(left.length).toBe(0);
  });

  test("can be separated, and comments and reactions stay with the other version", async () => {
    const { en, uk } = await createPair();
    await react(en, 0);
    await comment(uk, "Stays");
    expect(await writer.blog.update({ blog_slug: uk, translation_of: null })).toMatchObject({ translations: [] });
    expect(await sumsOf(en)).toEqual([1, 0, 1]);
    expect(await sumsOf(uk)).toEqual([0, 0, 0]);
    const alone = await threadOf(uk);
    await writer.blog.update({ blog_slug: uk, translation_of: null });
    expect(await threadOf(uk)).toBe(alone);
  });
});

test("a post that becomes a translation brings its comments and reactions, with one reaction per user", async () => {
  const [en, uk] = [
    (await writer.blog.create(postInput({ title: "One" }))).slug,
    (await writer.blog.create(postInput({ title: "Other", language: "uk" }))).slug,
  ];
  const former = await threadOf(uk);
  await react(en, 0, "like");
  await react(uk, 0, "dislike");
  await react(uk, 1, "dislike");
  await comment(en, "Here");
  await comment(uk, "There");
  await writer.blog.update({ blog_slug: uk, translation_of: en });
  expect(await sumsOf(en)).toEqual([1, 1, 2]);
  expect(await sumsOf(uk)).toEqual([1, 1, 2]);
  expect((await api.sql`select 1 from threads where id = ${former}`).length).toBe(0);
});
