import { createEmailToken, hasLinkToFormerAddress } from "@daymark/auth/crypto/email-token";
import type { Transaction } from "@daymark/db/connection/client";
import type { NoticeContext } from "./notice.ts";

/**
 * How long before a change an added sign-in method may be a thief's, who adds one and then makes the change: as long as
 * the owner had a chance to read the mail about it.
 */
const reachMilliseconds = 7 * 24 * 3_600_000;

/**
 * From when on an added sign-in method may be a thief's, who changes the address or turns on a second factor.
 *
 * @param sessionBegan when the session began that makes the change
 * @param now milliseconds since the epoch
 */
export function suspectSince({ sessionBegan, now }: { sessionBegan: Date; now: number }): Date {
  return new Date(Math.min(sessionBegan.getTime(), now - reachMilliseconds));
}

/**
 * Creates the link "This was not me" for a mail to the user's present address. The caller holds the user's lock.
 *
 * @param since from when on an added sign-in method may be a thief's; the present by default
 * @returns null while an earlier link to a former address of the user is good: a thief who changed the address could
 * otherwise void the owner's link by one more log-in or change
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
  return `${ctx.outbox.publicUrl}/not-me?token=${token}`;
}
