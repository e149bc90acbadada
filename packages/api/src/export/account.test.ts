import { createApiKey } from "@daymark/auth/session/api-key";
import { apiKeys } from "@daymark/db/schema/connection/api-key";
import { calendarLinks } from "@daymark/db/schema/connection/calendar-link";
import { appClients, connectedApps } from "@daymark/db/schema/connection/connected-app";
import { habitLinks } from "@daymark/db/schema/connection/habit-link";
import { healthMappings } from "@daymark/db/schema/connection/health";
import { notificationTargets } from "@daymark/db/schema/connection/notification-target";
import { webhooks } from "@daymark/db/schema/connection/webhook";
import { identities } from "@daymark/db/schema/identity";
import { passkeys } from "@daymark/db/schema/passkey";
import { knownDevices, securityEvents } from "@daymark/db/schema/security-event";
import { sessions } from "@daymark/db/schema/session";
import { activeDays } from "@daymark/db/schema/statistics";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createTestApi, noon } from "../testing.ts";
import { exportCsv, exportJson } from "./testing.ts";

const api = await createTestApi();
const { db } = api;
afterAll(api.drop);

const at = new Date(noon);
const instant = at.toISOString();

/** A user with rows in each table of the account. */
async function createOwner() {
  const owner = await api.createUser({ password_hash: "a-hash-of-a-password", pending_email: "new@example.org" });
  const user_id = owner.user.id;
  const { key, ...kept } = createApiKey();
  await db.insert(apiKeys).values({ user_id, name: "Backup", scopes: ["read"], created_at: at, ...kept });
  await db.insert(habitLinks).values({
    user_id,
    habit_id: 7,
    purpose: "add",
    token_hash: "a-hash-of-a-link",
    token_end: "x7Qk",
    created_at: at,
  });
  await db
    .insert(healthMappings)
    .values({ user_id, habit_id: 7, source: "health-connect", metric: "steps", way: "sum", created_at: at });
  await db
    .insert(calendarLinks)
    .values({ user_id, token_hash: "a-hash-of-an-address", token_end: "x7Qk", shows: ["due", "done"], created_at: at });
  const [client] = await db
    .insert(appClients)
    .values({
      ...{ client_id: "https://app.example/client.json", name: "Assistant", redirect_uris: [] },
      secret_hash: "a-hash-of-a-secret",
    })
    .returning();
  const app = { user_id, app_client_id: client?.id ?? 0, scopes: ["read" as const], expires_at: at, created_at: at };
  await db.insert(connectedApps).values({ ...app, resource: "mcp" });
  await db.insert(webhooks).values({
    user_id,
    url: "https://hooks.example.org/in",
    events: ["day.recorded"],
    secret: "a-sealed-secret",
    streaks_checked_on: "2026-11-20",
    risks_checked_on: "2026-11-20",
    created_at: at,
  });
  await db.insert(notificationTargets).values({
    ...{ user_id, kind: "ntfy", name: "Phone", host: "ntfy.example.org", sealed: "a-sealed-topic", created_at: at },
    ...{ last_at: at, last_status: 403, last_fault: "status", last_answer: "what-it-said" },
  });
  await db
    .insert(passkeys)
    .values({ id: "a-credential", user_id, name: "Phone", public_key: "a-public-key", created_at: at });
  await db.insert(identities).values({ provider: "google", subject: "1234", user_id, created_at: at });
  await db.insert(securityEvents).values({ user_id, kind: "logged_in", address: "203.0.113.7", created_at: at });
  await db.insert(knownDevices).values({ user_id, device_hash: "a-hash-of-a-device", last_seen_at: at });
  const day = { user_id, joined_week: "2026-10-26", first_of_week: true, first_of_month: false };
  await db.insert(activeDays).values(["2026-11-20", "2026-11-01"].map((other) => ({ ...day, day: other })));
  return { ...owner, key, key_hash: kept.key_hash, key_end: kept.key_end };
}

test("the file contains the account and its sign-in methods, no secret or hash, and no other user's data", async () => {
  const owner = await createOwner();
  const file = await exportJson(owner.caller);
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, owner.user.id));
  expect(file).toMatchObject({
    account: {
      username: owner.user.username,
      email: owner.user.email,
      pending_email: "new@example.org",
      has_password: true,
      date_joined: owner.user.date_joined.toISOString(),
    },
    sessions: [
      {
        id: session?.id,
        address: "127.0.0.1",
        remember_me: false,
        expires_at: session?.expiresAt.toISOString(),
      },
    ],
    providers: [{ provider: "google", subject: "1234", created_at: instant }],
    passkeys: [{ id: "a-credential", name: "Phone", transports: [], created_at: instant, last_used_at: null }],
    api_keys: [{ name: "Backup", scopes: ["read"], key_end: owner.key_end, created_at: instant, expires_at: null }],
    connected_apps: [
      {
        ...{ name: "Assistant", site: "app.example", resource: "mcp", scopes: ["read"] },
        ...{ last_used_at: null, created_at: instant },
      },
    ],
    habit_links: [
      { habit_id: 7, purpose: "add", shows_title: true, link_end: "x7Qk", last_used_at: null, created_at: instant },
    ],
    health_mappings: [
      { habit_id: 7, source: "health-connect", metric: "steps", way: "sum", unit: null, created_at: instant },
    ],
    calendar_links: [
      { group_name: null, shows: ["due", "done"], link_end: "x7Qk", last_read_at: null, created_at: instant },
    ],
    webhooks: [
      {
        url: "https://hooks.example.org/in",
        events: ["day.recorded"],
        habit_ids: null,
        enabled: true,
        created_at: instant,
      },
    ],
    notification_targets: [{ kind: "ntfy", name: "Phone", host: "ntfy.example.org", created_at: instant }],
    security_events: [{ kind: "logged_in", session_id: null, address: "203.0.113.7", created_at: instant }],
    known_devices: [{ last_seen_at: instant }],
    active_days: [{ day: "2026-11-01" }, { day: "2026-11-20" }],
  });
  for (const text of [JSON.stringify(file), ...Object.values(await exportCsv(owner.caller))]) {
    for (const secret of [
      "a-hash-of-a-password",
      "a-sealed-topic",
      "a-hash-of-a-device",
      "a-hash-of-an-address",
      "a-hash-of-a-secret",
      "a-hash-of-a-link",
      "a-sealed-secret",
      owner.key,
      owner.key_hash,
      "a-public-key",
    ]) {
      expect(text).not.toContain(secret);
    }
  }

  const other = await api.createUser();
  expect(await exportJson(other.caller)).toMatchObject({
    account: { username: other.user.username, has_password: false },
    sessions: [{ address: "127.0.0.1" }],
    providers: [],
    passkeys: [],
    api_keys: [],
    connected_apps: [],
    calendar_links: [],
    habit_links: [],
    health_mappings: [],
    webhooks: [],
    notification_targets: [],
    security_events: [],
    known_devices: [],
    active_days: [],
  });
});
