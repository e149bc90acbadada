import type { Database, Transaction } from "@daymark/db/connection/client";
import { ApiError } from "../base/error.ts";
import type { AccountContext } from "../procedure/context.ts";
import { lockAccount } from "./lock-account.ts";

/**
 * Locks the calling admin's account until the transaction ends. It is for a change that must fail if the admin's
 * session or admin right has ended since the guard let the call pass: of rights, plans, others' sessions, bans, feature
 * flags.
 *
 * A change that locks another user as well first calls `holdAdmins` (admin-user/admins.ts), so that two admins who
 * change each other do not deadlock.
 *
 * @throws ApiError session_terminated; permission_denied if the caller is not an admin any more
 */
export async function lockAdmin(
  tx: Database | Transaction,
  caller: Pick<AccountContext, "user" | "session">,
): Promise<void> {
  const { account } = await lockAccount(tx, caller);
  if (!account.is_staff || !account.is_active) throw new ApiError("permission_denied");
}
