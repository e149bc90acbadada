import { hash, randomBytes } from "node:crypto";
import type { Database, Transaction } from "@daymark/db/connection/client";
import { invitations } from "@daymark/db/schema/invitation";
import { invitationDaysDefault, invitationUsesDefault, type NewInvitation } from "@daymark/domain/operator/invitation";

/** Too many bytes to guess, so a fast hash of the token is as good as a slow one. */
const tokenBytes = 32;
const dayMilliseconds = 24 * 3_600_000;

/** The stored form of a link's token. */
export function hashInvitation(token: string): string {
  return hash("sha256", token);
}

/**
 * Creates an invitation. The database holds only the hash of its token, so nobody can read the link again.
 *
 * @param options.createdBy the admin; null for the operator on the machine
 * @param options.now milliseconds since the epoch
 * @returns the id, and the link to give away
 */
export async function createInvitation(
  db: Database | Transaction,
  {
    uses_max = invitationUsesDefault,
    days = invitationDaysDefault,
    plan,
    email,
    is_staff = false,
    note = "",
  }: NewInvitation,
  { createdBy, publicUrl, now }: { createdBy: number | null; publicUrl: string; now: number },
): Promise<{ id: number; link: string }> {
  const token = randomBytes(tokenBytes).toString("base64url");
  const [row] = await db
    .insert(invitations)
    .values({
      ...{ note, uses_max, is_staff, plan: plan ?? null, email: email ?? null },
      token_hash: hashInvitation(token),
      created_by: createdBy,
      created_at: new Date(now),
      expires_at: new Date(now + days * dayMilliseconds),
    })
    .returning({ id: invitations.id });
  if (!row) throw new Error("no invitation was inserted");
  return { id: row.id, link: `${publicUrl}/signup?invitation=${token}` };
}
