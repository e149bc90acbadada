import { featureRequests } from "@daymark/db/schema/feature-request";
import { reactions, threads } from "@daymark/db/schema/thread";
import { countWaiting } from "@daymark/db/testing";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { fieldsOf, keyOf, type TestUser } from "../testing.ts";
import { createBoardApi } from "../thread/testing.ts";

const api = await createBoardApi({ max: 24 });
const { db, guest } = api;
afterAll(api.drop);

/**
 * The votes of a request by a plain recount of all rows: its own votes, and for other users the earliest vote on a
 * request that was merged into it.
 */
function recount(requests: Request[], votes: Vote[], { id, thread_id }: Request) {
  const ownOf = (threadId: number) => votes.filter((vote) => vote.thread_id === threadId && !vote.carried);
  const mergedInto = (into: number): Request[] =>
    requests
      .filter(({ duplicate_of_id }) => duplicate_of_id === into)
      .flatMap((request) => [request, ...mergedInto(request.id)]);
  const own = ownOf(thread_id);
  const carried = new Map<number, string>();
  const others = mergedInto(id).flatMap((request) => ownOf(request.thread_id));
  for (const { user_id, type } of others.sort((a, b) => a.id - b.id)) {
    const isNew = !carried.has(user_id) && !own.some((vote) => vote.user_id === user_id);
    if (isNew) carried.set(user_id, `${user_id} ${type}`);
  }
  return [...carried.values()].sort();
}

type Request = typeof featureRequests.$inferSelect;
type Vote = typeof reactions.$inferSelect;

/** Checks that every request has the votes and sums of a recount, and the right merged flag. */
async function expectRecount() {
  const [requests, votes, kept] = await Promise.all([
    db.select().from(featureRequests),
    db.select().from(reactions),
    db.select().from(threads),
  ]);
  for (const request of requests) {
    const { id, thread_id, duplicate_of_id } = request;
    const here = votes.filter((vote) => vote.thread_id === thread_id);
    const carried = here.filter((vote) => vote.carried).map(({ user_id, type }) => `${user_id} ${type}`);
    expect(carried.sort()).toEqual(recount(requests, votes, request));
    expect(kept.find((thread) => thread.id === thread_id)).toMatchObject({
      likes: here.filter(({ type }) => type === "like").length,
      dislikes: here.filter(({ type }) => type === "dislike").length,
      merged: duplicate_of_id !== null || requests.some((other) => other.duplicate_of_id === id),
    });
  }
}

const likesOf = async (id: number) => (await guest.featureRequest.get({ id })).reactions.likes;
const react = ({ caller }: TestUser, feature_request_id: number, type: "like" | "dislike" = "like") =>
  caller.featureRequest.reaction.set({ feature_request_id, type });

test("votes on a duplicate also count for its target, once per user, until the two are separated", async () => {
  const [admin, both, one, other] = [
    await api.createAdmin(),
    await api.createMember(),
    await api.createMember(),
    await api.createMember(),
  ];
  const [a, b] = [await api.createRequest(), await api.createRequest()];
  for (const person of [both, one]) await react(person, a.id);
  for (const person of [both, other]) await react(person, b.id);
  const merged = await admin.caller.featureRequest.close({ id: a.id, duplicate_of: b.id });
  expect(merged).toMatchObject({ status: "closed", reason: "duplicate", duplicate_of: { id: b.id, status: "open" } });
  expect([await likesOf(a.id), await likesOf(b.id)]).toEqual([2, 3]);
  const mine = (await one.caller.featureRequest.get({ id: b.id })).reactions.mine;
  expect(mine).toMatchObject({ type: "like" });
  const opened = await admin.caller.featureRequest.open({ id: a.id });
  expect(opened).toMatchObject({ status: "open", reason: null, duplicate_of: null });
  expect([await likesOf(a.id), await likesOf(b.id)]).toEqual([2, 2]);
  expect((await one.caller.featureRequest.get({ id: b.id })).reactions.mine).toBe(null);
  await expectRecount();
});

