import type { Transaction } from "@daymark/db/connection/client";
import { users } from "@daymark/db/schema/user";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { fieldsOf, keyOf, noon, type TestUser } from "../testing.ts";
import { createBoardApi, createTalk } from "../thread/testing.ts";

const api = await createBoardApi({ max: 12 });
const { guest, sql } = api;
afterAll(api.drop);

const day = 86_400_000;
type Thing = Parameters<TestUser["caller"]["moderation"]["hide"]>[0];

describe("reports", () => {
  test("are grouped by their target, oldest first, paged, and counted once per user", async () => {
    const [author, one, other, admin] = [
      await api.createMember(),
      await api.createMember(),
      await api.createMember(),
      await api.createAdmin(),
    ];
    const [post, board] = [await createTalk(api, "blog"), await createTalk(api, "feature_request")];
    const request = await api.createRequest({ author, title: "Buy now", details: "Cheap" });
    const onPost = await post.say(author.caller, "spam on a post");
    const onBoard = await board.say(author.caller, "spam on the board");
    for (let count = 0; count < 2; count += 1)
      expect(await post.report(one.caller, onPost.id)).toEqual({ detail: "reported" });
    await one.caller.featureRequest.report({ id: request.id, reason: "other", details: " Look " });
    await board.report(one.caller, onBoard.id);
    await post.report(other.caller, onPost.id);
    const { results, next } = await admin.caller.moderation.reports({});
    const created_at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const spam = { reason: "spam", details: "", created_at };
    const common = { author: author.user.username, hidden: false };
    const [slugRow] = await sql`select slug from blogs where thread_id = ${post.thread_id}`;
    const [boardRow] = await sql`select id, title from feature_requests where thread_id = ${board.thread_id}`;
    const boardPlace = { title: boardRow?.title, blog_slug: null, feature_request_id: Number(boardRow?.id) };
    expect(next).toBe(null);
    expect(results).toEqual([
      {
        ...{ kind: "blog_comment", id: onPost.id, text: "spam on a post", ...common },
        ...{ title: "A post", blog_slug: slugRow?.slug, feature_request_id: null, count: 2, reports: [spam, spam] },
      },
      {
        ...{ kind: "feature_request", id: request.id, text: "Buy now\n\nCheap", ...common },
        ...{ title: "Buy now", blog_slug: null, feature_request_id: request.id, count: 1 },
        reports: [{ reason: "other", details: "Look", created_at }],
      },
      {
        ...{ kind: "feature_request_comment", id: onBoard.id, text: "spam on the board", ...common },
        ...boardPlace,
        ...{ count: 1, reports: [spam] },
      },
    ]);
    const pages: unknown[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await admin.caller.moderation.reports({ limit: 1, ...(cursor && { cursor }) });
      pages.push(...page.results);
      if (page.next === null) break;
      cursor = page.next;
    }
    expect(pages).toEqual(results);
    await sql`delete from reports`;
  });

  test("of one target are resolved together by keep, hide or delete, and do not return", async () => {
    const [author, one, other, admin] = [
      await api.createMember(),
      await api.createMember(),
      await api.createMember(),
      await api.createAdmin(),
    ];
    const { resolve, reports } = admin.caller.moderation;
    for (const kind of ["blog", "feature_request"] as const) {
      const talk = await createTalk(api, kind);
      for (const resolution of ["keep", "hide", "delete"] as const) {
        const { id } = await talk.say(author.caller, resolution);
        for (const { caller } of [one, other]) await talk.report(caller, id);
        const thing = { kind: `${kind}_comment`, id } as const;
        expect(await resolve({ ...thing, resolution })).toEqual({ detail: "report_resolved" });
        expect((await reports({})).results).toEqual([]);
        if (resolution === "keep") await talk.report(one.caller, id);
        expect((await reports({})).results).toEqual([]);
        expect(await keyOf(resolve({ ...thing, resolution }))).toBe(
          resolution === "delete" ? `${kind}_comment_not_found` : "report_not_found",
        );
      }
      expect((await talk.list(guest)).results.map(({ text }) => text)).toEqual(["keep"]);
      expect((await talk.list(author.caller)).results.map(({ text }) => text)).toEqual(["keep", "hide"]);
      const { kept, counted } = await api.sumsOf(talk.thread_id);
      expect(kept).toEqual(counted);
    }
    for (const resolution of ["keep", "hide", "delete"] as const) {
      const { id } = await api.createRequest({ author });
      await one.caller.featureRequest.report({ id, reason: "off_topic" });
      await resolve({ kind: "feature_request", id, resolution });
      expect((await reports({})).results).toEqual([]);
      const seen = await keyOf(guest.featureRequest.get({ id }));
      expect(seen).toBe(resolution === "keep" ? "accepted" : "feature_request_not_found");
      expect(await keyOf(author.caller.featureRequest.get({ id }))).toBe(
        resolution === "delete" ? "feature_request_not_found" : "accepted",
      );
    }
  });

  test("disappear with their target, even if it stays as a placeholder for its replies", async () => {
    const [author, one, admin] = [await api.createMember(), await api.createMember(), await api.createAdmin()];
    const talk = await createTalk(api, "blog");
    const { id } = await talk.say(author.caller, "first");
    await talk.say(one.caller, "answer", id);
    await talk.report(one.caller, id);
    await talk.remove(author.caller, id);
    expect((await admin.caller.moderation.reports({})).results).toEqual([]);
  });
});

