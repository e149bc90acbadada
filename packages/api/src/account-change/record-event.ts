import { recordEvent } from "@daymark/auth/client/security-event";
import type { Database, Transaction } from "@daymark/db/connection/client";
import type { SecurityEventKind } from "@daymark/domain/account/security-event";
import type { NoticeTemplate, NoticeTemplates } from "@daymark/domain/operator/mail";
import type { AccountContext } from "../procedure/context.ts";
import { type NotMeLink, notify } from "./notice.ts";

type Recorded = Pick<AccountContext, "user" | "session" | "client" | "now">;

/** Records what the caller's session did to the account; see {@link recordEvent} for where. */
export function record(ctx: Recorded, db: Database | Transaction, kind: SecurityEventKind): Promise<void> {
  const { user, session, client } = ctx;
  return recordEvent(db, { userId: user.id, sessionId: session.id, kind, client, now: ctx.now() });
}

/** As `record`, and notifies the owner by mail within the limits of {@link notify}. */
export async function recordAndNotify<Kind extends SecurityEventKind & NoticeTemplate>(
  ctx: Recorded & Pick<AccountContext, "services" | "timezone">,
  tx: Transaction,
  kind: Kind,
  values: NoticeTemplates[Kind] & NotMeLink,
): Promise<void> {
  await record(ctx, tx, kind);
  await notify(ctx, tx, ctx.user.id, kind, values);
}
