import { hasGoodLink } from "@daymark/auth/crypto/email-token";
import { lockUser } from "@daymark/auth/user/lock-user";
import type { Database, Transaction } from "@daymark/db/connection/client";
import { ApiError } from "../base/error.ts";

/**
 * Refuses a change that would void a valid reset link, if the account's address was never verified. A stranger may have
 * signed up with the address, and must not void the link of its owner (docs/decisions/0047). It locks the user, so that
 * a reset link that is created at the same time is either seen here or finds the change done.
 *
 * @param now milliseconds since the epoch
 * @throws ApiError conflict
 */
export async function assertNoOpenReset(tx: Database | Transaction, userId: number, now: number): Promise<void> {
  const user = await lockUser(tx, userId);
  if (!user || user.email_verified) return;
  const link = { userId, purpose: "reset_password", email: user.email, at: now } as const;
  if (await hasGoodLink(tx, link)) throw new ApiError("conflict", { values: { reason: "open_reset" } });
}
