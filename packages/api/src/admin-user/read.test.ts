import type { AdminUserSort } from "@daymark/domain/operator/admin-user";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeCursor } from "../base/pagination.ts";
import { createTestApi, keyOf, type TestApi, type TestUser } from "../testing.ts";

let api: TestApi;
let admin: TestUser;
/** In the order of their sign-up. */
let people: TestUser[];
beforeAll(async () => {
  api = await createTestApi();
  admin = await api.createUser({ is_staff: true, username: "Boss" });
  people = [];
  for (const username of ["mila", "Anna", "bob", "Zed", "Clara"]) people.push(await api.createUser({ username }));
  const [mila, anna, bob, zed] = people.map(({ user }) => user.id);
  // Clara was never active, and neither was the admin. Anna was active most recently, and long before.
  await api.sql`
    insert into active_days (user_id, day, joined_week, first_of_week, first_of_month)
    select id, day, '2026-11-16', true, true from (values
      (${mila ?? 0}::bigint, date '2026-11-19'), (${zed ?? 0}, '2026-11-19'), (${bob ?? 0}, '2026-11-18'),
      (${anna ?? 0}, '2026-11-20'), (${anna ?? 0}, '2026-09-01'), (${mila ?? 0}, '2026-11-18')) as days (id, day)`;
});
afterAll(() => api.drop());

/** The names of all pages. */
async function namesBy(sort: AdminUserSort, limit: number, filter: { search?: string } = {}): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof admin.caller.adminUser.list>> = await admin.caller.adminUser.list({
      ...{ sort, limit, ...filter },
      ...(cursor === null ? {} : { cursor }),
    });
    names.push(...page.results.map(({ username }) => username));
    cursor = page.next;
  } while (cursor !== null);
  return names;
}

describe("users are sorted", () => {
  const orders: Record<AdminUserSort, string[]> = {
    new: ["Clara", "Zed", "bob", "Anna", "mila", "Boss"],
    old: ["Boss", "mila", "Anna", "bob", "Zed", "Clara"],
    name: ["Anna", "bob", "Boss", "Clara", "mila", "Zed"],
    active: ["Anna", "Zed", "mila", "bob", "Clara", "Boss"],
  };
  test.each(Object.entries(orders) as [AdminUserSort, string[]][])(
    "by %s, on pages of any size",
    async (sort, names) => {
      for (const limit of [1, 2, 3, 5, 100]) expect(await namesBy(sort, limit), `${limit}`).toEqual(names);
    },
  );

  test("and filtered at once", async () => {
    expect(await namesBy("active", 1, { search: "la" })).toEqual(["mila", "Clara"]);
    expect(await namesBy("name", 1, { search: "la" })).toEqual(["Clara", "mila"]);
  });

  test("by an index in each order", async ({ skip }) => {
    const [server] = await api.sql<{ version: number }[]>`
      select current_setting('server_version_num')::int as version`;
    // PostgreSQL 15 cannot explain a statement without its parameters.
    skip((server?.version ?? 0) < 160_000);
    const { db, statements } = await api.countStatements();
    const indexes = {
      new: "users_pkey",
      old: "users_pkey",
      name: "users_username_key",
      active: "active_days_recent_idx",
    };
    for (const [sort, index] of Object.entries(indexes) as [AdminUserSort, string][]) {
      statements.length = 0;
      await admin.callerWith({ db }).adminUser.list({ sort });
      const plan = await api.sql.begin(async (sql) => {
        // The tables are too small for PostgreSQL to use an index.
        await sql`set local enable_seqscan = off`;
        await sql`set local enable_sort = off`;
        return sql.unsafe(
          `explain (generic_plan) ${statements.find((text) => text.includes("from users u") || text.includes("from active_days d"))}`,
        );
      });
      expect(JSON.stringify(plan), sort).toContain(index);
    }
  });

  test("and a cursor of another order or of an unknown user is refused, not misread", async () => {
    const places = [["x", 1], ["2026-11-20"], ["2026-13-01", 1], [null, 0], ["a\u0000"], ["x".repeat(31)], [-1]];
    for (const place of places) {
      const cursor = writeCursor(place as never);
      for (const sort of ["new", "old", "active"] as const) {
        expect(await keyOf(admin.caller.adminUser.list({ sort, cursor })), `${sort} ${JSON.stringify(place)}`).toBe(
          "invalid_cursor",
        );
      }
    }
    for (const place of [["a\u0000"], ["x".repeat(31)], [1], [null]]) {
      const cursor = writeCursor(place as never);
      expect(await keyOf(admin.caller.adminUser.list({ sort: "name", cursor }))).toBe("invalid_cursor");
    }
  });
});

test("the last day of activity stays when all sessions have ended", async () => {
  const id = people[1]?.user.id ?? 0;
  await api.sql`delete from sessions where user_id = ${id}`;
  expect(await admin.caller.adminUser.get({ id })).toMatchObject({
    ...{ sessions: 0, last_active_at: null, last_active_on: "2026-11-20" },
  });
});
