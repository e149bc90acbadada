import { buffer, text } from "node:stream/consumers";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { Transaction } from "@daymark/db/connection/client";
import { users } from "@daymark/db/schema/user";
import type { Audited } from "@daymark/domain/operator/audit";
import { byteOrderMark } from "@daymark/domain/text/csv";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Meta } from "../procedure/trpc.ts";
import { appRouter } from "../router.ts";
import { createTestApi, fieldsOf, keyOf, type TestApi, type TestUser } from "../testing.ts";

const racers = 10;
let api: TestApi;
let admin: TestUser;
beforeAll(async () => {
  api = await createTestApi({ max: racers });
  admin = await api.createUser({ is_staff: true, email_verified: true, username: "Boss" });
});
afterAll(() => api.drop());

async function waitingStatements(): Promise<number> {
  const [row] = await api.sql<[{ count: number }]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return row.count;
}

const newest = async (count = 1): Promise<Audited[]> =>
  (await admin.caller.audit.list({})).results.slice(0, count) as Audited[];

const procedures = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { type: string; meta?: Meta } }>,
);
const isOfAdmins = ({ guard }: Meta) => guard === "staff" || guard === "admin";

test("every admin mutation declares what the trail records, or why nothing", () => {
  const silent = procedures.filter(
    ([, { _def }]) => _def.type === "mutation" && isOfAdmins(_def.meta ?? {}) && !_def.meta?.audit,
  );
  expect(silent.map(([name]) => name)).toEqual([]);
});

test("the trail records no user-written text and no secret", () => {
  const free = /text|title|details|description|reply|password|code|email|alt|blocks|note|content|token/;
  const named = procedures.flatMap(([name, { _def }]) => {
    const audit = _def.meta?.audit;
    if (!audit || "unrecorded" in audit) return [];
    const members = [
      ...[audit.details ?? [], audit.userDetails ?? [], audit.targetDetails ?? []].flat(),
      ...[...(audit.target ?? []), audit.made ?? ""].join(" ").matchAll(/\{\w+\}/g),
    ];
    return members.filter((member) => free.test(String(member))).map((member) => `${name} ${member}`);
  });
  expect(named).toEqual([]);
});

