import { afterAll, expect, test } from "vitest";
import { createTestApi } from "../testing.ts";
import { createWriter, postInput } from "./testing.ts";

const api = await createTestApi({ max: 4 });
afterAll(api.drop);
const { guest, sql } = api;
const { caller: writer, user } = await createWriter(api);
const { caller: other, user: otherUser } = await createWriter(api);

test("a post names nobody until an admin signs it, and then that admin", async () => {
  const { slug, author } = await writer.blog.create(postInput({ title: "Whose" }));
  expect(author).toBeNull();
  await other.blog.update({ blog_slug: slug, signed: true });
  expect((await guest.blog.get({ blog_slug: slug })).author).toBe(otherUser.username);
  expect((await guest.blog.list({ search: "whose" })).results[0]?.author).toBe(otherUser.username);
  expect((await writer.blog.draft.create({ blog_slug: slug })).content.signed_by).toBe(otherUser.username);
});

test("nobody signs with the name of another admin, and every admin can take a name away", async () => {
  const { slug, author } = await writer.blog.create(postInput({ signed: true }));
  expect(author).toBe(user.username);
  expect((await other.blog.update({ blog_slug: slug, signed: true, title: "Other" })).author).toBe(user.username);
  expect((await other.blog.update({ blog_slug: slug, title: "Third" })).author).toBe(user.username);
  expect((await other.blog.update({ blog_slug: slug, signed: false })).author).toBeNull();
});

test("a deleted account leaves its posts unsigned", async () => {
  const gone = await createWriter(api);
  const { slug } = await gone.caller.blog.create(postInput({ signed: true }));
  await sql`delete from users where id = ${gone.user.id}`;
  expect((await guest.blog.get({ blog_slug: slug })).author).toBeNull();
});
