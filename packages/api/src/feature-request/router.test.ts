import { afterAll, describe, expect, test } from "vitest";
import { fieldsOf, keyOf, type TestUser } from "../testing.ts";
import { createBoardApi } from "../thread/testing.ts";

const api = await createBoardApi({ max: 12 });
const { guest, sql } = api;
afterAll(api.drop);

type Caller = TestUser["caller"] | typeof guest;
type ListInput = Parameters<TestUser["caller"]["featureRequest"]["list"]>[0];

const wish = { title: "Dark theme", details: "For the evening", category: "improvements" } as const;

/** The titles of all pages of a list. */
async function titlesOf(caller: Caller, input: ListInput): Promise<string[]> {
  const { results, next } = await caller.featureRequest.list(input);
  const titles = results.map(({ title }) => title);
  return next === null ? titles : [...titles, ...(await titlesOf(caller, { ...input, cursor: next }))];
}

describe("a feature request", () => {
  test("is pending when sent, has no votes, and is visible only to its author", async () => {
    const [{ user, caller }, other, admin] = [
      await api.createMember(),
      await api.createMember(),
      await api.createAdmin(),
    ];
    const request = await caller.featureRequest.create({ ...wish, title: "  Dark theme " });
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(request).toEqual({
      ...wish,
      ...{
        id: expect.any(Number),
        status: "pending",
        stage: null,
        reason: null,
        reply: null,
        author: user.username,
        mine: true,
      },
      ...{ reactions: { likes: 0, dislikes: 0, mine: null }, comment_count: 0 },
      ...{ created_at: instant, updated_at: instant, active_at: instant, notify_me: false, following: false },
      ...{ duplicate_of: null, pinned: false, hidden: false, comments: "open" },
    });
    const { id } = request;
    expect(await caller.featureRequest.get({ id })).toEqual(request);
    expect(await admin.caller.featureRequest.get({ id })).toEqual({ ...request, mine: false, notify_me: null });
    for (const by of [guest, other.caller]) {
      expect(await keyOf(by.featureRequest.get({ id }))).toBe("feature_request_not_found");
      expect(await titlesOf(by, { status: "pending" })).toEqual([]);
    }
    expect(await keyOf(other.caller.featureRequest.update({ id, title: "Taken" }))).toBe("permission_denied");
    expect(await keyOf(other.caller.featureRequest.delete({ id }))).toBe("permission_denied");
    for (const call of [
      () => other.caller.featureRequest.follow({ id }),
      () => other.caller.featureRequest.report({ id, reason: "spam" }),
    ]) {
      expect(await keyOf(call())).toBe("feature_request_not_found");
    }
  });

  test("is public once opened or closed, and only its author's once rejected or pending", async () => {
    const [{ caller }, admin] = [await api.createMember(), await api.createAdmin()];
    const { id } = await caller.featureRequest.create(wish);
    const { open, close, reject, pend } = admin.caller.featureRequest;
    expect(await open({ id })).toMatchObject({ status: "open", reason: null, reply: null });
    expect(await guest.featureRequest.get({ id })).toMatchObject({ status: "open", mine: false, notify_me: null });
    expect(await close({ id, reason: "shipped", reply: " In version 2. " })).toMatchObject({
      ...{ status: "closed", reason: "shipped", reply: "In version 2." },
    });
    expect((await guest.featureRequest.get({ id })).reason).toBe("shipped");
    for (const [decide, status] of [
      [reject, "rejected"],
      [pend, "pending"],
    ] as const) {
      expect(await decide({ id })).toMatchObject({ status, reason: null, reply: null });
      expect(await keyOf(guest.featureRequest.get({ id }))).toBe("feature_request_not_found");
      expect((await caller.featureRequest.get({ id })).status).toBe(status);
    }
    await sql`update feature_requests set status = 'open', hidden_at = now() where id = ${id}`;
    expect(await keyOf(guest.featureRequest.get({ id }))).toBe("feature_request_not_found");
    expect(await caller.featureRequest.get({ id })).toMatchObject({ status: "open", hidden: true });
  });

  test("keeps an omitted reply and removes an empty one, and may be closed without a reason", async () => {
    const { caller } = await api.createAdmin();
    const { id } = await api.createRequest();
    const { open, close } = caller.featureRequest;
    expect(await close({ id })).toMatchObject({ status: "closed", reason: null });
    expect(await close({ id, reason: "declined", reply: "Sorry" })).toMatchObject({
      reason: "declined",
      reply: "Sorry",
    });
    const before = await caller.featureRequest.get({ id });
    expect(await close({ id })).toEqual(before);
    expect(await close({ id, reply: null })).toMatchObject({ reason: "declined", reply: null });
    expect(await open({ id, reply: "" })).toMatchObject({ status: "open", reason: null, reply: null });
  });

  test("that was closed or rejected loses its reply when opened or pended, unless a new one is given", async () => {
    const { caller } = await api.createAdmin();
    const { open, close, reject, pend } = caller.featureRequest;
    for (const refuse of [close, reject]) {
      for (const [again, status] of [
        [open, "open"],
        [pend, "pending"],
      ] as const) {
        const { id } = await api.createRequest();
        expect(await refuse({ id, reply: "Not for us." })).toMatchObject({ reply: "Not for us." });
        expect(await again({ id })).toMatchObject({ status, reason: null, reply: null });
        await refuse({ id, reply: "Not for us." });
        expect(await again({ id, reply: "We look again." })).toMatchObject({ status, reply: "We look again." });
        // The answer to an open or pending request stays until an admin answers again.
        expect(await refuse({ id })).toMatchObject({ reply: "We look again." });
      }
    }
  });

  test("has a stage that admins set while it is open, and that ends with its status", async () => {
    const [{ caller }, admin] = [await api.createMember(), await api.createAdmin()];
    const { id } = await caller.featureRequest.create(wish);
    const { open, close, pend } = admin.caller.featureRequest;
    expect(await open({ id, stage: "planned", reply: "Next." })).toMatchObject({ status: "open", stage: "planned" });
    expect(await open({ id })).toMatchObject({ stage: "planned", reply: "Next." });
    expect(await open({ id, stage: "in_progress" })).toMatchObject({ stage: "in_progress" });
    expect(await guest.featureRequest.get({ id })).toMatchObject({ stage: "in_progress" });
    expect(await open({ id, stage: null })).toMatchObject({ status: "open", stage: null });
    await open({ id, stage: "in_progress" });
    expect(await close({ id, reason: "shipped" })).toMatchObject({ status: "closed", stage: null });
    expect(await open({ id })).toMatchObject({ status: "open", stage: null });
    await open({ id, stage: "planned" });
    expect(await pend({ id })).toMatchObject({ status: "pending", stage: null });
    // A node of an older version closes a request and leaves its stage.
    await sql`update feature_requests set status = 'closed', stage = 'planned' where id = ${id}`;
    expect(await guest.featureRequest.get({ id })).toMatchObject({ status: "closed", stage: null });
    expect(await open({ id })).toMatchObject({ status: "open", stage: null });
    expect(await keyOf(caller.featureRequest.open({ id, stage: "planned" }))).toBe("permission_denied");
    expect(await keyOf(open({ id, stage: "soon" as "planned" }))).toBe("validation_failed");
  });

  test("can be changed by its author and by admins in any status, and shows when", async () => {
    const [author, other, admin] = [await api.createMember(), await api.createMember(), await api.createAdmin()];
    const { id } = await api.createRequest({ author, title: "Before", details: "Words" });
    const before = await guest.featureRequest.get({ id });
    expect(await keyOf(other.caller.featureRequest.update({ id, title: "Taken" }))).toBe("permission_denied");
    expect(await author.caller.featureRequest.update({ id, title: "Before" })).toMatchObject({
      updated_at: before.updated_at,
    });
    const after = await author.caller.featureRequest.update({ id, title: "After", category: "minor_issues" });
    expect(after).toMatchObject({ title: "After", details: "Words", category: "minor_issues", status: "open" });
    expect(after.updated_at > before.updated_at).toBe(true);
    expect((await admin.caller.featureRequest.update({ id, details: "Others" })).details).toBe("Others");
    expect((await guest.featureRequest.get({ id })).status).toBe("open");
  });

  test("notifies its author by mail if they wish, and only they can choose that", async () => {
    const [{ caller }, admin] = [await api.createMember(), await api.createAdmin()];
    const { id, updated_at } = await caller.featureRequest.create({ ...wish, notify_me: true });
    expect(await caller.featureRequest.get({ id })).toMatchObject({ notify_me: true, following: true });
    expect(await caller.featureRequest.update({ id, notify_me: false })).toMatchObject({
      notify_me: false,
      updated_at,
    });
    expect(await keyOf(admin.caller.featureRequest.update({ id, notify_me: true }))).toBe("permission_denied");
    expect(await caller.featureRequest.follow({ id })).toEqual({ detail: "feature_request_followed" });
    expect(await caller.featureRequest.get({ id })).toMatchObject({ notify_me: true });
    await admin.caller.featureRequest.follow({ id });
    expect(await admin.caller.featureRequest.get({ id })).toMatchObject({ following: true, notify_me: null });
    for (let count = 0; count < 2; count += 1) {
      expect(await caller.featureRequest.unfollow({ id })).toEqual({ detail: "feature_request_unfollowed" });
    }
    expect(await caller.featureRequest.get({ id })).toMatchObject({ following: false });
  });

  test("can be deleted only by its author or an admin, together with its comments and votes", async () => {
    const [author, other, admin] = [await api.createMember(), await api.createMember(), await api.createAdmin()];
    for (const by of [author, admin]) {
      const { id, thread_id } = await api.createRequest({ author });
      await other.caller.featureRequest.comment.create({ feature_request_id: id, text: "Nice" });
      await other.caller.featureRequest.reaction.set({ feature_request_id: id, type: "like" });
      expect(await keyOf(other.caller.featureRequest.delete({ id }))).toBe("permission_denied");
      expect(await by.caller.featureRequest.delete({ id })).toEqual({ detail: "feature_request_deleted" });
      expect(await keyOf(guest.featureRequest.get({ id }))).toBe("feature_request_not_found");
      expect(await keyOf(by.caller.featureRequest.delete({ id }))).toBe("feature_request_not_found");
      expect(await sql`select from threads where id = ${thread_id}`).toEqual([]);
      expect(await sql`select from comments where thread_id = ${thread_id}`).toEqual([]);
    }
  });

  test("cannot be sent by a guest, an unverified user or a banned user", async () => {
    expect(await keyOf(guest.featureRequest.create(wish))).toBe("not_authenticated");
    const [{ caller: unverified }, { user, caller }] = [await api.createUser(), await api.createMember()];
    expect(await keyOf(unverified.featureRequest.create(wish))).toBe("email_not_verified");
    const { id } = await caller.featureRequest.create(wish);
    await sql`insert into bans (user_id) values (${user.id})`;
    expect(await keyOf(caller.featureRequest.create(wish))).toBe("banned");
    expect(await keyOf(caller.featureRequest.update({ id, title: "Other" }))).toBe("banned");
    expect(await keyOf(caller.featureRequest.update({ id, notify_me: true }))).toBe("accepted");
    expect(await keyOf(caller.featureRequest.delete({ id }))).toBe("accepted");
  });

  test("needs a title of 3 to 120 characters, details of 1 to 5000 and a known category", async () => {
    const { caller } = await api.createMember();
    for (const [field, value] of [
      ["title", "ab"],
      ["title", "x".repeat(121)],
      ["details", " "],
      ["details", "x".repeat(5001)],
      ["category", "other"],
    ] as const) {
      expect(
        Object.keys((await fieldsOf(caller.featureRequest.create({ ...wish, [field]: value }))) as object),
      ).toEqual([field]);
    }
    expect(await keyOf(caller.featureRequest.create({ ...wish, title: "абв", details: "x".repeat(5000) }))).toBe(
      "accepted",
    );
  });

  test("can be opened, closed, rejected and pended only by admins", async () => {
    const author = await api.createMember();
    const { id } = await api.createRequest({ author });
    for (const verb of ["open", "close", "reject", "pend"] as const) {
      expect(await keyOf(author.caller.featureRequest[verb]({ id }))).toBe("permission_denied");
      expect(await keyOf((await api.createAdmin()).caller.featureRequest[verb]({ id: id + 1000 }))).toBe(
        "feature_request_not_found",
      );
    }
  });
});

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