describe("the trail", () => {
  test("records who did what to whom, and the outcome", async () => {
    const { user } = await api.createUser({ username: "Loud" });
    await admin.caller.moderation.ban({ username: "loud", until: null, reason: "He sells shoes" });
    const [entry] = await newest();
    expect(entry).toMatchObject({
      actor: "Boss",
      action: "moderation.ban",
      target: `user ${user.id}`,
      target_name: "Loud",
      details: { until: null },
      outcome: "done",
    });
    expect(JSON.stringify(entry)).not.toContain("shoes");
  });

  test("names what a call has created", async () => {
    const post = await admin.caller.blog.create({ title: "Secret words", description: "D", blocks: [] });
    expect((await newest())[0]).toMatchObject({ action: "blog.create", target: `post ${post.slug}`, outcome: "done" });
    expect(JSON.stringify(await newest())).not.toContain("Secret words");
  });

  test("records a refused call with its error code", async () => {
    expect(await keyOf(admin.caller.featureRequest.open({ id: 999_999 }))).toBe("feature_request_not_found");
    expect((await newest())[0]).toMatchObject({
      target: "feature_request 999999",
      outcome: "feature_request_not_found",
    });
    await keyOf(admin.caller.image.delete({ id: 0 }));
    expect((await newest())[0]).toMatchObject({ action: "image.delete", outcome: "validation_failed" });
  });

  test("does not record a target of unexpected form", async () => {
    const slug = `${"x".repeat(81)} <script>`;
    await keyOf(admin.caller.blog.delete({ blog_slug: slug }));
    expect((await newest())[0]).toMatchObject({ action: "blog.delete", target: null, outcome: "blog_not_found" });
  });

  test("records an attempt by a user who is not an admin, once a minute for all procedures together", async () => {
    const { user, caller } = await api.createUser();
    const attempts = [
      () => caller.image.delete({ id: 7 }),
      () => caller.job.retry({ id: 1 }),
      () => caller.adminUser.endSessions({ id: 1 }),
      () => caller.image.delete({ id: 7 }),
    ];
    for (const attempt of attempts) expect(await keyOf(attempt())).toBe("permission_denied");
    const { results } = await admin.caller.audit.list({ actor: user.username });
    expect(results).toMatchObject([{ action: "image.delete", target: "image 7", outcome: "permission_denied" }]);
  });

  test("records 100 attempts of a user a day", async () => {
    const { user, caller } = await api.createUser();
    const count = async () => {
      expect(await keyOf(caller.image.delete({ id: 7 }))).toBe("permission_denied");
      const [row] = await api.sql`select count(*)::int as count from admin_actions where actor_id = ${user.id}`;
      return row?.count;
    };
    await api.sql`
      insert into admin_actions (actor_id, action, outcome, at)
      select ${user.id}, 'image.delete', 'permission_denied', now() - g * interval '2 minutes'
      from generate_series(1, 99) g`;
    expect(await count()).toBe(100);
    await api.sql`update admin_actions set at = at - interval '2 minutes' where actor_id = ${user.id}`;
    expect(await count()).toBe(100);
    await api.sql`update admin_actions set at = at - interval '1 day' where actor_id = ${user.id}`;
    expect(await count()).toBe(101);
  });

  test("has one row for a user's parallel attempts", async () => {
    const { user, caller } = await api.createUser();
    const { tries } = await api.sql.begin(async (holder) => {
      // Other transactions may read, so each attempt looks for a row, but they wait before they write.
      await holder`lock table admin_actions in share mode`;
      const tries = Promise.all(Array.from({ length: racers }, () => keyOf(caller.image.delete({ id: 7 }))));
      await expect.poll(waitingStatements, { timeout: 40_000 }).toBeGreaterThan(0);
      return { tries };
    });
    await tries;
    expect((await admin.caller.audit.list({ actor: user.username })).results).toHaveLength(1);
  });

  test("is not written if the admin's account is deleted meanwhile, and the call gets session_terminated", async () => {
    const { user, caller } = await api.createUser({ is_staff: true });
    const leave = (tx: Transaction) => tx.delete(users).where(eq(users.id, user.id));
    expect(await api.callDuring(leave, () => keyOf(caller.image.delete({ id: 7 })))).toBe("session_terminated");
  });

  test("is written before the change, so a change that crashes is shown as unfinished", async () => {
    await api.sql`insert into admin_actions (actor_id, action) values (${admin.user.id}, 'image.delete')`;
    const { results } = await admin.caller.audit.list({ outcome: "unfinished" });
    expect(results).toMatchObject([{ action: "image.delete", outcome: null }]);
    // If the trail cannot be written, the change does not run.
    await api.sql`alter table admin_actions rename to admin_actions_away`;
    try {
      const before = await api.sql`select count(*) from bans`;
      await expect(admin.caller.moderation.ban({ username: admin.user.username })).rejects.toThrow();
      expect(await api.sql`select count(*) from bans`).toEqual(before);
    } finally {
      await api.sql`alter table admin_actions_away rename to admin_actions`;
    }
  });

  test("records what an admin does to another user's content, and nothing that users do to their own", async () => {
    const author = await api.createUser({ email_verified: true });
    const wish = { title: "A wish", details: "Soon", category: "improvements" } as const;
    const [first, second] = [
      await author.caller.featureRequest.create(wish),
      await author.caller.featureRequest.create({ ...wish, title: "Another one" }),
    ];
    await author.caller.featureRequest.delete({ id: first.id });
    expect((await admin.caller.audit.list({ target: `feature_request ${first.id}` })).results).toEqual([]);
    await admin.caller.featureRequest.delete({ id: second.id });
    expect((await newest())[0]).toMatchObject({ action: "featureRequest.delete", outcome: "done" });
  });
});

