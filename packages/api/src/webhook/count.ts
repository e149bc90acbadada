import type { Database, Transaction } from "@daymark/db/connection/client";
import { sql } from "drizzle-orm";

/**
 * Notes with the user whether a webhook is on. It is called after each change of a user's webhooks, in its transaction;
 * a changed note reaches the callers that the nodes have cached.
 */
export async function countWebhooks(tx: Database | Transaction, userId: number): Promise<void> {
  await tx.execute(sql`
    update users set has_webhooks = not has_webhooks
    where id = ${userId}
      and has_webhooks <> exists (select from webhooks where user_id = ${userId} and enabled)`);
}
