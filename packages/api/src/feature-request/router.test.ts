import { afterAll, describe, expect, test } from "vitest";
import { fieldsOf, keyOf } from "../testing.ts";
import { createBoardApi } from "../thread/testing.ts";

const api = await createBoardApi({ max: 12 });
const { guest, sql } = api;
afterAll(api.drop);

const wish = { title: "Dark theme", details: "For the evening", category: "improvements" } as const;

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
      expect((await by.featureRequest.list({ status: "pending" })).results).toEqual([]);
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
