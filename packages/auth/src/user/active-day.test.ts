import { activeDays } from "@daymark/db/schema/statistics";
import { users } from "@daymark/db/schema/user";
import { createTestDatabase } from "@daymark/db/testing";
import { asc, eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createApiKey } from "../session/api-key.ts";
import { insertUser, login, noon, startNode } from "../testing.ts";
import { recordActiveDay } from "./active-day.ts";

const database = await createTestDatabase();
const { db, sql } = database;
const node = await startNode(database);
afterAll(async () => {
  await node.sessions.close();
  await database.drop();
});

/** The days of a user, each with whether it is the first of its week and of its month. */
async function daysOf(userId: number) {
  const rows = await db.select().from(activeDays).where(eq(activeDays.user_id, userId)).orderBy(asc(activeDays.day));
  return rows.map(({ day, first_of_week, first_of_month }) => [day, first_of_week, first_of_month]);
}

test("the earliest day of a week and of a month is marked as first, in whatever order the days are recorded", async () => {
  const { id } = await insertUser(db);
  // 30 November 2026 is a Monday, and the week of 1 December begins with it.
  for (const day of ["2026-11-30", "2026-12-01", "2026-11-30", "2026-12-06", "2026-12-07", "2026-11-29"]) {
    await recordActiveDay(db, [id], day);
  }
  expect(await daysOf(id)).toEqual([
    // The last Sunday of another week, but no longer the first day of its month.
    ["2026-11-29", true, false],
    ["2026-11-30", true, true],
    ["2026-12-01", false, true],
    ["2026-12-06", false, false],
    ["2026-12-07", true, false],
  ]);
});

test("a day stores the sign-up week in UTC, and deleted users are skipped", async () => {
  const { id } = await insertUser(db, { date_joined: new Date("2026-10-04T23:59:59Z") });
  const gone = await insertUser(db);
  await db.delete(users).where(eq(users.id, gone.id));
  await recordActiveDay(db, [gone.id, id], "2026-11-03");
  const rows = await db.select().from(activeDays).where(eq(activeDays.user_id, id));
  expect(rows.map(({ joined_week }) => joined_week)).toEqual(["2026-09-28"]);
  expect(await daysOf(gone.id)).toEqual([]);
});

test("a call by session or by API key records one active day, and a user who does not call has none", async () => {
  const [bySession, byKey, byNothing] = [await insertUser(db), await insertUser(db), await insertUser(db)];
  const { access } = await node.sessions.create(db, bySession.id, login);
  const { key, ...kept } = createApiKey();
  await sql`insert into api_keys ${sql({ ...kept, user_id: byKey.id, name: "script", scopes: ["read"] })}`;
  for (const hours of [0, 5, 24]) {
    node.clock.now = noon + hours * 3_600_000 - 600_000;
    if (hours < 24) await node.sessions.authenticate(access);
    await node.sessions.authenticateKey(key);
    await node.sessions.flush();
  }
  expect(await daysOf(bySession.id)).toEqual([["2026-11-03", true, true]]);
  expect(await daysOf(byKey.id)).toEqual([
    ["2026-11-03", true, true],
    ["2026-11-04", false, false],
  ]);
  expect(await daysOf(byNothing.id)).toEqual([]);
});

test("a deletion and a flush do not deadlock, and the deleted user has no days", async () => {
  const { id } = await insertUser(db);
  const { access } = await node.sessions.create(db, id, login);
  await node.sessions.authenticate(access);
  let flushed: Promise<void> | undefined;
  await sql.begin(async (transaction) => {
    await transaction`select from users where id = ${id} for update`;
    flushed = node.sessions.flush();
    // By now the statement waits for the row, or soon will.
    await transaction`delete from users where id = ${id}`;
  });
  await flushed;
  expect(await daysOf(id)).toEqual([]);
  expect(node.warnings).toEqual([]);
});
