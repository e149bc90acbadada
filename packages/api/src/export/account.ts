import type { Database, Sql } from "@daymark/db/connection/client";
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
import { activeDays } from "@daymark/db/schema/statistics";
import { bans } from "@daymark/db/schema/thread";
import { users } from "@daymark/db/schema/user";
import type { accountMembers, Export } from "@daymark/domain/account/export";
import { and, asc, eq, gt, isNotNull } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import { siteOf } from "../connected-app/client-document.ts";
import { mapPages, pageRowsMax, type Rows, readPages } from "./pages.ts";

/** The members of the file that only a session gets. */
type AccountMembers = Required<Pick<Export, keyof typeof accountMembers>>;
type AccountParts = {
  [Name in keyof AccountMembers]: AccountMembers[Name] extends (infer Row)[] ? Rows<Row> : AccountMembers[Name];
};

/**
 * The stored data of a user's account and its sign-in methods, oldest first. The columns are listed, so that no secret
 * can leak.
 */
export async function readAccountParts(db: Database, userId: number): Promise<AccountParts> {
  return {
    account: await readAccount(db, userId),
    sessions: readSessions(db.$client, userId),
    providers: await readProviders(db, userId),
    passkeys: await readPasskeys(db, userId),
    api_keys: await readApiKeys(db, userId),
    connected_apps: await readConnectedApps(db, userId),
    habit_links: await readHabitLinks(db, userId),
    health_mappings: await readHealthMappings(db, userId),
    calendar_links: await readCalendarLinks(db, userId),
    webhooks: await readWebhooks(db, userId),
    notification_targets: await readTargets(db, userId),
    security_events: readSecurityEvents(db, userId),
    known_devices: await readKnownDevices(db, userId),
    active_days: await readActiveDays(db, userId),
    bans: await readBans(db, userId),
  };
}

async function readAccount(db: Database, userId: number): Promise<AccountMembers["account"]> {
  const [row] = await db
    .select({
      username: users.username,
      email: users.email,
      email_verified: users.email_verified,
      pending_email: users.pending_email,
      has_password: isNotNull(users.password_hash).mapWith(Boolean),
      two_factor_enabled: users.two_factor_enabled,
      is_staff: users.is_staff,
      plan: users.plan,
      newsletter_subscriber: users.newsletter_subscriber,
      language: users.language,
      timezone: users.timezone,
      theme: users.theme,
      day_start_hour: users.day_start_hour,
      reminder_mails: users.reminder_mails,
      board_mails: users.board_mails,
      reminder_done: users.reminder_done,
      dashboard: users.dashboard,
      date_joined: users.date_joined,
    })
    .from(users)
    .where(eq(users.id, userId));
  // The user was deleted after the guard's check.
  if (!row) throw new ApiError("session_terminated");
  return withInstants(row);
}

/** Uses a cursor, because no index has the order of the sessions. */
async function* readSessions(sql: Sql, userId: number): AsyncGenerator<AccountMembers["sessions"], void> {
  const pages = sql<AccountMembers["sessions"]>`
    select id, device_type, os, browser, address, location, network, is_automated, remember_me, created_at,
      last_active_at, expires_at
    from sessions where user_id = ${userId} order by sessions.created_at, id`.cursor(pageRowsMax);
  for await (const page of pages) {
    yield page.map(({ created_at, last_active_at, expires_at, ...row }) => ({
      ...row,
      created_at: new Date(created_at).toISOString(),
      last_active_at: new Date(last_active_at).toISOString(),
      expires_at: new Date(expires_at).toISOString(),
    }));
  }
}

async function readProviders(db: Database, userId: number): Promise<AccountMembers["providers"]> {
  const rows = await db
    .select({ provider: identities.provider, subject: identities.subject, created_at: identities.created_at })
    .from(identities)
    .where(eq(identities.user_id, userId))
    .orderBy(asc(identities.created_at), asc(identities.provider));
  return rows.map(withInstants);
}

async function readPasskeys(db: Database, userId: number): Promise<AccountMembers["passkeys"]> {
  const rows = await db
    .select({
      id: passkeys.id,
      name: passkeys.name,
      is_synced: passkeys.is_synced,
      transports: passkeys.transports,
      created_at: passkeys.created_at,
      last_used_at: passkeys.last_used_at,
    })
    .from(passkeys)
    .where(eq(passkeys.user_id, userId))
    .orderBy(asc(passkeys.created_at), asc(passkeys.id));
  return rows.map(withInstants);
}

async function readApiKeys(db: Database, userId: number): Promise<AccountMembers["api_keys"]> {
  const rows = await db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      scopes: apiKeys.scopes,
      key_end: apiKeys.key_end,
      created_at: apiKeys.created_at,
      expires_at: apiKeys.expires_at,
      last_used_at: apiKeys.last_used_at,
    })
    .from(apiKeys)
    .where(eq(apiKeys.user_id, userId))
    .orderBy(asc(apiKeys.id));
  return rows.map(withInstants);
}

