import { createTestDatabase } from "@daymark/db/testing";
import { afterAll, expect, test } from "vitest";
import { insertUser } from "../testing.ts";
import { lockUser } from "./lock-user.ts";

const database = await createTestDatabase();
const { db } = database;
afterAll(database.drop);

test("waiting for a locked user times out, and a retry gets the lock", async () => {
  const { id } = await insertUser(db);
  await db.transaction(async (holder) => {
    await lockUser(holder, id);
    const late = db.transaction((tx) => lockUser(tx, id));
    await expect(late).rejects.toMatchObject({ cause: { code: "55P03" } });
  });
  expect(await db.transaction((tx) => lockUser(tx, id))).toMatchObject({ id });
});

test("the lock returns the current user, or nothing if the user is deleted", async () => {
  const user = await insertUser(db);
  expect(await db.transaction((tx) => lockUser(tx, user.id))).toEqual(user);
  expect(await db.transaction((tx) => lockUser(tx, user.id + 1_000))).toBeUndefined();
});
