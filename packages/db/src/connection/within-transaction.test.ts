import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "../testing.ts";
import { withinTransaction } from "./within-transaction.ts";

const database = await createTestDatabase();
afterAll(database.drop);
await database.sql`create table kept (id int primary key)`;

const read = async () => (await database.sql`select id from kept order by id`).map((row) => row.id);

test("raw statements, Drizzle statements and nested transactions become visible only at the commit", async () => {
  const value = await withinTransaction(database.db, async (db) => {
    await db.$client`insert into kept values (1)`;
    await db.execute(sql`insert into kept values (2)`);
    await db.transaction((tx) => tx.execute(sql`insert into kept values (3)`));
    await db.$client.begin((inner) => inner`insert into kept values (4)`);
    expect(await db.$client`select count(*)::int as count from kept`).toEqual([{ count: 4 }]);
    expect(await read()).toEqual([]);
    return "done";
  });
  expect(value).toBe("done");
  expect(await read()).toEqual([1, 2, 3, 4]);
});

test("an error in the work is rethrown to the caller, and everything is rolled back", async () => {
  const error = new Error("changed my mind");
  const work = withinTransaction(database.db, async (db) => {
    await db.transaction((tx) => tx.execute(sql`insert into kept values (10)`));
    throw error;
  });
  await expect(work).rejects.toBe(error);
  expect(await read()).not.toContain(10);
});

test("a nested transaction that fails rolls back only its own statements", async () => {
  await withinTransaction(database.db, async (db) => {
    await db.execute(sql`insert into kept values (20)`);
    const inner = db.transaction(async (tx) => {
      await tx.execute(sql`insert into kept values (21)`);
      await tx.execute(sql`insert into kept values (21)`);
    });
    await expect(inner).rejects.toThrow();
    await db.execute(sql`insert into kept values (22)`);
  });
  expect(await read()).toEqual(expect.arrayContaining([20, 22]));
  expect(await read()).not.toContain(21);
});
