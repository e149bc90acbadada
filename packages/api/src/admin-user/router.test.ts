import { createApiKey } from "@daymark/auth/session/api-key";
import { apiKeys } from "@daymark/db/schema/connection/api-key";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApi, keyOf, noon, type TestApi, type TestUser } from "../testing.ts";
import { createProtectedPerson } from "../two-factor/testing.ts";

let api: TestApi;
let admin: TestUser;
beforeAll(async () => {
  api = await createTestApi({ max: 30 });
  admin = await api.createUser({ is_staff: true, username: "Boss" });
});
afterAll(() => api.drop());

const list = async (input: Parameters<TestUser["caller"]["adminUser"]["list"]>[0]) =>
  (await admin.caller.adminUser.list(input)).results;
const lastMail = async () => (await api.readMails()).at(-1);

describe("the list", () => {
  test("finds users by part of a name or address in any case, by id, and by their attributes", async () => {
    const { user } = await api.createUser({ username: "Find_Me", email: "somewhere%@example.org", plan: "paid" });
    for (const search of ["find_m", "WHERE%@EXAM", ` ${user.id} `]) {
      expect((await list({ search })).map(({ id }) => id)).toContain(user.id);
    }
    const { user: foreign } = await api.createUser({ email: "reader@xn--bcher-kva.example" });
    expect((await list({ search: "Reader@Bücher.example" })).map(({ id }) => id)).toEqual([foreign.id]);
    // Wildcards in the search are plain characters.
    expect(await list({ search: "f%d_me" })).toEqual([]);
    expect((await list({ plan: "paid" })).map(({ username }) => username)).toEqual(["Find_Me"]);
    expect((await list({ is_staff: true })).map(({ username }) => username)).toEqual(["Boss"]);
    expect(await list({ is_active: false })).toEqual([]);
  });

  test("shows counts and sign-in methods, and none of the user's content", async () => {
    const person = await api.createUser({ password_hash: "$argon2id$secret" });
    await person.caller.habit.create({ title: "Private thing", type: "good", target: 1, unit: "minutes", hue: 0 });
    const [told] = await list({ search: person.user.username });
    expect(told).toMatchObject({
      email: person.user.email,
      habits: 1,
      sessions: 1,
      sign_in: { password: true, providers: [], passkeys: 0, two_factor: false },
      api_keys: 0,
    });
    expect(JSON.stringify(told)).not.toMatch(/argon|Private/);
  });

  test("is paged, newest first", async () => {
    const first = await admin.caller.adminUser.list({ limit: 1 });
    const second = await admin.caller.adminUser.list({ limit: 1, cursor: first.next ?? "" });
    expect(second.results[0]?.id).toBeLessThan(first.results[0]?.id ?? 0);
    expect(await keyOf(admin.caller.adminUser.list({ cursor: "?" }))).toBe("invalid_cursor");
  });

  test("uses its index", async () => {
    const plan = await api.sql.begin(async (sql) => {
      await sql`set local enable_seqscan = off`;
      return sql`explain select 1 from users u where ((lower(u.username) || ' ' || u.email) like '%boss%' or u.id = 7)`;
    });
    expect(JSON.stringify(plan)).toContain("users_search_idx");
  });
});

describe("a deactivated account", () => {
  test("loses access at once, on every instance, with its sessions and keys, and can be reactivated", async () => {
    const person = await api.createUser();
    const { access, refresh } = await api.sessions.create(api.db, person.user.id, {
      ...{ rememberMe: true, address: "127.0.0.1", userAgent: "" },
    });
    const { key, ...kept } = createApiKey();
    await api.db.insert(apiKeys).values({ user_id: person.user.id, name: "Script", scopes: ["read"], ...kept });
    const other = await api.startOtherNode();
    expect(typeof (await other.authenticate(access))).toBe("object");
    await admin.caller.adminUser.update({ id: person.user.id, is_active: false });
    expect(await api.sessions.authenticate(access)).toBe("session_terminated");
    expect(await api.sessions.authenticateKey(key)).toBe("api_key_invalid");
    await expect.poll(() => other.authenticate(access)).toBe("session_terminated");
    expect(await api.sessions.refresh(api.db, refresh, { rotate: false })).toBe("session_terminated");
    expect(await lastMail()).toMatchObject({ to: person.user.email, values: { decision: "deactivated" } });

    await admin.caller.adminUser.update({ id: person.user.id, is_active: true });
    // Ended sessions stay ended; the owner may delete the key.
    expect(await api.sessions.authenticate(access)).toBe("session_terminated");
    expect(typeof (await api.sessions.authenticateKey(key))).toBe("object");
    expect(await lastMail()).toMatchObject({ values: { decision: "reactivated" } });
  });
});

