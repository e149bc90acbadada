import { securityEvents } from "@daymark/db/schema/security-event";
import { users } from "@daymark/db/schema/user";
import { createTestDatabase } from "@daymark/db/testing";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { insertUser, noon } from "../testing.ts";
import { recordEvent } from "./security-event.ts";

const database = await createTestDatabase();
const { db } = database;
afterAll(database.drop);

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";
const client = { address: "192.0.2.1", userAgent: firefox, location: "Kyiv, UA" };

test("an event records what was done, by which session, when and from where", async () => {
  const { id } = await insertUser(db);
  await recordEvent(db, { userId: id, sessionId: "a session", kind: "stepped_up", client, now: noon });
  const bare = { address: "2001:db8::1", userAgent: "" };
  await recordEvent(db, { userId: id, sessionId: null, kind: "log_in_failed", client: bare, now: noon + 1 });
  const rows = await db.select().from(securityEvents).where(eq(securityEvents.user_id, id)).orderBy(securityEvents.id);
  expect(rows).toMatchObject([
    {
      session_id: "a session",
      kind: "stepped_up",
      os: "Linux",
      browser: "Firefox",
      address: "192.0.2.1",
      location: "Kyiv, UA",
      created_at: new Date(noon),
    },
    { session_id: null, kind: "log_in_failed", os: "", browser: "", address: "2001:db8::1", location: null },
  ]);
});

test("an event is rolled back with its transaction", async () => {
  const { id } = await insertUser(db);
  const failing = db.transaction(async (tx) => {
    await recordEvent(tx, { userId: id, sessionId: null, kind: "password_reset", client, now: noon });
    throw new Error("the rest failed");
  });
  await expect(failing).rejects.toThrow("the rest failed");
  expect(await db.select().from(securityEvents).where(eq(securityEvents.user_id, id))).toEqual([]);
});

test("recording an event of a user who is being deleted neither fails nor leaves a row", async () => {
  const { id } = await insertUser(db);
  const event = { userId: id, sessionId: null, kind: "logged_out", client, now: noon } as const;
  const { promise: deleted, resolve: markDeleted } = Promise.withResolvers<void>();
  const { promise: committed, resolve: commit } = Promise.withResolvers<void>();
  const deleting = db.transaction(async (tx) => {
    await tx.delete(users).where(eq(users.id, id));
    markDeleted();
    await committed;
  });
  await deleted;
  const recording = recordEvent(db, event);
  await expect
    .poll(
      () =>
        database.sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      { interval: 20, timeout: 20_000 },
    )
    .toHaveLength(1);
  commit();
  await Promise.all([deleting, recording]);
  await recordEvent(db, event);
  expect(await db.select().from(securityEvents).where(eq(securityEvents.user_id, id))).toEqual([]);
});
