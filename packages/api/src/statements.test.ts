import { createLimits } from "@daymark/auth/limits/rate-limit";
import { secretKey } from "@daymark/auth/testing";
import type { Database, Sql } from "@daymark/db/connection/client";
import { isDistributed } from "@daymark/db/testing";
import type { Plan } from "@daymark/domain/account/plan";
import type { RequestListInput } from "@daymark/domain/community/feature-request";
import type { AdminUserListInput } from "@daymark/domain/operator/admin-user";
import type { ProgressSetInput } from "@daymark/domain/tracking/progress";
import { afterAll, describe, expect, test } from "vitest";
import { ApiError } from "./base/error.ts";
import { writeCursor } from "./base/pagination.ts";
import { limitLogIns } from "./procedure/rate-limit.ts";
import { createTestApi, habitInput, keyOf } from "./testing.ts";

const api = await createTestApi();
afterAll(api.drop);

const [server] = await api.sql<{ version: number }[]>`
  select current_setting('server_version_num')::int as version`;
/**
 * PostgreSQL 15 cannot explain a statement without its parameters, and a coordinator does not know the plans of its
 * workers.
 */
const hasGenericPlans = (server?.version ?? 0) >= 160_000 && !isDistributed;

const day = "2026-11-20";
const month = { from: "2026-11-01", to: "2026-11-30" };

/** A user with six active habits, whose calls are counted. */
async function begin(values: { plan?: Plan } = {}) {
  const user = await api.createUser(values);
  const ids: number[] = [];
  for (const type of ["good", "bad", "good", "bad", "good", "bad"] as const) {
    ids.push((await user.caller.habit.create({ ...habitInput, type })).id);
  }
  const { db, statements } = await api.countStatements();
  const count = async (call: () => Promise<unknown>) => {
    statements.length = 0;
    await call();
    return statements.length;
  };
  return { ids, id: ids[0] ?? 0, caller: user.callerWith({ db }), count, statements };
}

describe("the number of statements", () => {
  test("to change a day is one, or two if the change depends on the day's state", async () => {
    const { caller, id, count } = await begin();
    const inputs: Omit<ProgressSetInput, "id" | "day">[] = [
      { value: 5 },
      { value: 6, note: "long" },
      { skipped: true },
      { skipped: false },
      { note: "short" },
      { note: null },
    ];
    for (const input of inputs) {
      expect(await count(() => caller.progress.set({ id, day, ...input })), JSON.stringify(input)).toBe(1);
    }
    const readFirst: typeof inputs = [
      { value: 6, unit: "hours" },
      { confirmed: false },
      { value: 7, expected: { value: 6, unit: "hours", skipped: false, note: null, confirmed: false } },
      { clear: true },
    ];
    for (const input of readFirst) {
      expect(await count(() => caller.progress.set({ id, day, ...input })), JSON.stringify(input)).toBe(2);
    }
    expect(await count(() => caller.progress.increment({ id, day, by: 2 }))).toBe(1);
    expect(await count(() => caller.progress.increment({ id, day, by: -1 }))).toBe(1);
    expect(await count(() => caller.progress.delete({ id, day }))).toBe(1);
  });

  test("to read a dashboard month is two: one for the habits and one for their days", async () => {
    const { caller, ids, count } = await begin();
    for (const id of ids) await caller.progress.set({ id, day, value: 5 });
    expect(await count(() => caller.habit.list({}))).toBe(1);
    expect(await count(() => caller.progress.list(month))).toBe(1);
    expect(await count(() => caller.progress.listOfHabit({ id: ids[0] ?? 0, ...month }))).toBe(1);
  });

  test("to read statistics is one, for one habit and for all", async () => {
    const { caller, id, count } = await begin();
    expect(await count(() => caller.habit.statistics({ id }))).toBe(1);
    expect(await count(() => caller.habit.statisticsList({}))).toBe(1);
    expect(await count(() => caller.habit.analysis({ id }))).toBe(1);
    expect(await count(() => caller.habit.streak({ id }))).toBe(1);
  });

  test("to read graph analytics is one, for any comparison", async () => {
    const { caller, ids, count } = await begin({ plan: "paid" });
    const [id = 0, other_id = 0] = ids;
    expect(await count(() => caller.habit.analytics(month))).toBe(1);
    expect(await count(() => caller.habit.trend({ id, ...month }))).toBe(1);
    expect(await count(() => caller.habit.correlation({ id, other_id, ...month }))).toBe(1);
    expect(await count(() => caller.habit.insights({}))).toBe(1);
    expect(await count(() => caller.habit.review({}))).toBe(1);
  });
});