describe("searching the trail", () => {
  test("filters by actor, action, target, outcome and day, and is paged", async () => {
    const { results, next } = await admin.caller.audit.list({ actor: "BOSS", limit: 2 });
    expect(results).toHaveLength(2);
    const later = await admin.caller.audit.list({ actor: "BOSS", limit: 2, cursor: next ?? "" });
    expect(later.results[0]?.id).toBeLessThan(results[1]?.id ?? 0);
    const bans = (await admin.caller.audit.list({ action: "moderation." })).results;
    expect(new Set(bans.map(({ action }) => action))).toEqual(new Set(["moderation.ban"]));
    expect((await admin.caller.audit.list({ actor: "nobody" })).results).toEqual([]);
    expect((await admin.caller.audit.list({ to: "2020-01-01" })).results).toEqual([]);
    expect((await admin.caller.audit.list({ from: "2020-01-01", outcome: "done" })).results.length).toBeGreaterThan(2);
    expect(await keyOf(admin.caller.audit.list({ cursor: "x" }))).toBe("invalid_cursor");
  });

  test("exports a CSV file, and the export is recorded too", async () => {
    const { content, file_name } = await admin.caller.audit.file({ action: "moderation." });
    expect(file_name).toBe("audit-2026-11-21.csv");
    const lines = (await buffer(content as NodeReadableStream)).toString().split("\r\n");
    expect(lines[0]).toBe(`${byteOrderMark}id,at,actor,action,target,details,outcome`);
    expect(lines[1]).toContain("Boss,moderation.ban,user ");
    expect((await newest())[0]).toMatchObject({ action: "audit.file", details: { action: "moderation." } });
  });

  test("records an export with its filters, with ids for names", async () => {
    const { user } = await api.createUser({ username: "Leaving" });
    await admin.caller.adminUser.update({ id: user.id, plan: "paid" });
    const target = `user ${user.id}`;
    const { content } = await admin.caller.audit.file({ actor: "LEAVING", target });
    await text(content as unknown as NodeReadableStream);
    expect((await newest())[0]).toMatchObject({ action: "audit.file", details: { actor: user.id, target } });
    expect(JSON.stringify(await newest())).not.toMatch(/leaving/i);
  });

  test.each([
    [
      { actor: "nobody_at_all", target: "user nobody_at_all" },
      { actor: null, target: null },
    ],
    [
      { actor: "Somebody's words", target: "somebody's words" },
      { actor: null, target: null },
    ],
    [{ actor: "", target: "" }, {}],
  ])("records nothing of a filter %j that matches no user and no target", async (filter, details) => {
    const { content } = await admin.caller.audit.file(filter);
    await text(content as unknown as NodeReadableStream);
    expect((await newest())[0]).toMatchObject({ action: "audit.file", outcome: "done" });
    expect((await newest())[0]?.details).toEqual(details);
  });

  test("records nothing of a filter that PostgreSQL cannot store", async () => {
    const filter = { actor: "a\u0000b", target: "user 1\u0000" };
    expect(await fieldsOf(admin.caller.audit.file(filter))).toEqual({
      actor: ["unreadable_text"],
      target: ["unreadable_text"],
    });
    expect((await newest())[0]).toMatchObject({
      ...{ action: "audit.file", outcome: "validation_failed" },
      details: { actor: null, target: null },
    });
  });

  test("is for admins only", async () => {
    const { caller } = await api.createUser();
    expect(await keyOf(caller.audit.list({}))).toBe("permission_denied");
    expect(await keyOf(api.guest.audit.list({}))).toBe("not_authenticated");
  });
});

describe("the file of a long trail", () => {
  const [action, rows, rowsMax] = ["habit.long", 50_010, 50_000];
  beforeAll(async () => {
    await api.sql`
      insert into admin_actions (actor_id, action, target, details, outcome)
      select ${admin.user.id}, ${action}, 'habit ' || n, jsonb_build_object('count', n), 'done'
      from generate_series(1, ${rows}) n`;
  });

  test("has the newest 50,000 rows, each once, newest first", async () => {
    const { content, content_type } = await admin.caller.audit.file({ action });
    expect(content_type).toBe("text/csv; charset=utf-8");
    const lines = (await buffer(content as NodeReadableStream)).toString().split("\r\n");
    expect(lines.pop()).toBe("");
    const targets = lines
      .slice(1)
      .map((line) => line.replace(/^\d+,[^,]+,Boss,habit\.long,(habit \d+),.*,done$/, "$1"));
    expect(targets).toEqual(Array.from({ length: rowsMax }, (_, index) => `habit ${rows - index}`));
    expect(lines[1]).toContain(`"{""count"":${rows}}"`);
  });

  test("is streamed from the database, so a lost connection breaks it off", async () => {
    const { content } = await admin.caller.audit.file({ action });
    const chunks = (content as NodeReadableStream<Uint8Array>)[Symbol.asyncIterator]();
    let bytes = (await chunks.next()).value?.length ?? 0;
    const cut = await api.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`;
    expect(cut).toHaveLength(1);
    await expect(
      (async () => {
        for (let next = await chunks.next(); !next.done; next = await chunks.next()) bytes += next.value.length;
      })(),
    ).rejects.toThrow();
    // Some pages of the 4 MB were already sent.
    expect(bytes).toBeLessThan(400_000);
  });

  test("can be exported once at a time for each admin", async () => {
    const { content } = await admin.caller.audit.file({ action });
    expect(await keyOf(admin.caller.audit.file({ action }))).toBe("too_many_requests");
    await text(content as unknown as NodeReadableStream);
  });
});
