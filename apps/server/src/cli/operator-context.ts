import { createOutbox, type Outbox } from "@daymark/api/host/outbox";
import type { Database } from "@daymark/db/connection/client";
import type { Plan } from "@daymark/domain/account/plan";
import type { PageTopic } from "@daymark/domain/base/page-topic";
import { sql } from "drizzle-orm";

/** What the commands of an operator work with. */
export interface OperatorContext {
  db: Database;
  publicUrl: string;
  /** DEFAULT_PLAN. */
  defaultPlan: Plan;
  /** False under PASSWORD_LOGIN=off. */
  hasPasswords: boolean;
  outbox: Outbox;
  /** Invalidates the changed public pages on all running nodes. */
  invalidate: (topics: readonly PageTopic[]) => Promise<void>;
  now: () => number;
}

export type OperatorOptions = Omit<OperatorContext, "outbox" | "now"> & { secretKey: string; now?: () => number };

export function createOperatorContext({ secretKey, now = Date.now, ...options }: OperatorOptions): OperatorContext {
  return { ...options, outbox: createOutbox({ publicUrl: options.publicUrl, secretKey }), now };
}

/** Writes an entry into the admin audit log, in the transaction of the change. It names no user. */
export async function recordCommand(
  tx: Pick<Database, "execute">,
  command: string,
  target: string | null,
): Promise<void> {
  await tx.execute(sql`
    insert into admin_actions (action, target, details, outcome)
    values (${`command.${command}`}, ${target}, '{}', 'done')`);
}
