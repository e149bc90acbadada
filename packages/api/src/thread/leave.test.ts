import { bans, comments, reactions } from "@daymark/db/schema/thread";
import { eq, inArray } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { keyOf, type TestUser } from "../testing.ts";
import { createBoardApi, createTalk } from "./testing.ts";

const api = await createBoardApi({ max: 24 });
const { db, guest } = api;
afterAll(api.drop);

/** Deletes a user without a password; this needs only a fresh log-in. */
const remove = ({ caller }: TestUser) => caller.account.delete({});

test("a deleted user's comments stay without a name, their votes are deleted, and the sums equal a recount", async () => {
  const [author, other] = [await api.createMember(), await api.createMember()];
  const request = await api.createRequest({ author });
  for (const kind of ["blog", "feature_request"] as const) {
    const talk = await createTalk(api, kind);
    await talk.react(author.caller, "like");
    await talk.react(other.caller, "dislike");
    const said = await talk.say(author.caller, "Still here");
    await talk.say(other.caller, "An answer", said.id);
    const before = api.invalidated.length;
    if (kind === "feature_request") {
      expect(await remove(author)).toEqual({ detail: "account_deleted" });
      expect(api.invalidated.slice(before)).toEqual(["blog", "board"]);
      const { results } = await talk.list(guest);
      expect(results[0]).toMatchObject({ text: "Still here", author: null, mine: false, state: "shown" });
      expect((await guest.featureRequest.get({ id: request.id })).author).toBe(null);
      const { kept, counted } = await api.sumsOf(talk.thread_id);
      expect(kept).toEqual({ likes: 0, dislikes: 1, comment_count: 2 });
      expect(kept).toEqual(counted);
    }
  }
  expect(await db.select().from(reactions).where(eq(reactions.user_id, author.user.id))).toEqual([]);
});

test("parallel deletions of users with the same votes in opposite order do not deadlock while others vote", async () => {
  const talks = await Promise.all(Array.from({ length: 6 }, () => createTalk(api, "feature_request")));
  const pairs = await Promise.all(Array.from({ length: 8 }, () => api.createMember()));
  const voters = await Promise.all(Array.from({ length: 8 }, () => api.createMember()));
  for (const [index, { caller }] of pairs.entries()) {
    for (const talk of index % 2 ? talks : talks.toReversed()) {
      await talk.react(caller, "like");
      await talk.say(caller, "Me too");
    }
  }
  const answers = await Promise.all([
    ...pairs.map((pair) => keyOf(remove(pair))),
    ...voters.flatMap(({ caller }, index) =>
      (index % 2 ? talks : talks.toReversed()).map((talk) => keyOf(talk.react(caller, "dislike"))),
    ),
  ]);
  expect(new Set(answers)).toEqual(new Set(["accepted"]));
  for (const { thread_id } of talks) {
    const { kept, counted } = await api.sumsOf(thread_id);
    expect(kept).toEqual(counted);
    expect(counted).toEqual({ likes: 0, dislikes: 8, comment_count: 8 });
  }
});

test("a user who is deleted while writing gets session_terminated, and leaves nothing behind", async () => {
  const talks = await Promise.all(Array.from({ length: 8 }, () => createTalk(api, "blog")));
  for (let round = 0; round < 5; round += 1) {
    const person = await api.createMember();
    const writing = talks.flatMap((talk) => [
      keyOf(talk.react(person.caller, "like")),
      keyOf(talk.say(person.caller, "In a hurry")),
    ]);
    const answers = await Promise.all([keyOf(remove(person)), ...writing]);
    expect(answers[0]).toBe("accepted");
    for (const answer of answers) expect(["accepted", "session_terminated"]).toContain(answer);
    expect(await db.select().from(reactions).where(eq(reactions.user_id, person.user.id))).toEqual([]);
  }
  for (const { thread_id } of talks) {
    const { kept, counted } = await api.sumsOf(thread_id);
    expect(kept).toEqual(counted);
  }
});

test("an admin can be deleted while their decisions are written and others delete comments", async () => {
  const talks = await Promise.all(Array.from({ length: 5 }, () => createTalk(api, "feature_request")));
  const [admin, author] = [await api.createAdmin(), await api.createMember()];
  // The last admin could not be deleted.
  await api.createAdmin();
  const said = [];
  for (const talk of talks) {
    await talk.say(admin.caller, "Looked at");
    said.push({ talk, id: (await talk.say(author.caller, "Never mind")).id });
  }
  const target = await api.createMember();
  await admin.caller.moderation.ban({ username: target.user.username });
  const answers = await Promise.all([
    keyOf(remove(admin)),
    ...said.toReversed().map(({ talk, id }) => keyOf(talk.remove(author.caller, id))),
    keyOf(remove(author)),
  ]);
  for (const answer of answers) expect(["accepted", "session_terminated"]).toContain(answer);
  const ids = talks.map(({ thread_id }) => thread_id);
  const left = await db.select().from(comments).where(inArray(comments.thread_id, ids));
  expect(left.every(({ author_id }) => author_id === null)).toBe(true);
  expect(await db.select().from(bans)).toMatchObject([{ user_id: target.user.id, banned_by: null }]);
});

test("a vote cast while its user is deleted gets session_terminated", async () => {
  const [talk, person] = [await createTalk(api, "blog"), await api.createMember()];
  let voting: Promise<unknown> | undefined;
  // The vote waits for the thread's lock until the user is deleted.
  await api.sql.begin(async (tx) => {
    await tx`select from threads where id = ${talk.thread_id} for no key update`;
    voting = keyOf(talk.react(person.caller, "like"));
    const isWaiting = async () =>
      (await api.sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
        .length > 0;
    await expect.poll(isWaiting).toBe(true);
    await tx`delete from users where id = ${person.user.id}`;
  });
  expect(await voting).toBe("session_terminated");
  expect((await api.sumsOf(talk.thread_id)).kept).toEqual({ likes: 0, dislikes: 0, comment_count: 0 });
});

test.each(["security_events", "mails", "idempotency_keys"])(
  "other users can vote in a thread while a deleted user's %s are deleted",
  async (table) => {
    const [talk, person, other] = [await createTalk(api, "blog"), await api.createMember(), await api.createMember()];
    const { caller, user } = person;
    await talk.react(caller, "like");
    await api.sql`insert into security_events (user_id, kind) values (${user.id}, 'log_in')`;
    await api.sql`insert into mails (user_id, template) values (${user.id}, 'a_template')`;
    await api.sql`
    insert into idempotency_keys (user_id, operation, key, body_hash) values (${user.id}, 'POST /notes', 'a', 'b')`;
    let leaving: Promise<unknown> | undefined;
    await api.sql.begin(async (holder) => {
      const held = await holder`select from ${holder(table)} where user_id = ${user.id} for update`;
      expect(held.length).toBeGreaterThan(0);
      leaving = keyOf(remove(person));
      const isWaiting = async () =>
        (await api.sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
          .length > 0;
      await expect.poll(isWaiting).toBe(true);
      expect(await keyOf(talk.react(other.caller, "dislike"))).toBe("accepted");
    });
    expect(await leaving).toBe("accepted");
    expect((await api.sumsOf(talk.thread_id)).kept).toEqual({ likes: 0, dislikes: 1, comment_count: 0 });
  },
);