describe("a change", () => {
  test("of rights is refused if the admin has lost the right meanwhile", async () => {
    const former = await api.createUser({ is_staff: true });
    const { user } = await api.createUser({ email_verified: true });
    // The session ends after the guard has let the call pass.
    await admin.caller.adminUser.update({ id: former.user.id, is_staff: false });
    for (const change of [{ is_staff: true }, { is_active: false }, { is_active: true }]) {
      expect(await keyOf(former.caller.adminUser.update({ id: user.id, ...change }))).toBe("permission_denied");
    }
    expect(await list({ search: user.username })).toMatchObject([{ is_staff: false, is_active: true }]);
  });

  test("of another account is refused if the admin's session or right ends meanwhile", async () => {
    const { user } = await api.createUser({ email_verified: true });
    for (const [end, answer] of [
      [(id: number) => api.sql`delete from sessions where user_id = ${id}`, "session_terminated"],
      [(id: number) => api.sql`update users set is_staff = false where id = ${id}`, "permission_denied"],
    ] as const) {
      const former = await api.createUser({ is_staff: true });
      // The session ends after the guard has let the call pass.
      await end(former.user.id);
      for (const change of [{ is_staff: true }, { is_active: false }, { plan: "paid" }] as const) {
        expect(await keyOf(former.caller.adminUser.update({ id: user.id, ...change }))).toBe(answer);
      }
      expect(await keyOf(former.caller.adminUser.endSessions({ id: user.id }))).toBe(answer);
      await admin.caller.adminUser.update({ id: former.user.id, is_staff: false });
    }
    expect(await admin.caller.adminUser.get({ id: user.id })).toMatchObject({
      ...{ is_staff: false, is_active: true, plan: "free", sessions: 1 },
    });
  });

  test("of rights or plan is mailed to the owner once, and repeating it sends nothing", async () => {
    const { user } = await api.createUser({ language: "uk", email_verified: true });
    const before = (await api.readMails()).length;
    expect(await admin.caller.adminUser.update({ id: user.id, is_staff: true, plan: "paid" })).toMatchObject({
      is_staff: true,
      plan: "paid",
    });
    await admin.caller.adminUser.update({ id: user.id, is_staff: true, plan: "paid" });
    const mails = (await api.readMails()).slice(before);
    expect(mails).toMatchObject([
      { to: user.email, language: "uk", values: { decision: "staff_given" } },
      { values: { decision: "plan_paid" } },
    ]);
    await admin.caller.adminUser.update({ id: user.id, is_staff: false });
  });

  test("cannot make a user with an unverified address an admin", async () => {
    const unverified = { key: "conflict", values: { reason: "not_verified" } };
    const { user } = await api.createUser();
    await expect(admin.caller.adminUser.update({ id: user.id, is_staff: true })).rejects.toMatchObject(unverified);
    await expect(
      admin.caller.adminUser.update({ id: user.id, is_staff: true, is_active: false }),
    ).rejects.toMatchObject(unverified);
    expect(await admin.caller.adminUser.get({ id: user.id })).toMatchObject({ is_staff: false, is_active: true });
    const { user: former } = await api.createUser({ is_staff: true, is_active: true });
    await api.sql`update users set is_active = false where id = ${former.id}`;
    await expect(admin.caller.adminUser.update({ id: former.id, is_active: true })).rejects.toMatchObject(unverified);
    // Admins' other changes do not depend on the address.
    await admin.caller.adminUser.update({ id: former.id, is_staff: false, is_active: true, plan: "paid" });
  });

  test("of rights or of the active state needs a step-up, and of the plan does not", async () => {
    const { user } = await api.createUser();
    const late = admin.callerWith({ now: noon });
    api.clock.now = noon + 11 * 60_000;
    try {
      expect(await keyOf(late.adminUser.update({ id: user.id, is_staff: true }))).toBe("step_up_required");
      expect(await keyOf(late.adminUser.update({ id: user.id, is_active: false }))).toBe("step_up_required");
      expect(await keyOf(late.adminUser.endSessions({ id: user.id }))).toBe("step_up_required");
      expect(await keyOf(late.adminUser.update({ id: user.id, plan: "paid" }))).toBe("accepted");
    } finally {
      api.clock.now = noon;
    }
  });

  test("of rights invalidates the cached pages that mark what the team wrote", async () => {
    const { user, caller } = await api.createUser({ is_staff: true, email_verified: true });
    const { slug: blog_slug } = await caller.blog.create({
      ...{ title: "A post", description: "Of something", blocks: [], published: true },
    });
    await caller.blog.comment.create({ blog_slug, text: "Thank you" });
    const saidByStaff = async () => (await api.guest.blog.comment.list({ blog_slug })).results[0]?.by_staff;
    expect(await saidByStaff()).toBe(true);
    api.invalidated.length = 0;
    await admin.caller.adminUser.update({ id: user.id, is_staff: false });
    expect([await saidByStaff(), api.invalidated]).toEqual([false, ["blog", "board"]]);
  });

  test("of an unknown user is not found", async () => {
    expect(await keyOf(admin.caller.adminUser.update({ id: 999_999, plan: "paid" }))).toBe("user_not_found");
    expect(await keyOf(admin.caller.adminUser.get({ id: 999_999 }))).toBe("user_not_found");
    expect(await keyOf(admin.caller.adminUser.endSessions({ id: 999_999 }))).toBe("user_not_found");
  });

  test("can end every session of an account, and the owner gets a mail", async () => {
    const person = await api.createUser();
    expect(await admin.caller.adminUser.endSessions({ id: person.user.id })).toMatchObject({ terminated: 1 });
    expect(await lastMail()).toMatchObject({ values: { decision: "sessions_ended" } });
  });
});

