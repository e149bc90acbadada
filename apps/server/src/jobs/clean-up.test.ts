import { restoreHabit } from "@daymark/api/habit/restore";
import { plainInstallation } from "@daymark/api/host/installation";
import type { Database } from "@daymark/db/connection/client";
import { withinTransaction } from "@daymark/db/connection/within-transaction";
import { adminActions } from "@daymark/db/schema/admin";
import {
  appAccessTokens,
  appClients,
  appCodes,
  appDeviceCodes,
  appRefreshTokens,
  connectedApps,
} from "@daymark/db/schema/connection/connected-app";
import { habits, habitTargets } from "@daymark/db/schema/habit";
import { oauthStates } from "@daymark/db/schema/identity";
import { rateLimits, usedCaptchas } from "@daymark/db/schema/limit";
import { mails } from "@daymark/db/schema/mail";
import { passkeyChallenges } from "@daymark/db/schema/passkey";
import { knownDevices, securityEvents } from "@daymark/db/schema/security-event";
import { sessions } from "@daymark/db/schema/session";
import { twoFactorChallenges } from "@daymark/db/schema/two-factor";
import { emailTokens, idempotencyKeys, users } from "@daymark/db/schema/user";
import { createTestDatabase, isDistributed } from "@daymark/db/testing";
import { forgottenDeviceHash } from "@daymark/domain/account/security-event";
import { eq, lt, sql } from "drizzle-orm";
import { afterAll, describe, expect, test, vi } from "vitest";
import { cleanUp } from "./clean-up.ts";

const database = await createTestDatabase();
const { db } = database;
afterAll(database.drop);

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
const hour = 3600;
const day = 24 * hour;

test("the job deletes exactly the rows that no user can reach any more", async () => {
  const [user] = await db.insert(users).values({ username: "owner", email: "owner@example.com" }).returning();
  const user_id = user?.id ?? 0;
  const habit = { user_id, type: "good", unit: "minutes", hue: 0, position: 0, created_on: "2026-01-01" } as const;
  const session = { userId: user_id, fresh_until: ago(0) };
  const key = { user_id, operation: "POST /api/habits", body_hash: "" };
  await db.insert(habits).values([
    { ...habit, title: "kept" },
    { ...habit, title: "just deleted", deleted_at: ago(30) },
    { ...habit, title: "almost 30 days in the trash", deleted_at: ago(30 * day - 60) },
    { ...habit, title: "30 days in the trash", deleted_at: ago(30 * day) },
  ]);
  await db.insert(sessions).values([
    { ...session, id: "live", expiresAt: ago(-hour) },
    { ...session, id: "expired", expiresAt: ago(1) },
  ]);
  await db
    .insert(emailTokens)
    .values({ user_id, purpose: "verify_email", token_hash: "old", email: "", expires_at: ago(1) });
  await db.insert(idempotencyKeys).values([
    { ...key, key: "young", created_at: ago(23 * hour) },
    { ...key, key: "old", created_at: ago(25 * hour) },
  ]);
  await db.insert(mails).values([
    { template: "waiting", content: "x", created_at: ago(60 * day) },
    { template: "without a job", content: "x", created_at: ago(60 * day) },
    { template: "sent lately", state: "sent", created_at: ago(6 * day) },
    { template: "sent long ago", state: "sent", created_at: ago(8 * day) },
    { template: "failed lately", state: "failed", created_at: ago(29 * day) },
    { template: "failed long ago", state: "failed", created_at: ago(31 * day) },
  ]);
  await db.execute(sql`
    select graphile_worker.add_job('send_mail', job_key => 'send_mail ' || id) from mails where template = 'waiting'`);

  await db.insert(rateLimits).values([
    { key: "running", points: 1, expire: ago(-60).getTime() },
    { key: "over", points: 1, expire: ago(60).getTime() },
  ]);
  await db.insert(usedCaptchas).values([
    { solution_hash: "good", expires_at: ago(-60) },
    { solution_hash: "expired", expires_at: ago(hour) },
  ]);

  const state = { provider: "google", code_verifier: "", nonce: "" } as const;
  await db.insert(oauthStates).values([
    { ...state, state_hash: "good", expires_at: ago(-60) },
    { ...state, state_hash: "expired", expires_at: ago(1) },
  ]);
  await db.insert(passkeyChallenges).values([
    { purpose: "log_in", challenge_hash: "good", expires_at: ago(-60) },
    { purpose: "log_in", challenge_hash: "expired", expires_at: ago(1) },
  ]);

  await db.insert(twoFactorChallenges).values([
    { user_id, challenge_hash: "waiting", expires_at: ago(-60) },
    { user_id, challenge_hash: "expired", expires_at: ago(1) },
  ]);
  await db.insert(securityEvents).values([
    { user_id, kind: "logged_in", created_at: ago(89 * day) },
    { user_id, kind: "logged_out", created_at: ago(91 * day) },
  ]);

  // A second run changes nothing more.
  await cleanUp(db);
  await cleanUp(db);

  expect((await db.select().from(habits)).map(({ title }) => title)).toEqual([
    "kept",
    "just deleted",
    "almost 30 days in the trash",
  ]);
  expect((await db.select().from(sessions)).map(({ id }) => id)).toEqual(["live"]);
  expect(await db.select().from(emailTokens)).toEqual([]);
  expect((await db.select().from(idempotencyKeys)).map((row) => row.key)).toEqual(["young"]);
  expect((await db.select().from(rateLimits)).map((row) => row.key)).toEqual(["running"]);
  expect((await db.select().from(usedCaptchas)).map((row) => row.solution_hash)).toEqual(["good"]);
  expect((await db.select().from(oauthStates)).map((row) => row.state_hash)).toEqual(["good"]);
  expect((await db.select().from(passkeyChallenges)).map((row) => row.challenge_hash)).toEqual(["good"]);
  expect((await db.select().from(twoFactorChallenges)).map((row) => row.challenge_hash)).toEqual(["waiting"]);
  expect((await db.select().from(securityEvents)).map((row) => row.kind)).toEqual(["logged_in"]);
  expect((await db.select().from(mails)).map(({ template }) => template)).toEqual([
    "waiting",
    "sent lately",
    "failed lately",
  ]);
});

