import type { Database, Transaction } from "@daymark/db/client";
import { securityEvents } from "@daymark/db/schema/security-event";
import type { SecurityEventKind } from "@daymark/domain/security-event";
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
  await db.insert(securityEvents).values({
    user_id: event.userId,
    session_id: event.sessionId,
    kind: event.kind,
    os,
    browser,
    address: event.client.address,
    location: event.client.location ?? null,
    created_at: new Date(event.now),
  });
}
