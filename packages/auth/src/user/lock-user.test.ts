import { createTestDatabase } from "@daymark/db/testing";
import { afterAll, expect, test } from "vitest";
import { insertUser } from "../testing.ts";
import { lockUser } from "./lock-user.ts";

const database = await createTestDatabase();
const { db } = database;
afterAll(database.drop);

test("a user who is locked for seconds is waited for no longer, and a second try gets the lock", async () => {
  const { id } = await insertUser(db);
  await db.transaction(async (holder) => {
    await lockUser(holder, id);
    const late = db.transaction((tx) => lockUser(tx, id));
    await expect(late).rejects.toMatchObject({ cause: { code: "55P03" } });
  });
  expect(await db.transaction((tx) => lockUser(tx, id))).toMatchObject({ id });
});

test("the lock gives the user as of now, and nobody who is gone", async () => {
  const user = await insertUser(db);
  expect(await db.transaction((tx) => lockUser(tx, user.id))).toEqual(user);
  expect(await db.transaction((tx) => lockUser(tx, user.id + 1_000))).toBeUndefined();
});