test("an account keeps its newest 20,000 events, and those of rare kinds before repeated ones", async () => {
  const [flooded, quiet] = await db
    .insert(users)
    .values(["flooded", "quiet"].map((username) => ({ username, email: `${username}@example.com` })))
    .returning();
  const user_id = flooded?.id ?? 0;
  const rare = { user_id, kind: "password_changed" } as const;
  await db.insert(securityEvents).values([rare, rare, { user_id: quiet?.id ?? 0, kind: "logged_in" }]);
  await db.execute(sql`
    insert into security_events (user_id, kind, os)
    select ${user_id}, kind, 'event ' || g from (values ('sessions_ended'), ('stepped_up')) kinds (kind),
      generate_series(1, 15000) g`);
  await db.insert(securityEvents).values(rare);

  await cleanUp(db);

  const kept = await db.execute<{ kind: string; count: number; oldest: string }>(sql`
    select kind, count(*)::int as count, (array_agg(os order by id))[1] as oldest from security_events
    where user_id = ${user_id} group by kind order by kind`);
  expect([...kept]).toEqual([
    { kind: "password_changed", count: 3, oldest: "" },
    { kind: "sessions_ended", count: 9998, oldest: "event 5003" },
    { kind: "stepped_up", count: 9999, oldest: "event 5002" },
  ]);
  expect(await db.$count(securityEvents, eq(securityEvents.user_id, quiet?.id ?? 0))).toBe(1);
});

test("the audit trail forgets refused calls after 90 days, and no action of an admin", async () => {
  const action = "image.delete";
  await db.insert(adminActions).values([
    { action, target: "refused long ago", outcome: "permission_denied", at: ago(91 * day) },
    { action, target: "refused lately", outcome: "permission_denied", at: ago(89 * day) },
    { action, target: "done", outcome: "done", at: ago(4000 * day) },
    { action, target: "failed", outcome: "conflict", at: ago(4000 * day) },
    { action, target: "unfinished", at: ago(4000 * day) },
  ]);
  await cleanUp(db);
  const kept = await db.select({ target: adminActions.target }).from(adminActions).orderBy(adminActions.id);
  expect(kept.map(({ target }) => target)).toEqual(["refused lately", "done", "failed", "unfinished"]);
});

/** Adds applications that users have disconnected, each with an earlier last use: two more than the server keeps. */
const leaveApps = () =>
  db.execute(sql`
    insert into app_clients (client_id, name, redirect_uris, last_used_at)
    select 'left ' || n, 'App', '{}', now() - n * interval '1 second' from generate_series(1, 10002) n`);

test("of registrations without a connection left, the job keeps the newest 10,000", async () => {
  const [user] = await db.insert(users).values({ username: "many", email: "many@example.com" }).returning();
  await leaveApps();
  await db.execute(sql`
    insert into connected_apps (user_id, app_client_id, resource, scopes, expires_at)
    select ${user?.id}, id, 'api', '{read}', now() + interval '1 day' from app_clients where client_id = 'left 10002'`);
  await cleanUp(db);
  const oldest = await db.select().from(appClients).orderBy(appClients.last_used_at).limit(2);
  expect(oldest.map(({ client_id }) => client_id)).toEqual(["left 10002", "left 10000"]);
  await db.delete(appClients);
});

