import { afterAll, describe, expect, test } from "vitest";
import { createTestApi, fieldsOf, keyOf } from "../testing.ts";
import { createWriter, postInput, slugsOf } from "./testing.ts";

const api = await createTestApi({ max: 12 });
afterAll(api.drop);
const { guest } = api;
const { caller: writer } = await createWriter(api);
const { caller: reader } = await api.createUser({ email_verified: true });

describe("a slug", () => {
  test("is made from the title, with a number if taken", async () => {
    const title = "Why do we count? Чому ми рахуємо!";
    const slugs = [];
    for (let count = 0; count < 3; count += 1) slugs.push((await writer.blog.create(postInput({ title }))).slug);
    const slug = "why-do-we-count-chomu-my-rakhuiemo";
    expect(slugs).toEqual([slug, `${slug}-2`, `${slug}-3`]);
  });

  test.each([
    ["New", "new-2"],
    ["山田", "post"],
    ["«Їжак’s»", "yizhaks"],
    ["a".repeat(150), "a".repeat(80)],
    ["word ".repeat(30), Array(16).fill("word").join("-")],
  ])("of %s is valid in a URL", async (title, slug) => {
    expect(await writer.blog.slug({ title })).toEqual({ slug });
    expect((await writer.blog.create(postInput({ title }))).slug).toBe(slug);
    const { slug: second } = await writer.blog.create(postInput({ title }));
    expect(second).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*-[23]$/);
    expect(second.length).toBeLessThanOrEqual(80);
  });

  test("can be chosen if it is free", async () => {
    expect((await writer.blog.create(postInput({ slug: "my-own-1" }))).slug).toBe("my-own-1");
    expect(await keyOf(writer.blog.create(postInput({ slug: "my-own-1" })))).toBe("slug_taken");
    const { slug } = await writer.blog.create(postInput());
    expect(await keyOf(writer.blog.update({ blog_slug: slug, slug: "my-own-1" }))).toBe("slug_taken");
    expect((await writer.blog.update({ blog_slug: "my-own-1", slug: "my-own-1" })).slug).toBe("my-own-1");
  });

  test.each(["new", "", "UPPER", "with space", "слово", "a_b", "a/b", "a".repeat(81), "../x"])(
    "may not be %j",
    async (slug) => {
      expect(await fieldsOf(writer.blog.create(postInput({ slug })))).toEqual({ slug: ["slug_invalid"] });
    },
  );

  test("belongs to one of twelve posts created in parallel, and generated ones are all different", async () => {
    const given = await Promise.all(
      Array.from({ length: 12 }, () => keyOf(writer.blog.create(postInput({ slug: "raced" })))),
    );
    expect(given.sort()).toEqual(["accepted", ...Array(11).fill("slug_taken")]);
    const made = await Promise.all(
      Array.from({ length: 12 }, () => writer.blog.create(postInput({ title: "Racing" }))),
    );
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(12);
    expect(made.map(({ slug }) => slug)).toContain("racing-12");
  });

  test("of the past redirects to its post until another post or the post itself takes it", async () => {
    await writer.blog.create(postInput({ slug: "first-name" }));
    await writer.blog.update({ blog_slug: "first-name", slug: "second-name" });
    await writer.blog.update({ blog_slug: "first-name", slug: "third-name" });
    for (const blog_slug of ["first-name", "second-name", "third-name"]) {
      expect((await guest.blog.get({ blog_slug })).slug).toBe("third-name");
    }
    expect(await slugsOf(guest, {})).not.toContain("first-name");
    expect(await keyOf(writer.blog.delete({ blog_slug: "first-name" }))).toBe("blog_not_found");

    // A slug that is made from a title leaves former slugs alone; an admin may request a former slug.
    expect((await writer.blog.create(postInput({ title: "Second name" }))).slug).toBe("second-name-2");
    await writer.blog.create(postInput({ title: "Another", slug: "second-name" }));
    expect((await guest.blog.get({ blog_slug: "second-name" })).title).toBe("Another");
    await writer.blog.update({ blog_slug: "third-name", slug: "first-name" });
    expect((await guest.blog.get({ blog_slug: "first-name" })).slug).toBe("first-name");
    expect((await guest.blog.get({ blog_slug: "third-name" })).slug).toBe("first-name");

    await writer.blog.delete({ blog_slug: "first-name" });
    expect(await keyOf(guest.blog.get({ blog_slug: "third-name" }))).toBe("blog_not_found");
  });

  test("is previewed as it will be generated, and a post may keep its own", async () => {
    const { slug } = await writer.blog.create(postInput({ title: "Proposal" }));
    expect(await writer.blog.slug({ title: "Proposal" })).toEqual({ slug: "proposal-2" });
    expect(await writer.blog.slug({ title: "Proposal", blog_slug: slug })).toEqual({ slug: "proposal" });
    expect(await keyOf(reader.blog.slug({ title: "Proposal" }))).toBe("permission_denied");
  });
});