describe("hiding, pinning and locking", () => {
  test("a hidden comment or request is visible to its author and admins, and can be shown again", async () => {
    const [author, admin] = [await api.createMember(), await api.createAdmin()];
    const talk = await createTalk(api, "feature_request");
    const { id } = await talk.say(author.caller, "hm");
    const request = await api.createRequest({ author });
    const texts = async () => (await talk.list(guest)).results.map(({ text }) => text);
    const { hide } = admin.caller.moderation;
    for (const hidden of [true, true, false]) {
      expect(await hide({ kind: "feature_request_comment", id, hidden })).toEqual({
        ...{ kind: "feature_request_comment", id, hidden, pinned: false },
      });
      expect(await texts()).toEqual(hidden ? [] : ["hm"]);
      expect((await api.sumsOf(talk.thread_id)).kept.comment_count).toBe(hidden ? 0 : 1);
      await hide({ kind: "feature_request", id: request.id, hidden });
      expect(await keyOf(guest.featureRequest.get({ id: request.id }))).toBe(
        hidden ? "feature_request_not_found" : "accepted",
      );
    }
  });

  test("a pinned comment or request comes first, and a reply cannot be pinned", async () => {
    const [author, admin] = [await api.createMember(), await api.createAdmin()];
    const talk = await createTalk(api, "blog");
    const first = await talk.say(author.caller, "first");
    const answer = await talk.say(author.caller, "answer", first.id);
    const second = await talk.say(author.caller, "second");
    const { pin } = admin.caller.moderation;
    const texts = async () => (await talk.list(guest)).results.map(({ text, pinned }) => `${text} ${pinned}`);
    expect(await pin({ kind: "blog_comment", id: second.id, pinned: true })).toMatchObject({ pinned: true });
    expect(await texts()).toEqual(["second true", "first false", "answer false"]);
    await pin({ kind: "blog_comment", id: second.id, pinned: false });
    expect(await texts()).toEqual(["first false", "answer false", "second false"]);
    expect(await keyOf(pin({ kind: "blog_comment", id: answer.id, pinned: true }))).toBe("conflict");
    const { id } = await api.createRequest({ title: "Pinned one" });
    await api.createRequest({ title: "A newer one" });
    await pin({ kind: "feature_request", id, pinned: true });
    expect((await guest.featureRequest.list({ sort: "new" })).results[0]).toMatchObject({ id, pinned: true });
  });

  test("a missing target is reported by its kind, and a comment is found only under its own kind", async () => {
    const { caller } = await api.createAdmin();
    const author = await api.createMember();
    const talk = await createTalk(api, "blog");
    const { id } = await talk.say(author.caller, "x");
    const { hide, pin, resolve } = caller.moderation;
    const things = [
      { kind: "feature_request_comment", id },
      { kind: "blog_comment", id: id + 1000 },
      { kind: "feature_request", id: 1_000_000 },
    ] satisfies Omit<Thing, "hidden">[];
    for (const thing of things) {
      const missing = `${thing.kind}_not_found`;
      expect(await keyOf(hide({ ...thing, hidden: true }))).toBe(missing);
      expect(await keyOf(pin({ ...thing, pinned: true }))).toBe(missing);
      expect(await keyOf(resolve({ ...thing, resolution: "delete" }))).toBe(missing);
    }
  });

  test("comments can be closed for all but admins, and opened again", async () => {
    const [author, admin] = [await api.createMember(), await api.createAdmin()];
    const { slug: blog_slug } = await api.createPost();
    const { id: feature_request_id } = await api.createRequest();
    const { lock } = admin.caller.moderation;
    for (const locked of [true, true, false]) {
      const comments = locked ? "closed" : "open";
      expect(await lock({ blog_slug, locked })).toEqual({ comments });
      expect(await lock({ feature_request_id, locked })).toEqual({ comments });
      expect((await guest.blog.get({ blog_slug })).comments).toBe(comments);
      expect((await guest.featureRequest.get({ id: feature_request_id })).comments).toBe(comments);
      const said = await keyOf(author.caller.blog.comment.create({ blog_slug, text: "x" }));
      expect(said).toBe(locked ? "permission_denied" : "accepted");
    }
    expect(await fieldsOf(lock({ locked: true }))).toHaveProperty("feature_request_id");
    expect(await fieldsOf(lock({ locked: true, blog_slug, feature_request_id }))).toHaveProperty("feature_request_id");
    expect(await keyOf(lock({ locked: true, blog_slug: "nothing" }))).toBe("blog_not_found");
  });
});

