import { createEmailToken, hasLinkToFormerAddress } from "@daymark/auth/crypto/email-token";
import type { Transaction } from "@daymark/db/connection/client";
import type { NoticeContext } from "./notice.ts";

/**
 * A sign-in method that was added this long before a change may be a thief's: the thief adds it, and then makes the
 * change. The owner has had this long to read the mail about the new method.
 */
const reachMilliseconds = 7 * 24 * 3_600_000;

/**
 * A sign-in method added since this moment may belong to a thief who changes the address or turns on two-factor
 * authentication.
 *
 * @param sessionBegan when the session that makes the change began
 * @param now milliseconds since the epoch
 */
export function suspectSince({ sessionBegan, now }: { sessionBegan: Date; now: number }): Date {
  return new Date(Math.min(sessionBegan.getTime(), now - reachMilliseconds));
}

/**
 * Creates the link "This was not me" for a mail to the user's present address. The caller holds the user's lock.
 *
 * @param since a sign-in method added since this moment may be a thief's; the present by default
 * @returns null while an earlier link to a former address of the user is valid: otherwise a thief who changed the
 *   address could void the owner's link by one more log-in or change
 */
export async function createNotMeLink(
  ctx: NoticeContext,
  tx: Transaction,
  user: { id: number; email: string },
  since?: Date,
): Promise<string | null> {
  const link = { userId: user.id, email: user.email, now: ctx.now() };
  if (await hasLinkToFormerAddress(tx, link)) return null;
  const token = await createEmailToken(tx, { ...link, purpose: "not_me", since });
  return `${ctx.services.outbox.publicUrl}/not-me?token=${token}`;
}