test.skipIf(isDistributed)("a registration without a connection stays if a user allows it meanwhile", async () => {
  await leaveApps();
  const allowed = eq(appClients.client_id, "left 10002");
  await race(
    (allowing) => allowing.update(appClients).set({ last_used_at: new Date() }).where(allowed),
    () => cleanUp(db),
  );
  const left = await db.select().from(appClients).orderBy(appClients.last_used_at);
  expect([left[0]?.client_id, left.at(-1)?.client_id]).toEqual(["left 10000", "left 10002"]);
  await db.delete(appClients);
});

test("the job deletes expired data of applications, and registrations that no user has", async () => {
  const [user] = await db.insert(users).values({ username: "connected", email: "connected@example.com" }).returning();
  const user_id = user?.id ?? 0;
  const clients = await db
    .insert(appClients)
    .values(
      [
        { client_id: "new", created_at: ago(6 * day) },
        { client_id: "never used", created_at: ago(8 * day) },
        { client_id: "connected", created_at: ago(400 * day), last_used_at: ago(400 * day) },
        { client_id: "disconnected lately", created_at: ago(400 * day), last_used_at: ago(179 * day) },
        { client_id: "disconnected long ago", created_at: ago(400 * day), last_used_at: ago(181 * day) },
        { client_id: "expired", created_at: ago(400 * day), last_used_at: ago(181 * day) },
      ].map((client) => ({ name: "App", redirect_uris: [], ...client })),
    )
    .returning();
  const idOf = (name: string) => clients.find(({ client_id }) => client_id === name)?.id ?? 0;
  const given = { user_id, resource: "api" as const, scopes: ["read" as const] };
  const [connection] = await db
    .insert(connectedApps)
    .values({ ...given, app_client_id: idOf("connected"), expires_at: ago(-hour) })
    .returning();
  await db.insert(connectedApps).values({ ...given, app_client_id: idOf("expired"), expires_at: ago(1) });
  const ofConnection = { user_id, connected_app_id: connection?.id ?? 0 };
  await db.insert(appAccessTokens).values([
    { ...ofConnection, scopes: ["read"], token_hash: "live", expires_at: ago(-60) },
    { ...ofConnection, scopes: ["read"], token_hash: "expired", expires_at: ago(1) },
  ]);
  await db.insert(appRefreshTokens).values([
    { ...ofConnection, token_hash: "current" },
    { ...ofConnection, token_hash: "used lately", rotated_at: ago(29 * day) },
    { ...ofConnection, token_hash: "used long ago", rotated_at: ago(31 * day) },
  ]);
  const code = { ...given, app_client_id: idOf("connected"), redirect_uri: "", code_challenge: "" };
  await db.insert(appCodes).values([
    { ...code, code_hash: "used lately", expires_at: ago(23 * hour) },
    { ...code, code_hash: "expired", expires_at: ago(25 * hour) },
  ]);
  const device = { ...code, interval_seconds: 5 };
  await db.insert(appDeviceCodes).values([
    { ...device, code_hash: "waiting", user_code: "BCDFGHJK", expires_at: ago(-60) },
    { ...device, code_hash: "expired", user_code: "BCDFGHJL", expires_at: ago(1) },
  ]);
  await cleanUp(db);
  const names = (await db.select().from(appClients)).map(({ client_id }) => client_id).sort();
  expect(names).toEqual(["connected", "disconnected lately", "new"]);
  expect((await db.select().from(appAccessTokens)).map(({ token_hash }) => token_hash)).toEqual(["live"]);
  const refreshTokens = (await db.select().from(appRefreshTokens)).map(({ token_hash }) => token_hash);
  expect(refreshTokens).toEqual(["current", "used lately"]);
  expect((await db.select().from(appCodes)).map(({ code_hash }) => code_hash)).toEqual(["used lately"]);
  expect((await db.select().from(appDeviceCodes)).map(({ code_hash }) => code_hash)).toEqual(["waiting"]);
});

