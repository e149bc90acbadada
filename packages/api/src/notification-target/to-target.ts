import type { Database, Transaction } from "@daymark/db/connection/client";
import { notificationTargets } from "@daymark/db/schema/connection/notification-target";
import type { NotificationTarget } from "@daymark/domain/notification/target";
import { and, desc, eq } from "drizzle-orm";
import { ApiError } from "../base/error.ts";

/** Without the settings, which no answer contains. */
const columns = {
  id: notificationTargets.id,
  kind: notificationTargets.kind,
  name: notificationTargets.name,
  host: notificationTargets.host,
  last_at: notificationTargets.last_at,
  last_status: notificationTargets.last_status,
  last_fault: notificationTargets.last_fault,
  last_answer: notificationTargets.last_answer,
  created_at: notificationTargets.created_at,
};

type Row = Pick<typeof notificationTargets.$inferSelect, keyof typeof columns>;

/** A user's notification targets, newest first. */
export async function listTargets(db: Database | Transaction, userId: number): Promise<NotificationTarget[]> {
  const rows = await db
    .select(columns)
    .from(notificationTargets)
    .where(eq(notificationTargets.user_id, userId))
    .orderBy(desc(notificationTargets.created_at), desc(notificationTargets.id));
  return rows.map(toTarget);
}

/** @throws ApiError not_found, also for another user's */
export async function getTarget(db: Database | Transaction, userId: number, id: number): Promise<NotificationTarget> {
  const [row] = await db.select(columns).from(notificationTargets).where(ownTarget(userId, id));
  if (!row) throw new ApiError("not_found");
  return toTarget(row);
}

export function ownTarget(userId: number, id: number) {
  return and(eq(notificationTargets.user_id, userId), eq(notificationTargets.id, id));
}

function toTarget({ last_at, last_status, last_fault, last_answer, created_at, ...row }: Row): NotificationTarget {
  return {
    ...row,
    last: last_at && { at: last_at.toISOString(), status: last_status, fault: last_fault, answer: last_answer },
    created_at: created_at.toISOString(),
  };
}
