import { comments } from "@daymark/db/schema/thread";
import { threadKinds } from "@daymark/domain/community/thread";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { fieldsOf, keyOf, type TestUser } from "../testing.ts";
import { createBoardApi, createTalk, type Talk, watchParsing } from "./testing.ts";

const api = await createBoardApi({ max: 20 });
const { db, guest, sql } = api;
afterAll(api.drop);

/** A thread as a user reads it, page by page: texts, or for comments without a text their state. */
async function read(talk: Talk, caller: TestUser["caller"] | typeof guest, limit?: number): Promise<string[]> {
  const texts: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await talk.list(caller, { ...(limit && { limit }), ...(cursor && { cursor }) });
    texts.push(...page.results.map(({ text, state, parent_id }) => `${parent_id ? "> " : ""}${text || state}`));
    if (page.next === null) return texts;
    cursor = page.next;
  }
}

const hide = (id: number) => sql`update comments set hidden_at = now() where id = ${id}`;

describe.each(threadKinds)("comments of a %s", (kind) => {
  test("a new comment is trimmed, and everyone can read it", async () => {
    const [talk, { user, caller }, admin] = [
      await createTalk(api, kind),
      await api.createMember(),
      await api.createAdmin(),
    ];
    const comment = await talk.say(caller, "  Good <b>idea</b>\n");
    expect(comment).toEqual({
      id: expect.any(Number),
      text: "Good <b>idea</b>",
      form: "plain",
      author: user.username,
      parent_id: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      edited_at: null,
      mine: true,
      by_staff: false,
      pinned: false,
      state: "shown",
    });
    const answer = await talk.say(admin.caller, "Thank you", comment.id);
    expect(answer).toMatchObject({ parent_id: comment.id, by_staff: true, author: admin.user.username });
    expect(await talk.list(guest)).toEqual({
      results: [
        { ...comment, mine: false },
        { ...answer, mine: false },
      ],
      next: null,
    });
    expect((await api.sumsOf(talk.thread_id)).kept.comment_count).toBe(2);
  });

  test("pinned comments come first, then the oldest, each with its replies, paged without gaps", async () => {
    const [talk, { caller }] = [await createTalk(api, kind), await api.createMember()];
    const ids: number[] = [];
    for (let index = 0; index < 7; index += 1) ids.push((await talk.say(caller, `c${index}`)).id);
    for (const [text, parent] of [
      ["a", 1],
      ["b", 0],
      ["c", 1],
    ] as const) {
      await talk.say(caller, text, ids[parent]);
    }
    await sql`update comments set pinned_at = now() where id = any(${[ids[4] ?? 0, ids[2] ?? 0]}::bigint[])`;
    const whole = ["c2", "c4", "c0", "> b", "c1", "> a", "> c", "c3", "c5", "c6"];
    expect(await read(talk, guest)).toEqual(whole);
    for (const limit of [1, 2, 3, 6, 7]) expect(await read(talk, guest, limit)).toEqual(whole);
    expect(await keyOf(talk.list(guest, { cursor: "x" }))).toBe("invalid_cursor");
  });

  test("a comment with many replies has the first few, and a cursor for the others", async () => {
    const [talk, { user, caller }] = [await createTalk(api, kind), await api.createMember()];
    const [many, few] = [await talk.say(caller, "many"), await talk.say(caller, "few")];
    const total = 1_000;
    await sql`
      insert into comments (thread_id, author_id, parent_id, text)
      select ${talk.thread_id}, ${user.id}, ${many.id}, 'r' || n from generate_series(1, ${total}) n order by n`;
    await talk.say(caller, "one", few.id);
    const first = await talk.list(guest);
    expect(first.next).toBeNull();
    expect(first.results.map(({ text }) => text)).toEqual(["many", "r1", "r2", "r3", "r4", "r5", "few", "one"]);
    expect(first.results[0]).toMatchObject({ replies_left: total - 5, replies_next: expect.any(String) });
    for (const other of first.results.slice(1)) expect(other).not.toHaveProperty("replies_next");

    const texts = first.results.slice(1, 6).map(({ text }) => text);
    let cursor = first.results[0]?.replies_next;
    for (let left = total - 5; cursor; ) {
      const { results, next } = await talk.list(guest, { cursor, limit: 100 });
      const [parent, ...replies] = results;
      expect(next).toBeNull();
      expect(parent).toMatchObject({ id: many.id, text: "many" });
      expect(replies.length).toBe(Math.min(100, left));
      texts.push(...replies.map(({ text }) => text));
      left -= replies.length;
      expect(parent?.replies_left).toBe(left || undefined);
      cursor = parent?.replies_next;
    }
    expect(texts).toEqual(Array.from({ length: total }, (_, index) => `r${index + 1}`));
    // Without a limit a page is as long as any other.
    const page = await talk.list(guest, { cursor: String(first.results[0]?.replies_next) });
    expect(page.results).toHaveLength(21);
  });

  test("replies that the reader cannot see are neither returned nor counted, and a cursor is valid only for its thread", async () => {
    const [talk, elsewhere] = [await createTalk(api, kind), await createTalk(api, kind)];
    const [author, other] = [await api.createMember(), await api.createMember()];
    const { id: parent } = await talk.say(author.caller, "first");
    const ids: number[] = [];
    for (let index = 1; index <= 8; index += 1) ids.push((await talk.say(author.caller, `r${index}`, parent)).id);
    await sql`update comments set hidden_at = now() where id = any(${[ids[1] ?? 0, ids[6] ?? 0]}::bigint[])`;
    const { results } = await talk.list(other.caller);
    expect(results.map(({ text }) => text)).toEqual(["first", "r1", "r3", "r4", "r5", "r6"]);
    expect(results[0]?.replies_left).toBe(1);
    const own = await talk.list(author.caller);
    expect(own.results.map(({ text }) => text)).toEqual(["first", "r1", "r2", "r3", "r4", "r5"]);
    expect(own.results[0]?.replies_left).toBe(3);
    const cursor = String(results[0]?.replies_next);
    expect((await talk.list(other.caller, { cursor })).results.map(({ text }) => text)).toEqual(["first", "r8"]);
    expect(await elsewhere.list(other.caller, { cursor })).toEqual({ results: [], next: null });
  });

  test("a comment can be read by its id with its parent, by users who can see it in the list", async () => {
    const [talk, elsewhere] = [await createTalk(api, kind), await createTalk(api, kind)];
    const [author, other, admin] = [await api.createMember(), await api.createMember(), await api.createAdmin()];
    const first = await talk.say(author.caller, "first");
    const reply = await talk.say(author.caller, "reply", first.id);
    expect(await talk.get(guest, reply.id)).toEqual({ ...reply, mine: false });
    expect(await talk.get(author.caller, reply.id)).toEqual(reply);
    await hide(reply.id);
    for (const { caller } of [author, admin]) expect((await talk.get(caller, reply.id)).text).toBe("reply");
    const missing = `${kind}_comment_not_found`;
    expect(await keyOf(talk.get(guest, reply.id))).toBe(missing);
    expect(await keyOf(talk.get(other.caller, reply.id))).toBe(missing);
    expect(await keyOf(elsewhere.get(author.caller, first.id))).toBe(missing);
    await talk.remove(author.caller, first.id);
    expect(await keyOf(talk.get(author.caller, first.id))).toBe(missing);
  });

  test("a reply to a reply becomes its sibling, and a missing comment cannot be answered", async () => {
    const [talk, elsewhere] = [await createTalk(api, kind), await createTalk(api, kind)];
    const { caller } = await api.createMember();
    const first = await talk.say(caller, "first");
    const second = await talk.say(caller, "second", first.id);
    expect((await talk.say(caller, "third", second.id)).parent_id).toBe(first.id);
    const unknown = { parent_id: ["parent_unknown"] };
    expect(await fieldsOf(talk.say(caller, "x", first.id + 1000))).toEqual(unknown);
    expect(await fieldsOf(elsewhere.say(caller, "x", first.id))).toEqual(unknown);
    await talk.remove(caller, first.id);
    expect(await fieldsOf(talk.say(caller, "x", first.id))).toEqual(unknown);
    expect((await talk.say(caller, "fourth", second.id)).parent_id).toBe(first.id);
  });

  test("its author can edit a comment, with the time of the edit, and the same text changes nothing", async () => {
    const [talk, { caller }] = [await createTalk(api, kind), await api.createMember()];
    const comment = await talk.say(caller, "before");
    expect(await talk.edit(caller, comment.id, "before")).toEqual(comment);
    const edited = await talk.edit(caller, comment.id, "after");
    expect(edited).toEqual({ ...comment, text: "after", edited_at: expect.any(String) });
    expect((await talk.list(caller)).results).toEqual([edited]);
  });

  test("a comment has the form in which it was sent, keeps its text, and is plain if it names none", async () => {
    const [talk, { caller }] = [await createTalk(api, kind), await api.createMember()];
    const plain = await talk.say(caller, "**Not** bold");
    expect(plain).toMatchObject({ text: "**Not** bold", form: "plain" });
    expect(plain).not.toHaveProperty("blocks");
    const marked = await talk.say(caller, "**Bold**\n- a", undefined, "markdown");
    const blocks = [
      { kind: "paragraph", text: "Bold", spans: [{ from: 0, to: 4, mark: "bold" }] },
      { kind: "list", ordered: false, items: [{ text: "a" }] },
    ];
    expect(marked).toMatchObject({ text: "**Bold**\n- a", form: "markdown", blocks });
    const { results } = await talk.list(guest);
    expect(results.map(({ form, blocks }) => [form, blocks])).toEqual([
      ["plain", undefined],
      ["markdown", blocks],
    ]);
    // An edit keeps the form, unless it names another.
    expect(await talk.edit(caller, marked.id, "_a_")).toMatchObject({ text: "_a_", form: "markdown" });
    expect(await talk.edit(caller, plain.id, "_a_")).toMatchObject({ text: "_a_", form: "plain" });
    const changed = await talk.edit(caller, plain.id, "_a_", "markdown");
    expect(changed).toMatchObject({ form: "markdown", edited_at: expect.any(String) });
    expect(changed.blocks).toEqual([{ kind: "paragraph", text: "a", spans: [{ from: 0, to: 1, mark: "italic" }] }]);
    // A deleted comment says nothing, in either form.
    await talk.say(caller, "reply", marked.id);
    await talk.remove(caller, marked.id);
    const gone = (await talk.list(guest)).results.find(({ id }) => id === marked.id);
    expect(gone).toMatchObject({ text: "", form: "plain", state: "deleted" });
    expect(gone).not.toHaveProperty("blocks");
  });

  test("a user cannot change another user's comment, and an admin can delete but not edit it", async () => {
    const [talk, elsewhere] = [await createTalk(api, kind), await createTalk(api, kind)];
    const [owner, other, admin] = [await api.createMember(), await api.createMember(), await api.createAdmin()];
    const { id } = await talk.say(owner.caller, "mine");
    for (const { caller } of [other, admin]) {
      expect(await keyOf(talk.edit(caller, id, "yours"))).toBe("permission_denied");
    }
    expect(await keyOf(talk.remove(other.caller, id))).toBe("permission_denied");
    expect(await read(talk, guest)).toEqual(["mine"]);
    expect(await keyOf(elsewhere.remove(admin.caller, id))).toBe(`${kind}_comment_not_found`);
    expect(await talk.remove(admin.caller, id)).toEqual({ detail: `${kind}_comment_deleted` });
    for (const call of [
      () => talk.remove(owner.caller, id),
      () => talk.edit(owner.caller, id, "again"),
      () => talk.report(other.caller, id),
    ]) {
      expect(await keyOf(call())).toBe(`${kind}_comment_not_found`);
    }
  });

  test("a deleted comment with replies stays as a placeholder until the last reply is deleted", async () => {
    const [talk, { caller }] = [await createTalk(api, kind), await api.createMember()];
    const first = await talk.say(caller, "first");
    const answers = [await talk.say(caller, "one", first.id), await talk.say(caller, "two", first.id)];
    await talk.edit(caller, first.id, "changed");
    await talk.remove(caller, first.id);
    expect((await talk.list(guest)).results[0]).toMatchObject({
      ...{ id: first.id, text: "", author: null, edited_at: null, mine: false, pinned: false, state: "deleted" },
    });
    expect(await read(talk, guest)).toEqual(["deleted", "> one", "> two"]);
    expect((await api.sumsOf(talk.thread_id)).kept.comment_count).toBe(2);
    const [row] = await db.select().from(comments).where(eq(comments.id, first.id));
    expect(row).toMatchObject({ text: "", author_id: null });
    for (const { id } of answers) await talk.remove(caller, id);
    expect(await read(talk, guest)).toEqual([]);
    expect(await db.select().from(comments).where(eq(comments.thread_id, talk.thread_id))).toEqual([]);
    const { kept, counted } = await api.sumsOf(talk.thread_id);
    expect(kept).toEqual(counted);
  });

  test("a hidden comment is visible only to its author and admins, and is not counted", async () => {
    const [talk, owner, other] = [await createTalk(api, kind), await api.createMember(), await api.createMember()];
    const admin = await api.createAdmin();
    const first = await talk.say(owner.caller, "first");
    const answer = await talk.say(other.caller, "answer", first.id);
    const alone = await talk.say(owner.caller, "alone");
    for (const { id } of [first, alone]) await hide(id);
    for (const caller of [guest, other.caller]) {
      expect(await read(talk, caller)).toEqual(["hidden", "> answer"]);
      expect((await talk.list(caller)).results[0]).toMatchObject({ author: null, by_staff: false, mine: false });
    }
    for (const { caller } of [owner, admin]) {
      expect(await read(talk, caller)).toEqual(["first", "> answer", "alone"]);
      expect((await talk.list(caller)).results[0]).toMatchObject({ author: owner.user.username, state: "hidden" });
    }
    expect((await api.sumsOf(talk.thread_id)).kept.comment_count).toBe(1);
    for (const { id } of [first, alone]) {
      expect(await fieldsOf(talk.say(other.caller, "x", id))).toEqual({ parent_id: ["parent_unknown"] });
      expect(await keyOf(talk.remove(other.caller, id))).toBe(`${kind}_comment_not_found`);
    }
    // Only readable replies keep the place of a comment.
    await hide(answer.id);
    expect(await read(talk, guest)).toEqual([]);
    expect(await read(talk, other.caller)).toEqual(["hidden", "> answer"]);
    expect(await keyOf(talk.edit(owner.caller, alone.id, "still hidden"))).toBe("accepted");
    expect(await read(talk, guest)).toEqual([]);
  });

  test("guests, unverified and banned users cannot comment, but a banned user can delete their own comments", async () => {
    const [talk, { user, caller }] = [await createTalk(api, kind), await api.createMember()];
    const { caller: unverified } = await api.createUser();
    expect(await keyOf(talk.say(guest, "x"))).toBe("not_authenticated");
    expect(await keyOf(talk.say(unverified, "x"))).toBe("email_not_verified");
    const { id } = await talk.say(caller, "before");
    await sql`
      insert into bans (user_id, created_at, until) values (${user.id}, '2026-11-20', '2027-01-01')`;
    expect(await keyOf(talk.say(caller, "x"))).toBe("banned");
    expect(await keyOf(talk.edit(caller, id, "x"))).toBe("banned");
    expect(await keyOf(talk.report(caller, id))).toBe("banned");
    expect(await keyOf(talk.remove(caller, id))).toBe("accepted");
    // The tests' clock stands still; by it this ban is over.
    await sql`update bans set created_at = '2026-01-01', until = '2026-11-20' where user_id = ${user.id}`;
    expect(await keyOf(talk.say(caller, "after"))).toBe("accepted");
  });

  test("in a locked thread only admins can comment, and everyone can still edit and delete their own", async () => {
    const [talk, { caller }, admin] = [await createTalk(api, kind), await api.createMember(), await api.createAdmin()];
    const { id } = await talk.say(caller, "before");
    await sql`update threads set comments = 'closed' where id = ${talk.thread_id}`;
    expect(await keyOf(talk.say(caller, "x"))).toBe("permission_denied");
    expect(await keyOf(talk.say(caller, "x", id))).toBe("permission_denied");
    expect(await keyOf(talk.say(admin.caller, "closed for now"))).toBe("accepted");
    expect(await keyOf(talk.edit(caller, id, "after"))).toBe("accepted");
    expect(await keyOf(talk.remove(caller, id))).toBe("accepted");
    expect(await read(talk, guest)).toEqual(["closed for now"]);
  });

  test("replies in parallel with the deletion of their comment are neither lost nor miscounted", async () => {
    const [talk, { caller }] = [await createTalk(api, kind), await api.createMember()];
    for (let round = 0; round < 8; round += 1) {
      const { id } = await talk.say(caller, "first");
      const answers = await Promise.all([
        fieldsOf(talk.say(caller, "one", id)),
        keyOf(talk.remove(caller, id)),
        fieldsOf(talk.say(caller, "two", id)),
      ]);
      expect(answers[1]).toBe("accepted");
      const said = [answers[0], answers[2]].filter((answer) => answer === "accepted").length;
      for (const answer of [answers[0], answers[2]]) {
        if (answer !== "accepted") expect(answer).toEqual({ parent_id: ["parent_unknown"] });
      }
      const { results } = await talk.list(guest, { limit: 100 });
      expect(results.filter(({ parent_id }) => parent_id === id).length).toBe(said);
      expect(results.some((comment) => comment.id === id)).toBe(said > 0);
    }
    const { kept, counted } = await api.sumsOf(talk.thread_id);
    expect(kept).toEqual(counted);
  });

  test("a text that is empty, unreadable or too long is refused with an error for its field", async () => {
    const [talk, { caller }] = [await createTalk(api, kind), await api.createMember()];
    for (const text of ["", "   ", "x".repeat(2001), "a\u0000"]) {
      expect(await fieldsOf(talk.say(caller, text))).toHaveProperty("text");
    }
    expect((await talk.say(caller, "x".repeat(2000))).text.length).toBe(2000);
  });
});

