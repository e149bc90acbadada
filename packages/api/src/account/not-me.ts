import { randomBytes } from "node:crypto";
import { recordEvent } from "@daymark/auth/client/security-event";
import { type EmailProof, readEmailToken, useEmailToken } from "@daymark/auth/crypto/email-token";
import { hashPassword } from "@daymark/auth/password/password";
import { deleteBackupCodes } from "@daymark/auth/second-factor/backup-code";
import { removeTwoFactor } from "@daymark/auth/second-factor/two-factor";
import { removeSignInMethods, revokeAccess } from "@daymark/auth/session/revoke";
import type { Transaction } from "@daymark/db/connection/client";
import { violatedUnique } from "@daymark/db/connection/unique";
import { knownDevices } from "@daymark/db/schema/security-event";
import { twoFactors } from "@daymark/db/schema/two-factor";
import { users } from "@daymark/db/schema/user";
import { forgottenDeviceHash } from "@daymark/domain/account/security-event";
import { and, eq, gte, ne } from "drizzle-orm";
import { hasSignInMethod } from "../account-change/sign-in-method.ts";
import { ApiError } from "../base/error.ts";
import type { Context } from "../procedure/context.ts";
import { sendResetLink } from "./send-reset.ts";

/**
 * Locks out a thief who logged in from a new device, changed the address or turned on a second factor. It ends every
 * session and API key, and removes the sign-in methods that were added since a moment. It replaces the password by a
 * random one, and sends a mail to set a new one. The moment is the log-in from the new device; for the two changes it
 * is earlier, see {@link suspectSince}.
 *
 * It also removes a second factor that was turned on since, which would lock out the owner. An older one stays, because
 * a thief with access to the mailbox must not remove it by this link; of an older one, it removes the backup codes that
 * were created since. If the address was changed since the link was sent, the account gets back the address of the
 * link.
 *
 * @throws ApiError link_token_invalid; email_taken if another account has the former address
 */
export async function reportNotMe(ctx: Context, token: string): Promise<void> {
  const now = ctx.now();
  const presented = { token, purpose: "not_me", now } as const;
  // Checked before the password is hashed: only a request with a link can cause that work, and no transaction waits for
  // it.
  if (!(await readEmailToken(ctx.db, presented))) throw new ApiError("link_token_invalid");
  const nobodysHash = await hashPassword(randomBytes(32).toString("base64url"), ctx.client.address);
  const userId = await ctx.db.transaction(async (tx) => {
    const proof = await useEmailToken(tx, presented);
    if (!proof) throw new ApiError("link_token_invalid");
    const { userId, since } = proof;
    await restoreAddress(ctx, tx, proof);
    await revokeAccess(tx, userId);
    await removeSignInMethods(tx, userId, since);
    if (await isTwoFactorSince(tx, userId, since)) await removeTwoFactor(tx, userId);
    else await deleteBackupCodes(tx, userId, since);
    await forgetDevices(tx, { userId, now });
    const [user] = await tx.select().from(users).where(eq(users.id, userId));
    // An owner without a password logs in as before, unless only the thief's sign-in methods were left.
    if (user && (user.password_hash !== null || !(await hasSignInMethod(tx, userId)))) {
      await tx.update(users).set({ password_hash: nobodysHash }).where(eq(users.id, userId));
      await sendResetLink({ outbox: ctx.services.outbox, now }, tx, user);
    }
    await recordEvent(tx, { userId, sessionId: null, kind: "reported_as_not_me", client: ctx.client, now });
    return userId;
  });
  ctx.services.sessions.forget(userId);
}

/** Makes the next log-in from any device send a mail: the thief's device is among the known ones. */
async function forgetDevices(tx: Transaction, { userId, now }: { userId: number; now: number }): Promise<void> {
  await tx.delete(knownDevices).where(eq(knownDevices.user_id, userId));
  const forgotten = { user_id: userId, device_hash: forgottenDeviceHash, last_seen_at: new Date(now) };
  await tx.insert(knownDevices).values(forgotten);
}

async function restoreAddress(ctx: Context, tx: Transaction, { userId, email }: EmailProof): Promise<void> {
  try {
    // A savepoint, because PostgreSQL refuses all further statements of a transaction in which one failed.
    const restored = await tx.transaction((savepoint) =>
      savepoint
        .update(users)
        .set({ email, email_verified: true })
        .where(and(eq(users.id, userId), ne(users.email, email)))
        .returning({ id: users.id }),
    );
    if (restored.length === 0) return;
    await recordEvent(tx, { userId, sessionId: null, kind: "email_changed", client: ctx.client, now: ctx.now() });
  } catch (error) {
    if (violatedUnique(error) === "users_email_key") throw new ApiError("email_taken", { cause: error });
    throw error;
  }
}

async function isTwoFactorSince(tx: Transaction, userId: number, since: Date): Promise<boolean> {
  return (await tx.$count(twoFactors, and(eq(twoFactors.user_id, userId), gte(twoFactors.enabled_at, since)))) > 0;
}
