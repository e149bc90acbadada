import type { PageTopic } from "@daymark/domain/base/page-topic";
import { afterAll, describe, expect, test } from "vitest";
import { createTestHost, expectProblem } from "../testing.ts";

const invalidated: PageTopic[] = [];
const host = await createTestHost({
  services: { pageCache: { invalidate: (topics) => void invalidated.push(...topics) } },
});
afterAll(host.drop);
const { send } = host;
const { token } = await host.createUser({ is_staff: true });
const { token: reader } = await host.createUser({ email_verified: true });

const post = {
  title: "Small steps",
  description: "Why five minutes are enough",
  blocks: [{ kind: "title", text: "Begin" }, { kind: "paragraph", text: "With five minutes." }, { kind: "divider" }],
};
const create = (values: object = {}, headers: Record<string, string> = {}) =>
  send("POST", "/api/blogs/", { token, headers, body: { ...post, ...values } });

describe("a post over REST", () => {
  test("is a draft in English by default", async () => {
    const { status, json } = await create({ title: "Said otherwise" });
    expect(status).toBe(201);
    expect(json).toMatchObject({ slug: "said-otherwise", language: "en", published: false, published_at: null });
    expectProblem(await send("GET", "/api/blogs/said-otherwise/"), 404, "blog_not_found");
    expectProblem(await send("GET", "/api/blogs/said-otherwise/", { token: reader }), 404, "blog_not_found");
    expect((await send("GET", "/api/blogs/said-otherwise", { token })).json).toEqual(json);
  });

  test("has exactly the members of the contract and of our additions", async () => {
    await create({ slug: "exact", published: true });
    const { json } = await send("GET", "/api/blogs/exact/");
    const card = {
      slug: "exact",
      title: post.title,
      description: post.description,
      language: "en",
      published_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      reading_minutes: 1,
      reactions: { likes: 0, dislikes: 0, mine: null },
      comment_count: 0,
      published: true,
      updated_at: expect.any(String),
      // Ours.
      tags: [],
      cover: null,
      author: null,
    };
    const added = { comments: "open", newer: null, older: null };
    expect(json).toEqual({ ...card, blocks: post.blocks, translations: [], ...added });
    const { json: list } = await send("GET", "/api/blogs/?language=en&search=FIVE&limit=1");
    expect(list).toEqual({ results: [card], next: null });
  });

  test("is refused with an error for each member, in the request's language", async () => {
    const { errors } = expectProblem(
      await create({ title: "", description: "x".repeat(301), blocks: {}, slug: "new", language: "de", extra: 1 }),
      400,
      "validation_failed",
    );
    expect(Object.keys(errors).sort()).toEqual(["blocks", "description", "extra", "language", "slug", "title"]);
    const many = await create({ blocks: Array(201).fill({ kind: "divider" }) });
    expect(expectProblem(many, 400, "validation_failed").errors).toEqual({ blocks: [expect.stringContaining("200")] });
    expect((await create({ slug: "taken" })).status).toBe(201);
    expectProblem(await create({ slug: "taken" }), 409, "slug_taken");
    const patched = await send("PATCH", "/api/blogs/taken/", { token, body: { slug: "exact" } });
    expectProblem(patched, 409, "slug_taken");
    expectProblem(await send("PATCH", "/api/blogs/nowhere/", { token, body: {} }), 404, "blog_not_found");
  });

  test("can be published, renamed and unpublished by PATCH, and a slug in the body is the new one", async () => {
    await create({ slug: "patched" });
    const patch = async (slug: string, body: object) => {
      const { status, json } = await send("PATCH", `/api/blogs/${slug}/`, { token, body });
      expect(status).toBe(200);
      return json;
    };
    expect(await patch("patched", { published: true })).toMatchObject({ published: true });
    expect(await patch("patched", { slug: "renamed" })).toMatchObject({ slug: "renamed", published: true });
    expect((await send("GET", "/api/blogs/patched/")).json.slug).toBe("renamed");
    expect(await patch("renamed", { published: false })).toMatchObject({ published: false, published_at: null });
    const deleted = await send("DELETE", "/api/blogs/renamed/", { token, headers: { "accept-language": "uk" } });
    expect([deleted.status, deleted.json]).toEqual([200, { detail: expect.stringMatching(/^[А-ЯҐЄІЇ].+\.$/) }]);
  });

  test("that is sent twice with one Idempotency-Key is one post, and its pages are invalidated once", async () => {
    const key = { "idempotency-key": "write-once" };
    invalidated.length = 0;
    const [first, second] = [await create({ title: "Once" }, key), await create({ title: "Once" }, key)];
    expect(second.json).toEqual(first.json);
    expect(invalidated).toEqual(["blog"]);
    expectProblem(await create({ title: "Twice" }, key), 409, "conflict");
    const { json } = await send("GET", "/api/blogs/?drafts=true&search=once", { token });
    expect(json.results).toHaveLength(1);
  });

  test("is listed as a draft for admins who request drafts, and the query is validated", async () => {
    expectProblem(await send("GET", "/api/blogs/?drafts=true"), 401, "not_authenticated");
    expectProblem(await send("GET", "/api/blogs/?drafts=true", { token: reader }), 403, "permission_denied");
    expectProblem(await send("GET", "/api/blogs/?drafts=1", { token }), 400, "validation_failed");
    expectProblem(await send("GET", "/api/blogs/?cursor=x"), 400, "invalid_cursor");
    expectProblem(await send("GET", "/api/blogs/?limit=101"), 400, "validation_failed");
    expect((await send("GET", "/api/blogs/?drafts=false", { token })).status).toBe(200);
  });
});