async function readConnectedApps(db: Database, userId: number): Promise<AccountMembers["connected_apps"]> {
  const rows = await db
    .select({
      id: connectedApps.id,
      name: appClients.name,
      client_id: appClients.client_id,
      resource: connectedApps.resource,
      scopes: connectedApps.scopes,
      last_used_at: connectedApps.last_used_at,
      created_at: connectedApps.created_at,
    })
    .from(connectedApps)
    .innerJoin(appClients, eq(appClients.id, connectedApps.app_client_id))
    .where(eq(connectedApps.user_id, userId))
    .orderBy(asc(connectedApps.id));
  return rows.map(({ client_id, ...row }) => withInstants({ ...row, site: siteOf(client_id) }));
}

async function readHabitLinks(db: Database, userId: number): Promise<AccountMembers["habit_links"]> {
  const { id, purpose, habit_id, shows_title, token_end: link_end, last_used_at, created_at } = habitLinks;
  const rows = await db
    .select({ id, purpose, habit_id, shows_title, link_end, last_used_at, created_at })
    .from(habitLinks)
    .where(eq(habitLinks.user_id, userId))
    .orderBy(asc(habitLinks.id));
  return rows.map(withInstants);
}

async function readHealthMappings(db: Database, userId: number): Promise<AccountMembers["health_mappings"]> {
  const { habit_id, source, metric, way, unit, created_at } = healthMappings;
  const rows = await db
    .select({ habit_id, source, metric, way, unit, created_at })
    .from(healthMappings)
    .where(eq(healthMappings.user_id, userId))
    .orderBy(asc(healthMappings.habit_id));
  return rows.map(withInstants);
}

async function readCalendarLinks(db: Database, userId: number): Promise<AccountMembers["calendar_links"]> {
  const rows = await db
    .select({
      id: calendarLinks.id,
      group_name: calendarLinks.group_name,
      shows: calendarLinks.shows,
      link_end: calendarLinks.token_end,
      last_read_at: calendarLinks.last_read_at,
      created_at: calendarLinks.created_at,
    })
    .from(calendarLinks)
    .where(eq(calendarLinks.user_id, userId))
    .orderBy(asc(calendarLinks.id));
  return rows.map(withInstants);
}

async function readTargets(db: Database, userId: number): Promise<AccountMembers["notification_targets"]> {
  const rows = await db
    .select({
      id: notificationTargets.id,
      kind: notificationTargets.kind,
      name: notificationTargets.name,
      host: notificationTargets.host,
      created_at: notificationTargets.created_at,
    })
    .from(notificationTargets)
    .where(eq(notificationTargets.user_id, userId))
    .orderBy(asc(notificationTargets.id));
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

async function readWebhooks(db: Database, userId: number): Promise<AccountMembers["webhooks"]> {
  const rows = await db
    .select({
      id: webhooks.id,
      url: webhooks.url,
      events: webhooks.events,
      habit_ids: webhooks.habit_ids,
      enabled: webhooks.enabled,
      off_reason: webhooks.off_reason,
      failing_since: webhooks.failing_since,
      created_at: webhooks.created_at,
    })
    .from(webhooks)
    .where(eq(webhooks.user_id, userId))
    .orderBy(asc(webhooks.id));
  return rows.map(withInstants);
}

function readSecurityEvents(db: Database, userId: number): Rows<AccountMembers["security_events"][number]> {
  const columns = {
    id: securityEvents.id,
    kind: securityEvents.kind,
    session_id: securityEvents.session_id,
    os: securityEvents.os,
    browser: securityEvents.browser,
    address: securityEvents.address,
    location: securityEvents.location,
    created_at: securityEvents.created_at,
  };
  const readAfter = (last?: { id: number }) =>
    db
      .select(columns)
      .from(securityEvents)
      .where(and(eq(securityEvents.user_id, userId), last && gt(securityEvents.id, last.id)))
      .orderBy(asc(securityEvents.id))
      .limit(pageRowsMax);
  return mapPages(readPages(readAfter), withInstants);
}

async function readKnownDevices(db: Database, userId: number): Promise<AccountMembers["known_devices"]> {
  const rows = await db
    .select({ last_seen_at: knownDevices.last_seen_at })
    .from(knownDevices)
    .where(eq(knownDevices.user_id, userId))
    .orderBy(asc(knownDevices.last_seen_at));
  return rows.map(withInstants);
}

function readActiveDays(db: Database, userId: number): Promise<AccountMembers["active_days"]> {
  return db
    .select({ day: activeDays.day })
    .from(activeDays)
    .where(eq(activeDays.user_id, userId))
    .orderBy(asc(activeDays.day));
}

async function readBans(db: Database, userId: number): Promise<AccountMembers["bans"]> {
  const rows = await db
    .select({ until: bans.until, created_at: bans.created_at })
    .from(bans)
    .where(eq(bans.user_id, userId));
  return rows.map(withInstants);
}

type WithInstants<Row> = {
  [Column in keyof Row]: Row[Column] extends Date
    ? string
    : Row[Column] extends Date | null
      ? string | null
      : Row[Column];
};

/** A row with its times in ISO 8601. */
export function withInstants<Row extends object>(row: Row): WithInstants<Row> {
  const told = Object.entries(row).map(([column, value]) => [
    column,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return Object.fromEntries(told) as WithInstants<Row>;
}
