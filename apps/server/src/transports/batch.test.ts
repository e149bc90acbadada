import { afterAll, expect, test } from "vitest";
import { createTestHost } from "../testing.ts";

const host = await createTestHost();
const { sql } = host.database;
afterAll(host.drop);

const calls = 10;

/** Calls a procedure ten times in one request, and returns the outcome of each call. */
async function callInBatch(method: "GET" | "POST", name: string, { input, token }: { input: object; token: string }) {
  const inputs = Object.fromEntries(Array.from({ length: calls }, (_, index) => [index, { json: input }]));
  const path = `/trpc/${Array(calls).fill(name).join(",")}?batch=1`;
  const { json } =
    method === "GET"
      ? await host.send("GET", `${path}&input=${encodeURIComponent(JSON.stringify(inputs))}`, { token })
      : await host.send("POST", path, { token, body: inputs });
  return (json as { error?: { json: { message: string } } }[]).map(({ error }) => error?.json.message ?? "accepted");
}

async function waitingStatements(): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return row.count;
}

test.each([
  ["calls that wait in the database", "GET", "note.list", "notes"],
  ["refused calls of admins' procedures", "POST", "image.delete", "admin_actions"],
] as const)("a user's batches of %s leave connections for others", async (_, method, name, table) => {
  const [user, other] = [await host.createUser(), await host.createUser()];
  const call = { input: method === "GET" ? {} : { id: 7 }, token: user.token };
  const { ends } = await sql.begin(async (holder) => {
    await holder`lock table ${sql(table)} in access exclusive mode`;
    const ends = Promise.all([callInBatch(method, name, call), callInBatch(method, name, call)]);
    await expect.poll(waitingStatements, { timeout: 40_000 }).toBeGreaterThan(0);
    expect((await host.send("GET", "/api/habits/", { token: other.token })).status).toBe(200);
    return { ends };
  });
  await ends;
});

test("a batch's queries are refused once their responses are too long together, even for admins", async () => {
  const admin = await host.createUser({ is_staff: true });
  const [rows, length] = [100, 7_500];
  await sql`
    insert into notes (user_id, text) select ${admin.id}, repeat('я', ${length}) from generate_series(1, ${rows})`;
  await sql`
    insert into admin_actions (action, target) select 'habit.long', repeat('я', ${length}) from generate_series(1, ${rows})`;
  for (const [name, input] of [
    ["note.list", {}],
    ["audit.list", { limit: rows }],
  ] as const) {
    const ends = await callInBatch("GET", name, { input, token: admin.token });
    // Answers of 1.5 MB each, of which two fit into 4 MB.
    expect(ends.toSorted(), name).toEqual([...Array(2).fill("accepted"), ...Array(8).fill("payload_too_large")]);
  }
});