describe("bans", () => {
  test("last until their end or for good, and can be lifted", async () => {
    const [{ user, caller }, admin] = [await api.createMember(), await api.createAdmin()];
    const { ban, unban, bans } = admin.caller.moderation;
    const { username } = user;
    const { slug: blog_slug } = await api.createPost();
    const say = (now: number) => keyOf(caller.blog.comment.create({ blog_slug, text: `at ${now}` }));
    const until = new Date(noon + day).toISOString();
    const common = { username, banned_by: admin.user.username, created_at: new Date(noon).toISOString() };
    expect(await ban({ username: username.toUpperCase(), until, reason: "Spam" })).toEqual({
      ...{ ...common, until, reason: "Spam", created: true },
    });
    expect(await say(noon)).toBe("banned");
    expect((await bans({})).results).toEqual([{ ...common, until, reason: "Spam" }]);
    api.clock.now = noon + day + 1000;
    expect(await say(api.clock.now)).toBe("accepted");
    expect((await bans({})).results).toEqual([]);
    api.clock.now = noon;
    expect(await ban({ username })).toEqual({ ...common, until: null, reason: "", created: false });
    expect(await say(noon)).toBe("banned");
    expect(await unban({ username })).toEqual({ detail: "ban_lifted" });
    expect(await say(noon)).toBe("accepted");
    expect(await keyOf(unban({ username }))).toBe("user_not_found");
  });

  test("cannot be made or lifted by an admin whose session ends meanwhile", async () => {
    const [admin, late] = [await api.createAdmin(), await api.createAdmin()];
    const [banned, other] = [await api.createMember(), await api.createMember()];
    await admin.caller.moderation.ban({ username: banned.user.username });
    // The session ends after the guard has let the call pass.
    await sql`delete from sessions where user_id = ${late.user.id}`;
    const { ban, unban } = late.caller.moderation;
    expect(await keyOf(ban({ username: other.user.username }))).toBe("session_terminated");
    expect(await keyOf(unban({ username: banned.user.username }))).toBe("session_terminated");
    expect(await sql`select user_id::int from bans where user_id in (${banned.user.id}, ${other.user.id})`).toEqual([
      { user_id: banned.user.id },
    ]);
    await admin.caller.moderation.unban({ username: banned.user.username });
  });

  test("are refused for a user who is deleted or made an admin meanwhile", async () => {
    const admin = await api.createAdmin();
    const ban = ({ user }: TestUser) => keyOf(admin.caller.moderation.ban({ username: user.username }));
    const [leaves, rises] = [await api.createMember(), await api.createMember()];
    const leave = (tx: Transaction) => tx.delete(users).where(eq(users.id, leaves.user.id));
    expect(await api.callDuring(leave, () => ban(leaves))).toBe("user_not_found");
    const rise = (tx: Transaction) => tx.update(users).set({ is_staff: true }).where(eq(users.id, rises.user.id));
    expect(await api.callDuring(rise, () => ban(rises))).toBe("conflict");
  });

  test("need an existing user who is not an admin, and a future end; they are listed newest first", async () => {
    const admin = await api.createAdmin();
    const { ban, bans } = admin.caller.moderation;
    expect(await keyOf(ban({ username: "nobody_of_this_name" }))).toBe("user_not_found");
    for (const { user } of [admin, await api.createAdmin()]) {
      expect(await keyOf(ban({ username: user.username }))).toBe("conflict");
    }
    const people = await Promise.all(Array.from({ length: 3 }, () => api.createMember()));
    const [first] = people;
    const over = { username: first?.user.username ?? "", until: new Date(noon - 1).toISOString() };
    expect(await fieldsOf(ban(over))).toEqual({ until: ["expiry_past"] });
    const never = { ...over, until: "9999-12-31T23:59:59-12:00" };
    expect(await fieldsOf(ban(never))).toEqual({ until: ["invalid"] });
    for (const [index, { user }] of people.entries()) {
      api.clock.now = noon + index;
      await ban({ username: user.username });
    }
    api.clock.now = noon;
    const names = people.map(({ user }) => user.username).reverse();
    expect((await bans({})).results.map(({ username }) => username)).toEqual(names);
    const { results, next } = await bans({ limit: 2 });
    const rest = await bans({ limit: 2, cursor: next ?? "" });
    expect([...results, ...rest.results].map(({ username }) => username)).toEqual(names);
  });
});
