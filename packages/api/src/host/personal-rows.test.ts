import { distributedTables } from "@daymark/db/connection/table-distribution";
import { isDistributed } from "@daymark/db/testing";
import { afterAll, expect, test } from "vitest";
import { createAccountApi, password } from "../account/testing.ts";
import { habitInput } from "../testing.ts";
import { deletePersonalRows, findLeftOver } from "./personal-rows.ts";

const api = await createAccountApi();
const { sql } = api;
afterAll(api.drop);

/** A user with a row in each table. */
async function createWriter() {
  const writer = await api.createOwner();
  const { caller } = writer;
  const { id } = await caller.habit.create({ ...habitInput, keeps_log: true });
  await caller.progress.set({ id, day: "2026-11-20", value: 3 });
  await caller.reminder.create({ habit_id: id, time: "09:00" });
  await caller.vacation.create({ from: "2026-11-21", to: "2026-11-22" });
  await caller.note.create({ text: "A note" });
  return writer;
}

/** The tables in which the user has rows. */
async function tablesOf({ user }: Awaited<ReturnType<typeof createWriter>>): Promise<string[]> {
  const rows = await Promise.all(
    distributedTables.map((table) => sql`select 1 from ${sql(table)} where user_id = ${user.id} limit 1`),
  );
  return distributedTables.filter((_, index) => rows[index]?.length);
}

test("a deleted user's rows are deleted, and other users' rows stay", async () => {
  const [leaves, stays] = [await createWriter(), await createWriter()];
  expect(await tablesOf(leaves)).toEqual(distributedTables);
  await leaves.caller.account.delete({ password });
  await deletePersonalRows(sql, leaves.user.id);
  expect(await tablesOf(leaves)).toEqual([]);
  await deletePersonalRows(sql, leaves.user.id);
  expect(await tablesOf(stays)).toEqual(distributedTables);
});

// Citus has no triggers on distributed tables.
test.skipIf(isDistributed)("a statement deletes ten thousand entries of a log at most", async () => {
  const { user, caller } = await createWriter();
  await sql`
    insert into day_log (user_id, id, habit_id, day, value, unit, created_at)
    select user_id, gen_random_uuid(), id, date '2001-01-01' + n / 100, 1, unit, now()
    from habits, generate_series(1, 20000) n where user_id = ${user.id}`;
  await sql`create table deletions (entries int)`;
  await sql`
    create function count_deletions() returns trigger language plpgsql as
    $$ begin insert into deletions select count(*) from gone; return null; end $$`;
  await sql`
    create trigger count_deletions after delete on day_log referencing old table as gone
    for each statement execute function count_deletions()`;
  await caller.account.delete({ password });
  await deletePersonalRows(sql, user.id);
  await sql`drop trigger count_deletions on day_log`;
  const rows = await sql<{ entries: number }[]>`select entries from deletions where entries > 0`;
  expect(rows.map(({ entries }) => entries)).toEqual([10_000, 10_000, 1]);
});

test("deleting a user enqueues the deletion of their rows, and a second one for calls that were running", async () => {
  const { user, caller } = await createWriter();
  await caller.account.delete({ password });
  const jobs = await sql`
    select round(extract(epoch from run_at - created_at))::int as later from graphile_worker._private_jobs
    where payload->>'user_id' = ${user.id} order by run_at`;
  expect(jobs.map(({ later }) => later)).toEqual([0, 600]);
});

test("a rolled-back deletion enqueues nothing", async () => {
  const { caller } = await createWriter();
  const before = await sql`select id from graphile_worker._private_jobs`;
  await expect(caller.account.delete({ password: "wrong password" })).rejects.toThrow();
  expect(await sql`select id from graphile_worker._private_jobs`).toEqual(before);
});

test("the rows of an existing user are never deleted", async () => {
  const writer = await createWriter();
  await expect(deletePersonalRows(sql, writer.user.id)).rejects.toThrow("exists");
  expect(await tablesOf(writer)).toEqual(distributedTables);
});

test("rows left over from a deletion are found, even those written after it", async () => {
  const leaves = await createWriter();
  for (const id of await findLeftOver(sql)) await deletePersonalRows(sql, id);
  await leaves.caller.account.delete({ password });
  expect(await findLeftOver(sql)).toEqual([leaves.user.id]);
  await deletePersonalRows(sql, leaves.user.id);
  expect(await findLeftOver(sql)).toEqual([]);
  await sql`insert into notes (user_id, text) values (${leaves.user.id}, 'late')`;
  expect(await findLeftOver(sql)).toEqual([leaves.user.id]);
});
