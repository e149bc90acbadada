import type { Database, Transaction } from "@daymark/db/connection/client";
import { announceToAdmins } from "./announce.ts";

/**
 * Tells the webhooks of admins of a new account, in the transaction that creates it.
 *
 * @param at milliseconds since the epoch
 */
export async function announceAccount(
  tx: Database | Transaction,
  { id, username }: { id: number; username: string },
  at: number,
): Promise<void> {
  const user = { id, username, date_joined: new Date(at).toISOString() };
  await announceToAdmins(tx, { type: "account.created", habitId: null, data: { user } }, at);
}
