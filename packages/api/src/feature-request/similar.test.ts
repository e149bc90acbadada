import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fieldsOf, type TestUser } from "../testing.ts";
import { createBoardApi } from "../thread/testing.ts";

const api = await createBoardApi();
const { guest, sql } = api;
afterAll(api.drop);

const titles = [
  "Dark theme for the calendar",
  "Add a dark mode, please",
  "Export to PDF",
  "Weekly goals instead of daily ones",
  "Reminder in the evening",
  "Темна тема для календаря",
  "Нагадування ввечері",
  "Синхронізація з годинником",
];
let author: TestUser;

beforeAll(async () => {
  author = await api.createMember();
  for (const title of titles) await api.createRequest({ title });
  await api.createRequest({ author, title: "Dark widgets", status: "pending" });
  await api.createRequest({ title: "Dark secrets", status: "rejected" });
});

const similarTo = async (title: string, caller: Pick<typeof guest, "featureRequest"> = guest) =>
  (await caller.featureRequest.similar({ title })).results.map((found) => found.title);

describe("similar requests", () => {
  test.each([
    ["dark", ["Add a dark mode, please", "Dark theme for the calendar"]],
    ["DARK THEME", ["Dark theme for the calendar", "Add a dark mode, please"]],
    ["I would like a dark theme in my calendar", ["Dark theme for the calendar"]],
    ["calender dark", ["Dark theme for the calendar", "Add a dark mode, please"]],
    ["pdf", ["Export to PDF"]],
    ["exporting as pdf file", ["Export to PDF"]],
    ["remind", ["Reminder in the evening"]],
    ["goals per week", ["Weekly goals instead of daily ones"]],
    ["Зробіть темну тему", ["Темна тема для календаря"]],
    ["нагадуван", ["Нагадування ввечері"]],
    ["синхронізувати годинник", ["Синхронізація з годинником"]],
  ])("to %j are found, best match first", async (title, expected) => {
    const found = await similarTo(title);
    expect(found.slice(0, 1)).toEqual(expected.slice(0, 1));
    expect([...found].sort()).toEqual([...expected].sort());
  });

  test.each(["", "  ", "a", "!!", "ж", "quantum entanglement", "кава", "%_\\", "x".repeat(120)])(
    "do not exist for %j",
    async (title) => {
      expect(await similarTo(title)).toEqual([]);
    },
  );

  test("are refused for a text that PostgreSQL cannot store", async () => {
    expect(await fieldsOf(guest.featureRequest.similar({ title: "dark\u0000theme" }))).toEqual({
      title: ["unreadable_text"],
    });
  });

  test("include pending ones only for their author and admins", async () => {
    const admin = await api.createAdmin();
    expect(await similarTo("dark widgets")).not.toContain("Dark widgets");
    expect((await similarTo("dark widgets", author.caller))[0]).toBe("Dark widgets");
    expect(await similarTo("dark secrets", author.caller)).not.toContain("Dark secrets");
    expect((await similarTo("dark secrets", admin.caller))[0]).toBe("Dark secrets");
  });

  test("are at most five, with more likes first among equals, and with the members of a list", async () => {
    const { caller } = await api.createMember();
    const made = [];
    for (let index = 0; index < 7; index += 1) made.push(await api.createRequest({ title: "Widgets on the phone" }));
    const liked = made[3]?.id ?? 0;
    await caller.featureRequest.reaction.set({ feature_request_id: liked, type: "like" });
    const { results } = await guest.featureRequest.similar({ title: "widgets phone" });
    expect(results.length).toBe(5);
    expect(results[0]).toEqual({
      ...{ id: liked, title: "Widgets on the phone", status: "open", category: "improvements", likes: 1 },
    });
  });

  test("are found through the index, without a scan of all requests", async () => {
    await sql`
      with thread as (insert into threads (kind) select 'feature_request' from generate_series(1, 5000) returning id)
      insert into feature_requests (thread_id, title, details, category, status)
      select id, md5(id::text) || ' ' || md5((id + 7)::text), 'x', 'improvements', 'open' from thread`;
    await sql`analyze feature_requests`;
    const plan = await sql<{ "QUERY PLAN": string }[]>`
      explain select f.id from feature_requests f where (f.status in ('open', 'closed') and f.hidden_at is null)
      order by 'dark theme' <<-> lower(f.title) limit 30`;
    const lines = plan.map((line) => line["QUERY PLAN"]).join("\n");
    expect(lines).toContain("Index Scan using feature_requests_title_idx");
    expect((await similarTo("Dark theme for the calendar"))[0]).toBe("Dark theme for the calendar");
  });
});
