import { forgetOldPoints } from "@daymark/api/health/stored-days";
import { giveUpStrandedMails } from "@daymark/api/host/outbox";
import type { Database } from "@daymark/db/connection/client";
import { adminActions, nodeSamples, nodes } from "@daymark/db/schema/admin";
import {
  appAccessTokens,
  appClients,
  appCodes,
  appDeviceCodes,
  appRefreshTokens,
  connectedApps,
} from "@daymark/db/schema/connection/connected-app";
import { webhookDeliveries, webhooks } from "@daymark/db/schema/connection/webhook";
import { habits } from "@daymark/db/schema/habit";
import { oauthStates, providerLogOuts } from "@daymark/db/schema/identity";
import { rateLimits, usedCaptchas } from "@daymark/db/schema/limit";
import { mails } from "@daymark/db/schema/mail";
import { passkeyChallenges } from "@daymark/db/schema/passkey";
import { doneTokens } from "@daymark/db/schema/reminder";
import { knownDevices, securityEvents } from "@daymark/db/schema/security-event";
import { sessions } from "@daymark/db/schema/session";
import { twoFactorChallenges } from "@daymark/db/schema/two-factor";
import { emailTokens, idempotencyKeys, users } from "@daymark/db/schema/user";
import {
  forgottenDeviceHash,
  knownDeviceDays,
  securityEventDays,
  securityEventsMax,
} from "@daymark/domain/account/security-event";
import { refusalDays } from "@daymark/domain/operator/audit";
import { nodeForgottenSeconds, nodeSampleForgottenSeconds } from "@daymark/domain/operator/node";
import { trashSeconds } from "@daymark/domain/tracking/trash";
import { deliveriesMax, deliveryBytesMax, deliveryDays } from "@daymark/domain/webhook/webhook";
import { and, eq, exists, isNull, lt, ne, notExists, or, sql } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";

const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;

/** The server recognizes a repeated creating call for a day. */
const idempotencyKeySeconds = daySeconds;
/** A captcha solution may still be valid by the clock of a node that is behind. */
const clockSkewSeconds = 60;
/** Mails stay this long without their content, so that admins can see that they were sent. */
const sentMailSeconds = 7 * daySeconds;
const failedMailSeconds = 30 * daySeconds;

/** A stolen refresh token is recognised for this long after it was used. */
const usedRefreshTokenSeconds = 30 * daySeconds;
const unusedClientSeconds = 7 * daySeconds;
const leftClientSeconds = 180 * daySeconds;
/** A row has 6 kB at most. */
const leftClientsMax = 10_000;

/** Deletes expired data. A repeated run does no harm, and the next run catches up on a failed one. */
export async function cleanUp(db: Database): Promise<void> {
  await db.delete(habits).where(isPast(habits.deleted_at, trashSeconds));
  await db.delete(sessions).where(isPast(sessions.expiresAt, 0));
  await deleteEmailTokens(db);
  await db.delete(twoFactorChallenges).where(isPast(twoFactorChallenges.expires_at, 0));
  await db.delete(doneTokens).where(isPast(doneTokens.expires_at, 0));
  await db.delete(oauthStates).where(isPast(oauthStates.expires_at, 0));
  await db.delete(providerLogOuts).where(isPast(providerLogOuts.expires_at, 0));
  await db.delete(passkeyChallenges).where(isPast(passkeyChallenges.expires_at, 0));
  await forgetEvents(db);
  await forgetDevices(db);
  await forgetRefusals(db);
  await db.delete(usedCaptchas).where(isPast(usedCaptchas.expires_at, clockSkewSeconds));
  // The library counts in milliseconds since the epoch.
  await db.delete(rateLimits).where(sql`${rateLimits.expire} < extract(epoch from now()) * 1000`);
  await db.delete(idempotencyKeys).where(isPast(idempotencyKeys.created_at, idempotencyKeySeconds));
  await cleanUpApps(db);
  await giveUpStrandedMails(db);
  await db.delete(mails).where(and(eq(mails.state, "sent"), isPast(mails.created_at, sentMailSeconds)));
  await db.delete(mails).where(and(eq(mails.state, "failed"), isPast(mails.created_at, failedMailSeconds)));
  await forgetDeliveries(db);
  await forgetOldPoints(db, null, new Date());
  await db.delete(nodes).where(isPast(nodes.seen_at, nodeForgottenSeconds));
  await db.delete(nodeSamples).where(isPast(nodeSamples.at, nodeSampleForgottenSeconds));
}

/**
 * Of an account with too many events, those of the kinds that repeat most go first, and of a kind the oldest. So a flood
 * of one kind pushes out no rare event.
 */