test("votes count through a chain of duplicates, after any link is created, removed or deleted", async () => {
  const admin = await api.createAdmin();
  const people = await Promise.all(Array.from({ length: 3 }, () => api.createMember()));
  const [a, b, c] = [await api.createRequest(), await api.createRequest(), await api.createRequest()];
  for (const [index, { id }] of [a, b, c].entries()) await react(people[index] as TestUser, id);
  const { close, pend, delete: remove } = admin.caller.featureRequest;
  await close({ id: a.id, duplicate_of: b.id });
  await close({ id: b.id, duplicate_of: c.id });
  expect([await likesOf(a.id), await likesOf(b.id), await likesOf(c.id)]).toEqual([1, 2, 3]);
  await pend({ id: a.id });
  expect([await likesOf(b.id), await likesOf(c.id)]).toEqual([1, 2]);
  await close({ id: a.id, reason: "duplicate", duplicate_of: b.id });
  expect(await likesOf(c.id)).toBe(3);
  await expectRecount();
  await remove({ id: b.id });
  expect([await likesOf(a.id), await likesOf(c.id)]).toEqual([1, 1]);
  expect(await guest.featureRequest.get({ id: a.id })).toMatchObject({ reason: "duplicate", duplicate_of: null });
  await expectRecount();
});

test("a carried vote becomes the user's own when they vote there, and removing it removes it everywhere", async () => {
  const [admin, person] = [await api.createAdmin(), await api.createMember()];
  const [a, b] = [await api.createRequest(), await api.createRequest()];
  const first = await react(person, a.id);
  await admin.caller.featureRequest.close({ id: a.id, duplicate_of: b.id });
  const carried = (await person.caller.featureRequest.get({ id: b.id })).reactions.mine;
  expect(await react(person, b.id, "dislike")).toEqual({ id: carried?.id, type: "dislike", created: false });
  await expectRecount();
  expect(await react(person, a.id, "like")).toEqual({ ...first, created: false });
  await person.caller.featureRequest.reaction.delete({ feature_request_id: b.id, id: carried?.id ?? 0 });
  for (const { id } of [a, b]) {
    expect((await person.caller.featureRequest.get({ id })).reactions).toEqual({ likes: 0, dislikes: 0, mine: null });
  }
  expect(await react(person, a.id)).toMatchObject({ created: true });
  expect(await likesOf(b.id)).toBe(1);
  const again = (await person.caller.featureRequest.get({ id: b.id })).reactions.mine;
  const { reaction } = person.caller.featureRequest;
  expect(await reaction.update({ feature_request_id: b.id, id: again?.id ?? 0, type: "like" })).toEqual(again);
  await admin.caller.featureRequest.open({ id: a.id });
  expect([await likesOf(a.id), await likesOf(b.id)]).toEqual([1, 1]);
  await expectRecount();
});

test("20 parallel votes of one user on a duplicate and its target count once on each", async () => {
  const [admin, person] = [await api.createAdmin(), await api.createMember()];
  const [a, b, c] = [await api.createRequest(), await api.createRequest(), await api.createRequest()];
  await admin.caller.featureRequest.close({ id: a.id, duplicate_of: b.id });
  await admin.caller.featureRequest.close({ id: b.id, duplicate_of: c.id });
  await Promise.all(Array.from({ length: 20 }, (_, index) => react(person, index % 2 ? a.id : b.id)));
  expect([await likesOf(a.id), await likesOf(b.id), await likesOf(c.id)]).toEqual([1, 1, 1]);
  await expectRecount();
  await admin.caller.featureRequest.open({ id: b.id });
  expect([await likesOf(b.id), await likesOf(c.id)]).toEqual([1, 0]);
  await expectRecount();
});

test("a request cannot be merged into itself, into its own duplicate, or into a missing request", async () => {
  const { caller } = await api.createAdmin();
  const [a, b, c] = [await api.createRequest(), await api.createRequest(), await api.createRequest()];
  const { close } = caller.featureRequest;
  await close({ id: a.id, duplicate_of: b.id });
  await close({ id: b.id, duplicate_of: c.id });
  for (const [id, duplicate_of] of [
    [a.id, a.id],
    [c.id, a.id],
    [c.id, b.id],
  ] as const) {
    expect(await fieldsOf(close({ id, duplicate_of }))).toEqual({ duplicate_of: ["duplicate_circular"] });
  }
  expect(await fieldsOf(close({ id: c.id, duplicate_of: c.id + 1000 }))).toEqual({
    duplicate_of: ["duplicate_unknown"],
  });
  expect(await fieldsOf(close({ id: c.id, duplicate_of: a.id, reason: "shipped" }))).toEqual({
    reason: ["duplicate_reason_differs"],
  });
  expect((await caller.featureRequest.get({ id: c.id })).status).toBe("open");
});