test("a pending address is removed when its link expires, and kept while the link is valid", async () => {
  const insert = async (username: string, link: { email: string; expires_at: Date }) => {
    const [user] = await db
      .insert(users)
      .values({ username, email: `${username}@example.com`, pending_email: `next.${username}@example.com` })
      .returning();
    const row = { user_id: user?.id ?? 0, purpose: "change_email" as const, token_hash: username, ...link };
    await db.insert(emailTokens).values(row);
  };
  await insert("late", { email: "next.late@example.com", expires_at: ago(1) });
  await insert("timely", { email: "next.timely@example.com", expires_at: ago(-hour) });
  // A user whose earlier link expired after the user had requested another address.
  await insert("again", { email: "first.again@example.com", expires_at: ago(1) });
  await cleanUp(db);
  const rows = await db.select({ pending: users.pending_email }).from(users).orderBy(users.id);
  expect(rows.map(({ pending }) => pending).slice(-3)).toEqual([
    null,
    "next.timely@example.com",
    "next.again@example.com",
  ]);
});

test("a device that was not used for a year is deleted", async () => {
  const [user] = await db.insert(users).values({ username: "rare", email: "rare@example.com" }).returning();
  const user_id = user?.id ?? 0;
  await db.insert(knownDevices).values([
    { user_id, device_hash: "used lately", last_seen_at: ago(364 * day) },
    { user_id, device_hash: "used long ago", last_seen_at: ago(366 * day) },
  ]);
  await cleanUp(db);
  expect((await db.select().from(knownDevices)).map(({ device_hash }) => device_hash)).toEqual(["used lately"]);
});

test("after a user's last devices are deleted, a placeholder remains in every clean-up", async () => {
  const [user] = await db.insert(users).values({ username: "dormant", email: "dormant@example.com" }).returning();
  const user_id = user?.id ?? 0;
  const last_seen_at = ago(366 * day);
  await db.insert(knownDevices).values([
    { user_id, device_hash: "first", last_seen_at: ago(400 * day) },
    { user_id, device_hash: "second", last_seen_at },
    { user_id, device_hash: "third, at the same time", last_seen_at },
  ]);
  const forgotten = [{ user_id, device_hash: forgottenDeviceHash, last_seen_at }];
  for (let round = 0; round < 2; round++) {
    await cleanUp(db);
    expect(await db.select().from(knownDevices).where(eq(knownDevices.user_id, user_id))).toEqual(forgotten);
  }
  await db.insert(knownDevices).values({ user_id, device_hash: "used lately", last_seen_at: ago(0) });
  await cleanUp(db);
  const left = await db.select().from(knownDevices).where(eq(knownDevices.user_id, user_id));
  expect(left.map(({ device_hash }) => device_hash)).toEqual(["used lately"]);
});

/** Runs `first` in a transaction, begins `second`, which waits for it, and ends the transaction. */
async function race<Result>(first: (locked: Database) => Promise<unknown>, second: () => Promise<Result>) {
  let waiting: Promise<Result> | undefined;
  await withinTransaction(db, async (locked) => {
    await first(locked);
    waiting = second();
    // Its error is read below.
    waiting.catch(() => {});
    await vi.waitFor(async () => {
      const [row] = await database.sql<{ count: number }[]>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      expect(row?.count).toBeGreaterThan(0);
    }, 10_000);
  });
  return waiting as Promise<Result>;
}

describe.skipIf(isDistributed)("a habit whose 30 days end while it is restored", () => {
  async function begin(username: string) {
    const [user] = await db
      .insert(users)
      .values({ username, email: `${username}@example.com` })
      .returning();
    const user_id = user?.id ?? 0;
    const [habit] = await db
      .insert(habits)
      .values({
        ...{ user_id, title: username, type: "good", unit: "minutes", hue: 0, position: 0, created_on: "2026-01-01" },
        deleted_at: ago(30 * day - 60),
      })
      .returning();
    const id = habit?.id ?? 0;
    await db.insert(habitTargets).values({ user_id, habit_id: id, from_day: "2026-01-01", target: 1 });
    const call = {
      db,
      user: { id: user_id, plan: "free" },
      services: { installation: plainInstallation },
      confirmCaller: async () => {},
    };
    return {
      restore: (by: Database) =>
        restoreHabit({ ...call, db: by } as Parameters<typeof restoreHabit>[0], id, "2026-01-01"),
      /** The clean-up's statement, as if a minute had passed. */
      expire: (by: Database) => by.delete(habits).where(lt(habits.deleted_at, ago(30 * day - 120))),
      read: () => db.$count(habits, eq(habits.user_id, user_id)),
    };
  }

  test("stays if the restore came first, though the clean-up has found it already", async () => {
    const { restore, expire, read } = await begin("timely_restore");
    await race(restore, () => expire(db));
    expect(await read()).toBe(1);
  });

  test("is missing if the clean-up came first", async () => {
    const { restore, expire, read } = await begin("late_restore");
    await expect(race(expire, () => restore(db))).rejects.toMatchObject({ key: "habit_not_found" });
    expect(await read()).toBe(0);
  });
});