test("comments of a target that is missing or hidden look missing too", async () => {
  const [{ caller }, author] = [await api.createMember(), await api.createMember()];
  const draft = await api.createPost({ published_at: null });
  const pending = await api.createRequest({ author, status: "pending" });
  for (const by of [guest, caller]) {
    expect(await keyOf(by.blog.comment.list({ blog_slug: draft.slug }))).toBe("blog_not_found");
    expect(await keyOf(by.featureRequest.comment.list({ feature_request_id: pending.id }))).toBe(
      "feature_request_not_found",
    );
  }
  const text = "A word more";
  expect(await keyOf(caller.featureRequest.comment.create({ feature_request_id: pending.id, text }))).toBe(
    "feature_request_not_found",
  );
  await author.caller.featureRequest.comment.create({ feature_request_id: pending.id, text });
  const { results } = await author.caller.featureRequest.comment.list({ feature_request_id: pending.id });
  expect(results).toMatchObject([{ text, mine: true }]);
});

test("a page of long comments is read in many turns of the event loop, so that other requests run", async () => {
  const talk = await createTalk(api, "blog");
  const { user } = await api.createMember();
  await sql`
    insert into comments (thread_id, author_id, text, form)
    select ${talk.thread_id}, ${user.id}, repeat('**a ', 490) || n, 'markdown' from generate_series(1, 40) n`;
  const reading = watchParsing();
  const { results } = await talk.list(guest, { limit: 100 });
  expect(results).toHaveLength(40);
  expect(reading.end()).toBeGreaterThanOrEqual(15);
});

test("a page of comments has a bounded number of elements, and short comments always have their marks", async () => {
  const talk = await createTalk(api, "blog");
  const { user } = await api.createMember();
  const short = "**Yes**, and *no*";
  await sql`
    insert into comments (thread_id, author_id, text, form)
    select ${talk.thread_id}, ${user.id}, case when n % 2 = 0 then ${short} else repeat('*a* ', 490) || n end, 'markdown'
    from generate_series(1, 40) n`;
  const { results } = await talk.list(guest, { limit: 100 });
  const formatted = results.filter(({ blocks = [] }) => blocks.some((block) => "spans" in block && block.spans));
  expect(formatted.filter(({ text }) => text === short)).toHaveLength(20);
  expect(formatted.filter(({ text }) => text !== short)).toHaveLength(2);
  for (const { text, blocks } of results.slice(-2, -1)) expect(blocks).toEqual([{ kind: "paragraph", text }]);
});