test("of two parallel merges into each other one is refused", async () => {
  const { caller } = await api.createAdmin();
  for (let round = 0; round < 5; round += 1) {
    const [a, b] = [await api.createRequest(), await api.createRequest()];
    const answers = await Promise.all([
      fieldsOf(caller.featureRequest.close({ id: a.id, duplicate_of: b.id })),
      fieldsOf(caller.featureRequest.close({ id: b.id, duplicate_of: a.id })),
    ]);
    expect(answers).toContain("accepted");
    expect(answers).toContainEqual({ duplicate_of: ["duplicate_circular"] });
  }
  await expectRecount();
});

test("a vote on a duplicate that is deleted meanwhile gets feature_request_not_found", async () => {
  const [admin, person] = [await api.createAdmin(), await api.createMember()];
  const [target, duplicate] = [await api.createRequest(), await api.createRequest()];
  await admin.caller.featureRequest.close({ id: duplicate.id, duplicate_of: target.id });
  let voting: Promise<unknown> | undefined;
  await api.sql.begin(async (tx) => {
    await tx`select from threads where id = ${target.thread_id} for no key update`;
    voting = keyOf(react(person, duplicate.id));
    await expect.poll(() => countWaiting(api.sql)).toBeGreaterThan(0);
    await tx`delete from threads where id = ${duplicate.thread_id}`;
  });
  expect(await voting).toBe("feature_request_not_found");
  expect(await likesOf(target.id)).toBe(0);
  await admin.caller.featureRequest.delete({ id: target.id });
});

/** One action of a user; requests and users are given by number. */
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant("vote" as const),
      who: fc.nat(3),
      at: fc.nat(4),
      type: fc.constantFrom("like" as const, "dislike" as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("unvote" as const), who: fc.nat(3), at: fc.nat(4) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant("merge" as const), at: fc.nat(4), into: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("open" as const), at: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("delete" as const), at: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("leave" as const), who: fc.nat(3) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The possible results: a deleted request is missing, and a circular merge is refused. */
const endings = new Set<unknown>([
  "accepted",
  "feature_request_not_found",
  "feature_request_reaction_not_found",
  "validation_failed",
  "session_terminated",
]);

async function begin() {
  const admin = await api.createAdmin();
  const people = await Promise.all(Array.from({ length: 4 }, () => api.createMember()));
  const requests = await Promise.all(Array.from({ length: 5 }, () => api.createRequest()));
  const idAt = (index: number) => requests[index]?.id ?? 0;
  const take = async (it: Step): Promise<unknown> => {
    const { featureRequest } = admin.caller;
    if (it.does === "merge") return keyOf(featureRequest.close({ id: idAt(it.at), duplicate_of: idAt(it.into) }));
    if (it.does === "open") return keyOf(featureRequest.open({ id: idAt(it.at) }));
    if (it.does === "delete") return keyOf(featureRequest.delete({ id: idAt(it.at) }));
    const person = people[it.who] as TestUser;
    if (it.does === "leave") return keyOf(person.caller.account.delete({}));
    if (it.does === "vote") return keyOf(react(person, idAt(it.at), it.type));
    const mine = await person.caller.featureRequest.get({ id: idAt(it.at) }).then(
      ({ reactions: { mine } }) => mine,
      () => null,
    );
    const { reaction } = person.caller.featureRequest;
    return mine ? keyOf(reaction.delete({ feature_request_id: idAt(it.at), id: mine.id })) : "accepted";
  };
  const end = async () => {
    for (const { id } of requests) await keyOf(admin.caller.featureRequest.delete({ id }));
  };
  return { take, end };
}

test("after any sequence of votes, merges, separations and deletions the sums equal a recount", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
      const { take, end } = await begin();
      for (const it of steps) {
        expect(endings).toContain(await take(it));
        await expectRecount();
      }
      await end();
    }),
    { numRuns: 15, endOnFailure: true },
  );
});

test("after any parallel votes, merges, separations and deletions the sums equal a recount", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 20 }), async (steps) => {
      const { take, end } = await begin();
      for (const answer of await Promise.all(steps.map(take))) expect(endings).toContain(answer);
      await expectRecount();
      await end();
    }),
    { numRuns: 15, endOnFailure: true },
  );
});
