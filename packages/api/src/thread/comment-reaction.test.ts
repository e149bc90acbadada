import { commentEmojis } from "@daymark/domain/community/comment-emoji";
import { threadKinds } from "@daymark/domain/community/thread";
import { afterAll, describe, expect, test } from "vitest";
import { fieldsOf, keyOf } from "../testing.ts";
import { deletePerson } from "./leave.ts";
import { createBoardApi, createTalk } from "./testing.ts";

const api = await createBoardApi({ max: 20 });
const { db, guest, sql } = api;
afterAll(api.drop);

const rowsOf = async (commentId: number) =>
  sql`select user_id, emoji from comment_reactions where comment_id = ${commentId} order by user_id, emoji`;

describe.each(threadKinds)("reactions to a comment on a %s", (kind) => {
  test("a user has one of each emoji, and readers see the counts in a fixed order, each with their own", async () => {
    const talk = await createTalk(api, kind);
    const [author, other] = [await api.createMember(), await api.createMember()];
    const { id, ...said } = await talk.say(author.caller, "Yes");
    expect(said).not.toHaveProperty("reactions");
    for (const count of [1, 1]) {
      expect(await talk.setEmoji(other.caller, id, "laugh")).toEqual({ emoji: "laugh", count, mine: true });
    }
    await talk.setEmoji(other.caller, id, "heart");
    expect(await talk.setEmoji(author.caller, id, "laugh")).toEqual({ emoji: "laugh", count: 2, mine: true });
    const seen = (heart: boolean, laugh: boolean) => [
      { emoji: "heart", count: 1, mine: heart },
      { emoji: "laugh", count: 2, mine: laugh },
    ];
    expect((await talk.get(guest, id)).reactions).toEqual(seen(false, false));
    expect((await talk.list(author.caller)).results[0]?.reactions).toEqual(seen(false, true));
    expect((await talk.edit(author.caller, id, "Yes!")).reactions).toEqual(seen(false, true));
    const answer = await talk.say(author.caller, "And more", id);
    await talk.setEmoji(other.caller, answer.id, "eyes");
    expect((await talk.list(other.caller)).results.map(({ reactions }) => reactions)).toEqual([
      seen(true, true),
      [{ emoji: "eyes", count: 1, mine: true }],
    ]);
  });

  test("a user takes back only their own reaction, and one that is gone already is no error", async () => {
    const talk = await createTalk(api, kind);
    const [author, other] = [await api.createMember(), await api.createMember()];
    const { id } = await talk.say(author.caller, "Yes");
    await talk.setEmoji(author.caller, id, "heart");
    for (const caller of [other.caller, author.caller, author.caller]) {
      expect(await talk.deleteEmoji(caller, id, "heart")).toEqual({ detail: `${kind}_reaction_deleted` });
      expect((await rowsOf(id)).length).toBe(caller === other.caller ? 1 : 0);
    }
    expect(await talk.get(author.caller, id)).not.toHaveProperty("reactions");
  });

  test("20 parallel reactions of one user with one emoji count as one", async () => {
    const [talk, { caller }] = [await createTalk(api, kind), await api.createMember()];
    const { id } = await talk.say(caller, "Yes");
    await Promise.all(Array.from({ length: 20 }, () => talk.setEmoji(caller, id, "hooray")));
    expect((await rowsOf(id)).length).toBe(1);
  });

  test("guests, unverified and banned users cannot react, but a banned user can take a reaction back", async () => {
    const [talk, { user, caller }] = [await createTalk(api, kind), await api.createMember()];
    const { id } = await talk.say(caller, "Yes");
    expect(await keyOf(talk.setEmoji(guest, id, "heart"))).toBe("not_authenticated");
    const unverified = await api.createUser();
    expect(await keyOf(talk.setEmoji(unverified.caller, id, "heart"))).toBe("email_not_verified");
    await talk.setEmoji(caller, id, "heart");
    await sql`insert into bans (user_id) values (${user.id})`;
    expect(await keyOf(talk.setEmoji(caller, id, "eyes"))).toBe("banned");
    expect(await keyOf(talk.deleteEmoji(caller, id, "heart"))).toBe("accepted");
    expect(await rowsOf(id)).toEqual([]);
  });

  test("where comments are closed, only admins react, and users can take a reaction back", async () => {
    const [talk, { caller }, admin] = [await createTalk(api, kind), await api.createMember(), await api.createAdmin()];
    const { id } = await talk.say(caller, "Yes");
    await talk.setEmoji(caller, id, "heart");
    await sql`update threads set comments = 'closed' where id = ${talk.thread_id}`;
    expect(await keyOf(talk.setEmoji(caller, id, "eyes"))).toBe("permission_denied");
    expect(await keyOf(talk.setEmoji(admin.caller, id, "eyes"))).toBe("accepted");
    expect(await keyOf(talk.deleteEmoji(caller, id, "heart"))).toBe("accepted");
  });

  test("a comment that is deleted, hidden from the user or in another thread looks missing", async () => {
    const [talk, elsewhere] = [await createTalk(api, kind), await createTalk(api, kind)];
    const [author, other] = [await api.createMember(), await api.createMember()];
    const { id } = await talk.say(author.caller, "Yes");
    await talk.setEmoji(other.caller, id, "heart");
    const missing = `${kind}_comment_not_found`;
    expect(await keyOf(elsewhere.setEmoji(other.caller, id, "heart"))).toBe(missing);
    expect(await keyOf(talk.setEmoji(other.caller, id + 1000, "heart"))).toBe(missing);
    const answer = await talk.say(author.caller, "And more", id);
    await sql`update comments set hidden_at = now() where id = ${id}`;
    expect(await keyOf(talk.setEmoji(other.caller, id, "eyes"))).toBe(missing);
    expect(await keyOf(talk.deleteEmoji(other.caller, id, "heart"))).toBe(missing);
    expect((await talk.list(other.caller)).results[0]).not.toHaveProperty("reactions");
    expect(await keyOf(talk.setEmoji(author.caller, id, "eyes"))).toBe("accepted");
    // It keeps its place, because it has a reply.
    await talk.remove(author.caller, id);
    expect(await rowsOf(id)).toEqual([]);
    expect(await keyOf(talk.setEmoji(other.caller, id, "heart"))).toBe(missing);
    expect(await keyOf(talk.setEmoji(other.caller, answer.id, "heart"))).toBe("accepted");
    await talk.remove(author.caller, answer.id);
    expect(await rowsOf(answer.id)).toEqual([]);
  });

  test("an unknown emoji is refused", async () => {
    const [talk, { caller }] = [await createTalk(api, kind), await api.createMember()];
    const { id } = await talk.say(caller, "Yes");
    expect(await fieldsOf(talk.setEmoji(caller, id, "poop" as "heart"))).toHaveProperty("emoji");
  });

  test("a reaction sends no mail, and is deleted with its user", async () => {
    const talk = await createTalk(api, kind);
    const [author, other] = [await api.createMember(), await api.createMember()];
    const { id } = await talk.say(author.caller, "Yes");
    const jobs = () => sql`select count(*)::int from graphile_worker.jobs`;
    const before = await jobs();
    for (const emoji of commentEmojis) await talk.setEmoji(other.caller, id, emoji);
    expect(await jobs()).toEqual(before);
    await talk.setEmoji(author.caller, id, "heart");
    expect(await deletePerson(db, other.user.id)).toBe(true);
    expect((await talk.get(guest, id)).reactions).toEqual([{ emoji: "heart", count: 1, mine: false }]);
  });
});
