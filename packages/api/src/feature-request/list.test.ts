import { afterAll, describe, expect, test } from "vitest";
import { keyOf, type TestUser } from "../testing.ts";
import { createBoardApi } from "../thread/testing.ts";

const api = await createBoardApi({ max: 12 });
const { guest, sql } = api;
afterAll(api.drop);

type Caller = TestUser["caller"] | typeof guest;
type ListInput = Parameters<TestUser["caller"]["featureRequest"]["list"]>[0];

/** The titles of all pages of a list. */
async function titlesOf(caller: Caller, input: ListInput): Promise<string[]> {
  const { results, next } = await caller.featureRequest.list(input);
  const titles = results.map(({ title }) => title);
  return next === null ? titles : [...titles, ...(await titlesOf(caller, { ...input, cursor: next }))];
}

describe("the list of feature requests", () => {
  test("is sorted by votes, age or activity, with pinned requests first, and paged without gaps", async () => {
    const board = await createBoardApi();
    try {
      const { caller } = await board.createMember();
      const titles = ["a", "b", "c", "d", "e", "f"].map((letter) => `Wish ${letter}`);
      const ids: number[] = [];
      for (const title of titles) ids.push((await board.createRequest({ title })).id);
      const idOf = (letter: string) => ids["abcdef".indexOf(letter)] ?? 0;
      const voters = await Promise.all(Array.from({ length: 3 }, () => board.createMember()));
      for (const [letter, votes] of [
        ["b", 3],
        ["e", 2],
        ["a", 1],
      ] as const) {
        for (const voter of voters.slice(0, votes)) {
          await voter.caller.featureRequest.reaction.set({ feature_request_id: idOf(letter), type: "like" });
        }
      }
      await caller.featureRequest.reaction.set({ feature_request_id: idOf("c"), type: "dislike" });
      await caller.featureRequest.comment.create({ feature_request_id: idOf("d"), text: "News" });
      await board.sql`update feature_requests set pinned_at = now() where id = ${idOf("f")}`;
      const orders = { top: "fbeadc", new: "fedcba", active: "fdecba" };
      for (const [sort, letters] of Object.entries(orders) as ["top" | "new" | "active", string][]) {
        const expected = [...letters].map((letter) => `Wish ${letter}`);
        for (const limit of [1, 2, 4, 6]) {
          expect(await titlesOf(board.guest, { sort, limit }), `${sort} by ${limit}`).toEqual(expected);
        }
      }
      expect(await titlesOf(board.guest, {})).toEqual([...orders.top].map((letter) => `Wish ${letter}`));
      expect(await keyOf(board.guest.featureRequest.list({ cursor: "x" }))).toBe("invalid_cursor");
    } finally {
      await board.drop();
    }
  });

  test("shows pending and rejected requests only to their author and admins, with every filter", async () => {
    const [author, other, admin] = [await api.createMember(), await api.createMember(), await api.createAdmin()];
    const search = "visibility";
    for (const status of ["pending", "open", "closed", "rejected"] as const) {
      await api.createRequest({ author, status, title: `${search} ${status}` });
    }
    await sql`update feature_requests set hidden_at = now() where title = 'visibility closed'`;
    const sorted = async (caller: Caller, input: ListInput) =>
      (await titlesOf(caller, { search, ...input })).map((title) => title.replace("visibility ", "")).sort();
    for (const caller of [guest, other.caller]) {
      expect(await sorted(caller, {})).toEqual(["open"]);
      for (const status of ["pending", "rejected", "closed"] as const)
        expect(await sorted(caller, { status })).toEqual([]);
    }
    for (const { caller } of [author, admin]) {
      expect(await sorted(caller, {})).toEqual(["closed", "open", "pending", "rejected"]);
      expect(await sorted(caller, { status: "rejected" })).toEqual(["rejected"]);
    }
    expect(await sorted(author.caller, { mine: true })).toEqual(["closed", "open", "pending", "rejected"]);
    expect(await sorted(admin.caller, { mine: true })).toEqual([]);
    expect(await sorted(guest, { mine: false })).toEqual(["open"]);
    expect(await keyOf(guest.featureRequest.list({ mine: true }))).toBe("not_authenticated");
  });

  test("finds part of a word in title or details, in both languages and any case, and takes special characters literally", async () => {
    await api.createRequest({ title: "Нагадування щоп’ятниці", details: "Увечері" });
    await api.createRequest({ title: "100% done_now", details: "Use C:\\temp" });
    const find = (search: string) => titlesOf(guest, { search });
    for (const search of ["НАГАДУВ", "п’ЯТН", "увечерІ"])
      expect(await find(search)).toEqual(["Нагадування щоп’ятниці"]);
    for (const search of ["100%", "done_", "c:\\t", " DONE "]) expect(await find(search)).toEqual(["100% done_now"]);
    for (const search of ["1%0", "done%", "d_ne", "zzz"]) expect(await find(search)).toEqual([]);
    expect((await find("")).length).toBeGreaterThan(2);
  });

  test("is filtered by stage, and only open requests have one", async () => {
    const [admin, author] = [await api.createAdmin(), await api.createMember()];
    const search = "staging";
    for (const stage of [null, "planned", "in_progress"] as const) {
      const { id } = await api.createRequest({ author, title: `${search} ${stage}` });
      await admin.caller.featureRequest.open({ id, stage });
    }
    const closed = await api.createRequest({ author, title: `${search} closed` });
    await admin.caller.featureRequest.close({ id: closed.id, reason: "shipped" });
    const found = (stage: "none" | "planned" | "in_progress") => titlesOf(guest, { search, stage });
    expect(await found("none")).toEqual(["staging null"]);
    expect(await found("planned")).toEqual(["staging planned"]);
    expect(await found("in_progress")).toEqual(["staging in_progress"]);
  });

  test("is filtered by category, and shows the caller's vote and whether they follow", async () => {
    const { caller } = await api.createMember();
    const { id } = await api.createRequest({ title: "Filtered by category" });
    await sql`update feature_requests set category = 'critical_bugs' where id = ${id}`;
    const { id: reaction } = await caller.featureRequest.reaction.set({ feature_request_id: id, type: "like" });
    await caller.featureRequest.follow({ id });
    const { results } = await caller.featureRequest.list({ category: "critical_bugs" });
    expect(results).toMatchObject([
      { id, reactions: { likes: 1, dislikes: 0, mine: { id: reaction, type: "like" } }, following: true },
    ]);
    expect((await guest.featureRequest.list({ category: "critical_bugs" })).results).toMatchObject([
      { id, reactions: { likes: 1, dislikes: 0, mine: null }, following: false },
    ]);
  });

  test("takes one statement for any length", async () => {
    const { caller, statements } = await counted();
    await caller.featureRequest.list({ search: "wish", sort: "active", limit: 100 });
    expect(statements.length).toBe(1);
  });
});

