import { hash, randomBytes } from "node:crypto";
import type { Transaction } from "@daymark/db/connection/client";
import { invitations } from "@daymark/db/schema/invitation";
import { invitationDaysDefault, invitationUsesDefault, type NewInvitation } from "@daymark/domain/operator/invitation";
import type { Language } from "@daymark/domain/text/language";
import type { Outbox } from "../host/outbox.ts";

/** Too many bytes to guess, so a fast hash of the token is as good as a slow one. */
const tokenBytes = 32;
const dayMilliseconds = 24 * 3_600_000;

/** The stored form of a link's token. */
export function hashInvitation(token: string): string {
  return hash("sha256", token);
}

/** Who makes an invitation, and when. */
interface Maker {
  /** The admin; null for the operator on the machine. */
  admin: { id: number; username: string } | null;
  outbox: Outbox;
  /** The language of the mail if the invitation names none. */
  language: Language;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * Creates an invitation, and mails its link if it names an address for that. The database holds only the hash of its
 * token, so the link cannot be read again.
 *
 * @returns the id, and the link to give away
 */
export async function createInvitation(
  tx: Transaction,
  wanted: NewInvitation,
  { admin, outbox, language, now }: Maker,
): Promise<{ id: number; link: string }> {
  const { uses_max = invitationUsesDefault, days = invitationDaysDefault, is_staff = false, note = "" } = wanted;
  const { plan = null, email = null, mail_to, mail_language = language } = wanted;
  const token = randomBytes(tokenBytes).toString("base64url");
  const link = `${outbox.publicUrl}/signup?invitation=${token}`;
  const expires_at = new Date(now + days * dayMilliseconds);
  const [row] = await tx
    .insert(invitations)
    .values({
      ...{ note, uses_max, is_staff, plan, email, expires_at },
      token_hash: hashInvitation(token),
      created_by: admin?.id ?? null,
      created_at: new Date(now),
    })
    .returning({ id: invitations.id });
  if (!row) throw new Error("no invitation was inserted");
  if (mail_to !== undefined) {
    await outbox.enqueue(tx, null, {
      template: "invitation",
      to: mail_to,
      language: mail_language,
      values: {
        link,
        inviter: admin?.username ?? null,
        expires_at: expires_at.toISOString(),
        is_for_address: email !== null,
      },
    });
  }
  return { id: row.id, link };
}
