import type { Database, Transaction } from "@daymark/db/connection/client";
import { securityEvents } from "@daymark/db/schema/security-event";
import { users } from "@daymark/db/schema/user";
import type { SecurityEventKind } from "@daymark/domain/account/security-event";
import { sql } from "drizzle-orm";
import { type Client, deviceOf } from "./device.ts";

/**
 * Writes down what happened to an account, for its owner to read. What was done and its event go into one transaction;
 * what failed must not: its event has to outlive the rollback.
 *
 * @param event.sessionId the session that did it, null for what was done without one
 * @param event.now milliseconds since the epoch
 */
export async function recordEvent(
  db: Database | Transaction,
  event: { userId: number; sessionId: string | null; kind: SecurityEventKind; client: Client; now: number },
): Promise<void> {
  const { os, browser } = deviceOf(event.client.userAgent);
  const { address, location = null } = event.client;
  // Of a user who is deleted in this very moment there is no history to write.
  await db.execute(sql`
    insert into ${securityEvents} (user_id, session_id, kind, os, browser, address, location, created_at)
    select id, ${event.sessionId}, ${event.kind}, ${os}, ${browser}, ${address}, ${location},
      ${new Date(event.now).toISOString()}::timestamptz
    from ${users} where id = ${event.userId} for key share`);
}