async function counted() {
  const [member, { db, statements }] = [await api.createMember(), await api.countStatements()];
  return { caller: member.callerWith({ db }), statements };
}

test("the changelog has what everyone may see of the shipped requests, newest first, in pages without gaps", async () => {
  const board = await createBoardApi();
  try {
    const [author, admin] = [await board.createMember(), await board.createAdmin()];
    const { open, close, update } = admin.caller.featureRequest;
    const ship = async (title: string) => {
      const { id } = await board.createRequest({ author, title });
      await close({ id, reason: "shipped", reply: `${title} is there.` });
      return id;
    };
    const [first, second, third] = [await ship("First"), await ship("Second"), await ship("Third")];
    const hidden = await ship("Hidden");
    await board.sql`update feature_requests set hidden_at = now() where id = ${hidden}`;
    const declined = await board.createRequest({ author, title: "Declined" });
    await close({ id: declined.id, reason: "declined" });
    const read = async (cursor?: string): Promise<string[]> => {
      const { results, next } = await board.guest.featureRequest.listShipped({ limit: 2, ...(cursor && { cursor }) });
      const titles = results.map(({ title }) => title);
      return next ? [...titles, ...(await read(next))] : titles;
    };
    expect(await read()).toEqual(["Third", "Second", "First"]);
    // A later edit or answer does not ship it again.
    await update({ id: first, title: "The first" });
    await close({ id: first, reason: "shipped", reply: "For all of you." });
    expect(await read()).toEqual(["Third", "Second", "The first"]);
    await author.caller.featureRequest.reaction.set({ feature_request_id: third, type: "like" });
    const [newest] = (await board.guest.featureRequest.listShipped({})).results;
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(newest).toEqual({
      ...{ id: third, title: "Third", category: expect.any(String), reply: "Third is there." },
      ...{ likes: 1, dislikes: 0, comment_count: 0, shipped_at: instant, updated_at: instant },
    });
    // If it ships again, it is new again.
    await open({ id: second });
    expect(await read()).toEqual(["Third", "The first"]);
    await close({ id: second, reason: "shipped" });
    expect(await read()).toEqual(["Second", "Third", "The first"]);
    // A node of an older version ships it without the time.
    await board.sql`update feature_requests set shipped_at = null where id = ${first}`;
    expect((await read()).sort()).toEqual(["Second", "The first", "Third"]);
    expect(await keyOf(board.guest.featureRequest.listShipped({ cursor: "x" }))).toBe("invalid_cursor");
  } finally {
    await board.drop();
  }
});