test("the target of a duplicate is shown only to users who may see it", async () => {
  const [author, admin] = [await api.createMember(), await api.createAdmin()];
  const [duplicate, target] = [await api.createRequest(), await api.createRequest({ author, status: "pending" })];
  await admin.caller.featureRequest.close({ id: duplicate.id, duplicate_of: target.id });
  const { id } = duplicate;
  expect(await guest.featureRequest.get({ id })).toMatchObject({ reason: "duplicate", duplicate_of: null });
  for (const { caller } of [author, admin]) {
    expect((await caller.featureRequest.get({ id })).duplicate_of).toMatchObject({ id: target.id, status: "pending" });
  }
});

test("guests' pages are invalidated exactly by the changes that guests can see", async () => {
  const [author, admin] = [await api.createMember(), await api.createAdmin()];
  const invalidatedBy = async (call: () => Promise<unknown>) => {
    const before = api.invalidated.length;
    await call();
    return api.invalidated.slice(before);
  };
  const { id } = await api.createRequest({ author });
  const { featureRequest } = author.caller;
  expect(await invalidatedBy(() => featureRequest.create(wish))).toEqual([]);
  expect(await invalidatedBy(() => featureRequest.follow({ id }))).toEqual([]);
  expect(await invalidatedBy(() => featureRequest.reaction.set({ feature_request_id: id, type: "like" }))).toEqual([
    "board",
  ]);
  expect(await invalidatedBy(() => featureRequest.comment.create({ feature_request_id: id, text: "x" }))).toEqual([
    "board",
  ]);
  expect(await invalidatedBy(() => featureRequest.update({ id, title: "Another" }))).toEqual(["board"]);
  expect(await invalidatedBy(() => admin.caller.featureRequest.close({ id }))).toEqual(["board"]);
  expect(await invalidatedBy(() => featureRequest.delete({ id }))).toEqual(["board"]);
});
