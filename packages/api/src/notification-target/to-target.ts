import type { Database, Transaction } from "@daymark/db/connection/client";
import { notificationTargets } from "@daymark/db/schema/connection/notification-target";
import { isRecipientSecret, type NotificationTarget } from "@daymark/domain/notification/target";
import { and, desc, eq } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import type { Notifier } from "../outgoing/notifier.ts";
import type { AccountContext } from "../procedure/context.ts";

const columns = {
  id: notificationTargets.id,
  kind: notificationTargets.kind,
  name: notificationTargets.name,
  host: notificationTargets.host,
  sealed: notificationTargets.sealed,
  last_at: notificationTargets.last_at,
  last_status: notificationTargets.last_status,
  last_fault: notificationTargets.last_fault,
  last_answer: notificationTargets.last_answer,
  created_at: notificationTargets.created_at,
};

type Row = Pick<typeof notificationTargets.$inferSelect, keyof typeof columns>;

/** The caller's notification targets, newest first. */
export async function listTargets({ db, user, services }: AccountContext): Promise<NotificationTarget[]> {
  const rows = await db
    .select(columns)
    .from(notificationTargets)
    .where(eq(notificationTargets.user_id, user.id))
    .orderBy(desc(notificationTargets.created_at), desc(notificationTargets.id));
  return rows.map((row) => toTarget(services.notifier, row));
}

/** @throws ApiError not_found, also for another user's */
export async function getTarget(
  { user, services }: AccountContext,
  db: Database | Transaction,
  id: number,
): Promise<NotificationTarget> {
  const [row] = await db.select(columns).from(notificationTargets).where(ownTarget(user.id, id));
  if (!row) throw new ApiError("not_found");
  return toTarget(services.notifier, row);
}

export function ownTarget(userId: number, id: number) {
  return and(eq(notificationTargets.user_id, userId), eq(notificationTargets.id, id));
}

/** Without the secrets. */
function toTarget(notifier: Notifier, row: Row): NotificationTarget {
  const { id, kind, name, host, last_at, last_status, last_fault, last_answer } = row;
  const settings = notifier.openSettings(row.sealed);
  return {
    ...{ id, kind, name, host },
    url: settings?.url ?? null,
    recipient: isRecipientSecret(kind) ? null : (settings?.recipient ?? null),
    has_secret: (settings?.secret ?? null) !== null,
    last: last_at && { at: last_at.toISOString(), status: last_status, fault: last_fault, answer: last_answer },
    created_at: row.created_at.toISOString(),
  };
}