test("a log-in that waits for its second factor ends with the sessions", async () => {
  const person = await createProtectedPerson(api);
  const challenge = await person.challenge();
  await admin.caller.adminUser.endSessions({ id: person.user.id });
  expect(await person.isOver()).toBe(true);
  const answer = api.guest.auth.login({ challenge, code: person.code() });
  expect(await keyOf(answer)).toBe("two_factor_challenge_expired");
  api.clock.now = noon;
});

describe("the last active admin", () => {
  test("cannot lose the right or be deactivated", async () => {
    for (const change of [{ is_staff: false }, { is_active: false }]) {
      expect(await keyOf(admin.caller.adminUser.update({ id: admin.user.id, ...change }))).toBe("conflict");
    }
    // An admin who cannot log in does not count.
    await api.createUser({ is_staff: true });
    await api.sql`update users set is_active = false where is_staff and id <> ${admin.user.id}`;
    expect(await keyOf(admin.caller.adminUser.update({ id: admin.user.id, is_staff: false }))).toBe("conflict");
  });

  test("remains when fifty admins resign or remove each other in parallel", async () => {
    for (const isOfOthers of [false, true]) {
      const people = await Promise.all(
        Array.from({ length: isOfOthers ? 12 : 50 }, () => api.createUser({ is_staff: true })),
      );
      await api.sql`update users set is_staff = false where id = ${admin.user.id}`;
      const told = await Promise.all(
        people.map(({ user, caller }, index) => {
          const next = people[(index + 1) % people.length] ?? { user };
          const change = isOfOthers ? { is_active: false } : { is_staff: false };
          return keyOf(caller.adminUser.update({ id: isOfOthers ? next.user.id : user.id, ...change }));
        }),
      );
      const [left] = await api.sql`select count(*)::int as count from users where is_staff and is_active`;
      expect(left?.count).toBeGreaterThanOrEqual(1);
      if (!isOfOthers) {
        expect(left?.count).toBe(1);
        expect(told.filter((key) => key === "conflict")).toHaveLength(1);
        expect(told.filter((key) => key === "accepted")).toHaveLength(49);
      }
      // An admin who lost the right meanwhile cannot change another one.
      const known = ["accepted", "conflict", "permission_denied", "session_terminated"];
      expect(told.filter((key) => !known.includes(String(key)))).toEqual([]);
      await api.sql`update users set is_staff = false where is_staff`;
      await api.sql`update users set is_staff = true where id = ${admin.user.id}`;
    }
  });
});