describe("a list with optional filters", () => {
  /** How many prepared statements that read from a table the connection of these calls keeps. */
  async function countPrepared(db: Database, from: string): Promise<number> {
    const [row] = await db.$client<[{ count: number }]>`
      select count(*)::int as count from pg_prepared_statements where strpos(statement, ${from}) > 0`;
    return row.count;
  }

  test("of feature requests has few prepared texts, for any combination", async () => {
    const [user, admin] = [await api.createUser(), await api.createUser({ is_staff: true, email_verified: true })];
    const { db } = await api.countStatements();
    const inputs = combine<RequestListInput>({
      status: [undefined, "closed"],
      reason: [undefined, "shipped"],
      category: [undefined, "improvements"],
      search: [undefined, "dark"],
      sort: ["top", "new", "active"],
      cursor: [undefined, writeCursor([false, 1, 1])],
    });
    for (const input of inputs) {
      await api.guestWith({ db }).featureRequest.list(input);
      for (const { callerWith } of [user, admin]) {
        await callerWith({ db }).featureRequest.list({ ...input, mine: false });
        await callerWith({ db }).featureRequest.list({ ...input, mine: true });
      }
    }
    // With and without a status, a search and "mine", as a guest, a user and an admin.
    expect(await countPrepared(db, "from feature_requests f")).toBeLessThanOrEqual(60);
  });

  test("of accounts and of the audit trail has few prepared texts", async () => {
    const { callerWith } = await api.createUser({ is_staff: true, email_verified: true });
    const { db } = await api.countStatements();
    const caller = callerWith({ db });
    const cursor = [undefined, writeCursor([1])];
    const flag = [undefined, true];
    const filters = {
      ...{ search: [undefined, "x"], is_staff: flag, is_active: flag, email_verified: flag },
      plan: [undefined, "paid" as const],
    };
    for (const input of combine<AdminUserListInput>({ ...filters, cursor })) await caller.adminUser.list(input);
    expect(await countPrepared(db, "from users u")).toBeLessThanOrEqual(2);
    for (const input of combine<AdminUserListInput>({ ...filters, sort: ["new", "old", "name", "active"] })) {
      await caller.adminUser.list(input);
    }
    // Four orders, with and without a search; users who were never active have their own.
    expect(await countPrepared(db, "users u")).toBeLessThanOrEqual(10);
    for (const input of combine<Parameters<typeof caller.audit.list>[0]>({
      ...{ actor: [undefined, "x"], action: [undefined, "x"], target: [undefined, "user 1"], cursor },
      ...{ outcome: [undefined, "done", "refused", "unfinished"], from: [undefined, day], to: [undefined, day] },
    })) {
      await caller.audit.list(input);
    }
    expect(await countPrepared(db, "from admin_actions a")).toBeLessThanOrEqual(4);
  });

  test.skipIf(!hasGenericPlans)("of feature requests can use an index for status, text and author", async () => {
    const user = await api.createUser();
    const { db, statements } = await api.countStatements();
    const planOf = async (input: RequestListInput) => {
      statements.length = 0;
      await user.callerWith({ db }).featureRequest.list(input);
      return api.sql.begin(async (sql) => {
        // The table is too small for PostgreSQL to use an index.
        await sql`set local enable_seqscan = off`;
        return explain(statements[0] ?? "", sql);
      });
    };
    expect(await planOf({ status: "closed" })).toContain("feature_requests_status_idx");
    expect(await planOf({ search: "dark theme" })).toContain("feature_requests_search_idx");
    expect(await planOf({ mine: true, sort: "new" })).toContain("feature_requests_author_id_idx");
  });
});

/** All combinations of the given values of each member. */
function combine<Input extends object>(values: { [Name in keyof Input]?: readonly Input[Name][] }): Input[] {
  return Object.entries<readonly unknown[] | undefined>(values).reduce<object[]>(
    (inputs, [name, all = []]) => inputs.flatMap((input) => all.map((value) => ({ ...input, [name]: value }))),
    [{}],
  ) as Input[];
}

test.skipIf(!hasGenericPlans)("the everyday reads find days through the primary key", async () => {
  const { caller, id, statements } = await begin();
  await api.sql`
    insert into progress (user_id, habit_id, day, value, unit)
    select user_id, id, date '2016-11-21' + g, 1 + g % 50, unit from habits, generate_series(0, 3652) g
    on conflict do nothing`;
  await api.sql`analyze`;
  for (const [name, call] of Object.entries({
    statistics: () => caller.habit.statistics({ id }),
    "why a streak": () => caller.habit.streak({ id }),
    "statistics of all habits": () => caller.habit.statisticsList({}),
    "list of habits": () => caller.habit.list({}),
    "list of a month": () => caller.progress.list(month),
    "list of a habit's month": () => caller.progress.listOfHabit({ id, ...month }),
  })) {
    statements.length = 0;
    await call();
    const plan = await explain(statements[0] ?? "");
    expect(plan, name).not.toContain("Seq Scan on progress");
    expect(plan, name).toContain("progress_user_id_habit_id_day_pk");
  }
});

test.skipIf(!hasGenericPlans)("the addresses of an account's log-ins are found without its other events", async () => {
  const { user } = await api.createUser();
  const { db, statements } = await api.countStatements();
  const limits = createLimits({ sql: api.sql, secretKey });
  await api.sql`
    insert into security_events (user_id, kind, address)
    select ${user.id}, case when g % 100 = 0 then 'logged_in' else 'sessions_ended' end, '192.0.2.' || g % 200
    from generate_series(1, 20000) g`;
  await api.sql`analyze security_events`;
  for (let stranger = 0; stranger <= 100; stranger++) {
    const client = { address: `2001:db8:${stranger.toString(16)}::1`, userAgent: "" };
    const guess = () => Promise.reject(new ApiError("password_incorrect"));
    await keyOf(limitLogIns({ db, services: { limits: limits }, client }, user.id, guess));
  }
  expect(statements).toHaveLength(1);
  expect(await explain(statements[0] ?? "")).toContain("security_events_logged_in_idx");
});

/** The plan that PostgreSQL uses for a prepared statement with any parameters. */
async function explain(statement: string, sql: Pick<Sql, "unsafe"> = api.sql): Promise<string> {
  const rows = await sql.unsafe(`explain (generic_plan) ${statement}`);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}