async function forgetEvents(db: Database): Promise<void> {
  await db.delete(securityEvents).where(isPast(securityEvents.created_at, securityEventDays * daySeconds));
  await db.execute(sql`
    delete from security_events e using (
      select user_id, id, row_number() over (partition by user_id order by number_of_kind, id desc) as number
      from (
        select user_id, id, row_number() over (partition by user_id, kind order by id desc) as number_of_kind
        from security_events
        where user_id in (
          select user_id from security_events group by user_id having count(*) > ${securityEventsMax})
      ) numbered
    ) kept
    where e.user_id = kept.user_id and e.id = kept.id and kept.number > ${securityEventsMax}`);
}

/** Calls of admins' procedures that changed nothing, because their caller had no right to them. */
async function forgetRefusals(db: Database): Promise<void> {
  const isRefused = sql`${adminActions.outcome} = 'permission_denied'`;
  await db.delete(adminActions).where(and(isRefused, isPast(adminActions.at, refusalDays * daySeconds)));
}

/** Of a webhook that gets many events, only the newest deliveries stay. A waiting one stays in any case. */
async function forgetDeliveries(db: Database): Promise<void> {
  await db.delete(webhookDeliveries).where(isPast(webhookDeliveries.created_at, deliveryDays * daySeconds));
  const isFormer = isPast(webhooks.former_secret_until, 0);
  await db.update(webhooks).set({ former_secret: null, former_secret_until: null }).where(isFormer);
  await db.execute(sql`
    delete from webhook_deliveries d using (
      select id, row_number() over newest as number, sum(octet_length(body)) over newest as bytes
      from webhook_deliveries window newest as (partition by webhook_id order by id desc)
    ) kept
    where d.id = kept.id and (kept.number > ${deliveriesMax} or kept.bytes > ${deliveryBytesMax})
      and d.state <> 'waiting'`);
}

/**
 * The newest row of each user stays without its hash, so that a mail still reports the next log-in to a dormant
 * account.
 */
async function forgetDevices(db: Database): Promise<void> {
  const isOld = isPast(knownDevices.last_seen_at, knownDeviceDays * daySeconds);
  const other = alias(knownDevices, "other");
  const isNewer = sql`(${other.last_seen_at}, ${other.device_hash}) > (${knownDevices.last_seen_at}, ${knownDevices.device_hash})`;
  const newer = db
    .select({ user_id: other.user_id })
    .from(other)
    .where(and(eq(other.user_id, knownDevices.user_id), isNewer));
  await db.delete(knownDevices).where(and(isOld, exists(newer)));
  await db
    .update(knownDevices)
    .set({ device_hash: forgottenDeviceHash })
    .where(and(isOld, ne(knownDevices.device_hash, forgottenDeviceHash), notExists(newer)));
}

/**
 * Deletes what has expired of connected applications, and registrations without a user. One that no user has allowed
 * anything is probably an abandoned attempt; one that was disconnected may come back with its old registration. Of those,
 * only the newest stay, because a user may connect and disconnect any number of applications.
 */
async function cleanUpApps(db: Database): Promise<void> {
  await db.delete(connectedApps).where(isPast(connectedApps.expires_at, 0));
  await db.delete(appAccessTokens).where(isPast(appAccessTokens.expires_at, 0));
  await db.delete(appCodes).where(isPast(appCodes.expires_at, daySeconds));
  await db.delete(appDeviceCodes).where(isPast(appDeviceCodes.expires_at, 0));
  await db.delete(appRefreshTokens).where(isPast(appRefreshTokens.rotated_at, usedRefreshTokenSeconds));
  const isUnused = and(isNull(appClients.last_used_at), isPast(appClients.created_at, unusedClientSeconds));
  const isLeft = isPast(appClients.last_used_at, leftClientSeconds);
  const connection = db
    .select({ id: connectedApps.id })
    .from(connectedApps)
    .where(eq(connectedApps.app_client_id, appClients.id));
  await db.delete(appClients).where(and(or(isUnused, isLeft), notExists(connection)));
  // The outer condition compares the time too, because PostgreSQL checks only this one again on a row that a user allowed
  // after the statement began.
  await db.execute(sql`
    delete from app_clients where (id, last_used_at) in (
      select id, last_used_at from app_clients c
      where last_used_at is not null and not exists (select from connected_apps where app_client_id = c.id)
      order by last_used_at desc, id desc offset ${leftClientsMax}
    )`);
}

/**
 * Deletes expired links. The pending new address of a user goes with its link, because only the link could verify it.
 */
async function deleteEmailTokens(db: Database): Promise<void> {
  const gone = await db
    .delete(emailTokens)
    .where(isPast(emailTokens.expires_at, 0))
    .returning({ userId: emailTokens.user_id, purpose: emailTokens.purpose, email: emailTokens.email });
  for (const { userId, email } of gone.filter(({ purpose }) => purpose === "change_email")) {
    // Unless the user has requested another address since.
    const isStillAsked = and(eq(users.id, userId), eq(users.pending_email, email));
    await db.update(users).set({ pending_email: null }).where(isStillAsked);
  }
}

/** By the clock of the database, because any node may run the clean-up. */
function isPast(column: PgColumn, seconds: number) {
  return lt(column, sql`now() - make_interval(secs => ${seconds})`);
}
