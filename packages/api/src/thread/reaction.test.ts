import { reactions } from "@daymark/db/schema/thread";
import { threadKinds } from "@daymark/domain/community/thread";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { toProblem } from "../base/error.ts";
import { fieldsOf, keyOf } from "../testing.ts";
import { createBoardApi, createTalk } from "./testing.ts";

const api = await createBoardApi({ max: 20 });
const { db, guest } = api;
afterAll(api.drop);

describe.each(threadKinds)("reactions of a %s", (kind) => {
  test("a first reaction is created, and a second one of the same user changes it and keeps its id", async () => {
    const [talk, { caller }] = [await createTalk(api, kind), await api.createMember()];
    const first = await talk.react(caller, "like");
    expect(first).toEqual({ id: expect.any(Number), type: "like", created: true });
    expect(await talk.react(caller, "like")).toEqual({ ...first, created: false });
    expect(await talk.react(caller, "dislike")).toEqual({ id: first.id, type: "dislike", created: false });
    expect(await talk.changeReaction(caller, first.id, "like")).toEqual({ id: first.id, type: "like" });
    expect((await api.sumsOf(talk.thread_id)).kept).toEqual({ likes: 1, dislikes: 0, comment_count: 0 });
    expect(await talk.unreact(caller, first.id)).toEqual({ detail: `${kind}_reaction_deleted` });
    expect((await api.sumsOf(talk.thread_id)).kept).toEqual({ likes: 0, dislikes: 0, comment_count: 0 });
    expect(await keyOf(talk.unreact(caller, first.id))).toBe(`${kind}_reaction_not_found`);
  });

  test("20 parallel reactions of one user count as one", async () => {
    const [talk, { user, caller }] = [await createTalk(api, kind), await api.createMember()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => talk.react(caller, index % 2 ? "like" : "dislike")),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers.filter(({ created }) => created).length).toBe(1);
    expect((await db.select().from(reactions).where(eq(reactions.user_id, user.id))).length).toBe(1);
    const { kept, counted } = await api.sumsOf(talk.thread_id);
    expect(kept).toEqual(counted);
    expect(counted.likes + counted.dislikes).toBe(1);
  });

  test("setting a reaction takes one statement", async () => {
    const [talk, member, counted] = [
      await createTalk(api, kind),
      await api.createMember(),
      await api.countStatements(),
    ];
    const caller = member.callerWith({ db: counted.db });
    for (const type of ["like", "like", "dislike"] as const) {
      counted.statements.length = 0;
      await talk.react(caller, type);
      expect(counted.statements.length).toBe(1);
    }
  });

  test("a user, even an admin, cannot change another user's reaction, and one in another thread looks missing", async () => {
    const [talk, elsewhere] = [await createTalk(api, kind), await createTalk(api, kind)];
    const [owner, other, admin] = [await api.createMember(), await api.createMember(), await api.createAdmin()];
    const { id } = await talk.react(owner.caller, "like");
    for (const { caller } of [other, admin]) {
      expect(await keyOf(talk.changeReaction(caller, id, "dislike"))).toBe("permission_denied");
      expect(await keyOf(talk.unreact(caller, id))).toBe("permission_denied");
    }
    for (const call of [
      () => elsewhere.unreact(owner.caller, id),
      () => elsewhere.changeReaction(owner.caller, id, "dislike"),
      () => talk.unreact(owner.caller, id + 1000),
    ]) {
      expect(await keyOf(call())).toBe(`${kind}_reaction_not_found`);
    }
    expect((await api.sumsOf(talk.thread_id)).kept.likes).toBe(1);
  });

  test("guests, unverified and banned users cannot react, but a banned user can delete their own reaction", async () => {
    const talk = await createTalk(api, kind);
    expect(await keyOf(talk.react(guest, "like"))).toBe("not_authenticated");
    const { caller: unverified } = await api.createUser();
    expect(await keyOf(talk.react(unverified, "like"))).toBe("email_not_verified");
    const { user, caller } = await api.createMember();
    const { id } = await talk.react(caller, "like");
    await api.sql`insert into bans (user_id) values (${user.id})`;
    expect(await keyOf(talk.react(caller, "dislike"))).toBe("banned");
    expect(await keyOf(talk.changeReaction(caller, id, "dislike"))).toBe("banned");
    expect(await keyOf(talk.unreact(caller, id))).toBe("accepted");
    expect((await api.sumsOf(talk.thread_id)).kept).toEqual({ likes: 0, dislikes: 0, comment_count: 0 });
  });

  test("an unknown type is refused", async () => {
    const [talk, { caller }] = [await createTalk(api, kind), await api.createMember()];
    expect(await fieldsOf(talk.react(caller, "love" as "like"))).toHaveProperty("type");
  });
});

test("a missing or hidden post or request accepts no reaction", async () => {
  const [{ caller }, admin] = [await api.createMember(), await api.createAdmin()];
  const draft = await api.createPost({ published_at: null });
  const later = await api.createPost({ published_at: new Date("2027-01-01") });
  for (const blog_slug of ["no-such-post", "NOT/A slug\u0000", draft.slug, later.slug]) {
    expect(await keyOf(caller.blog.reaction.set({ blog_slug, type: "like" }))).toBe("blog_not_found");
  }
  expect(await keyOf(admin.caller.blog.reaction.set({ blog_slug: draft.slug, type: "like" }))).toBe("accepted");
  const author = await api.createMember();
  const pending = await api.createRequest({ author, status: "pending" });
  const set = (by: typeof caller, feature_request_id: number) =>
    keyOf(by.featureRequest.reaction.set({ feature_request_id, type: "like" }));
  for (const id of [pending.id, pending.id + 1000, Number.MAX_SAFE_INTEGER]) {
    expect(await set(caller, id)).toBe("feature_request_not_found");
  }
  expect([await set(author.caller, pending.id), await set(admin.caller, pending.id)]).toEqual(["accepted", "accepted"]);
});

test("the two languages of a post and its former slug share one reaction", async () => {
  const { slug, thread_id } = await api.createPost();
  await api.createPost({ thread_id, slug: "dopys", language: "uk" });
  await api.sql`insert into former_slugs (slug, blog_id) select 'before', id from blogs where slug = 'dopys'`;
  const { caller } = await api.createMember();
  const first = await caller.blog.reaction.set({ blog_slug: slug, type: "like" });
  for (const blog_slug of ["dopys", "before"]) {
    expect(await caller.blog.reaction.set({ blog_slug, type: "dislike" })).toMatchObject({
      id: first.id,
      created: false,
    });
  }
});

test("writes in a locked thread become unavailable, and a retry succeeds", async () => {
  const [talk, { caller }, admin] = [
    await createTalk(api, "feature_request"),
    await api.createMember(),
    await api.createAdmin(),
  ];
  const { id } = await talk.react(caller, "like");
  const said = await talk.say(caller, "Me too");
  const writes = [
    () => talk.react(caller, "dislike"),
    () => talk.changeReaction(caller, id, "like"),
    () => talk.say(caller, "Once more"),
    () => admin.caller.moderation.pin({ kind: "feature_request_comment", id: said.id, pinned: true }),
  ];
  const problems = await api.sql.begin(async (holder) => {
    await holder`select from threads where id = ${talk.thread_id} for no key update`;
    return Promise.all(writes.map((write) => write().then(() => "accepted", toProblem)));
  });
  for (const problem of problems) {
    expect(problem).toMatchObject({ code: "unavailable", status: 503, retry_after: expect.any(Number) });
  }
  for (const write of writes) expect(await keyOf(write())).toBe("accepted");
});
