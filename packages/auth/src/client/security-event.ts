import type { Database, Transaction } from "@daymark/db/connection/client";
import { securityEvents } from "@daymark/db/schema/security-event";
import { users } from "@daymark/db/schema/user";
import type { SecurityEventKind } from "@daymark/domain/account/security-event";
import { sql } from "drizzle-orm";
import { type Client, deviceOf } from "./device.ts";

/**
 * Records an event of an account for its owner. The event of a success belongs to the transaction of the change. The
 * event of a failure does not: it must persist after the rollback.
 *
 * @param event.sessionId the session that caused the event, null if there was none
 * @param event.now milliseconds since the epoch
 */
export async function recordEvent(
  db: Database | Transaction,
  event: { userId: number; sessionId: string | null; kind: SecurityEventKind; client: Client; now: number },
): Promise<void> {
  const { os, browser } = deviceOf(event.client.userAgent);
  const { address, location = null } = event.client;
  // If the user is being deleted at the same time, no event is written.
  await db.execute(sql`
    insert into ${securityEvents} (user_id, session_id, kind, os, browser, address, location, created_at)
    select id, ${event.sessionId}, ${event.kind}, ${os}, ${browser}, ${address}, ${location},
      ${new Date(event.now).toISOString()}::timestamptz
    from ${users} where id = ${event.userId} for key share`);
}
