import { hash, randomUUID } from "node:crypto";
import { createEmailToken, isHeldAddress } from "@daymark/auth/crypto/email-token";
import type { Transaction } from "@daymark/db/connection/client";
import { invitations, invitationUses } from "@daymark/db/schema/invitation";
import { users } from "@daymark/db/schema/user";
import type { Plan } from "@daymark/domain/account/plan";
import type { NewAccount } from "@daymark/domain/operator/admin-user";
import type { Language } from "@daymark/domain/text/language";
import { emailTaken, takenMeanwhile } from "../account-change/taken-name.ts";
import { ApiError } from "../base/error.ts";
import type { Outbox } from "../host/outbox.ts";
import { announceAccount } from "../webhook-event/account-created.ts";

/** Who makes an account, and where. */
interface Maker {
  /** The admin's id; null for the operator on the machine. */
  admin: number | null;
  outbox: Outbox;
  /** The language of the account if the caller names none. */
  language: Language;
  /** DEFAULT_PLAN. */
  defaultPlan: Plan;
  /** False under PASSWORD_LOGIN=off: then there is no link. */
  hasPasswords: boolean;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * Creates an account for another person. It has no password: its owner sets one by a link, which is mailed or given
 * away, or logs in with a provider that vouches for the address.
 *
 * @returns the account's id, and the link if the admin has to pass it on
 * @throws ApiError validation_failed: the name or address is taken
 */
export async function createAccount(
  tx: Transaction,
  wanted: NewAccount,
  maker: Maker,
): Promise<{ id: number; link: string | null }> {
  const { outbox, now } = maker;
  const { username, email, plan = maker.defaultPlan, language = maker.language } = wanted;
  const { is_staff = false, send_mail = false } = wanted;
  const values = { username, email, plan, language, signed_up: false, date_joined: new Date(now) };
  const [user] = await tx
    .insert(users)
    .values(values)
    .returning()
    .catch((error) => {
      throw takenMeanwhile(error);
    });
  if (!user) throw new Error("no user was inserted");
  // Checked again after the insert: the address may have been changed meanwhile.
  if (await isHeldAddress(tx, { email, now })) throw new ApiError("validation_failed", { fields: emailTaken });
  await announceAccount(tx, user, now);
  if (is_staff) await promise(tx, user, maker);
  const link = maker.hasPasswords ? await makeLink(tx, user, { outbox, now, isMailed: send_mail }) : null;
  if (!send_mail) return { id: user.id, link };
  await outbox.enqueue(tx, user.id, {
    template: "account_created",
    to: email,
    language,
    values: { username, link: link ?? `${outbox.publicUrl}/login`, way: link ? "password" : "provider" },
  });
  return { id: user.id, link: null };
}

async function makeLink(
  tx: Transaction,
  { id, email }: { id: number; email: string },
  { outbox, now, isMailed }: { outbox: Outbox; now: number; isMailed: boolean },
): Promise<string> {
  const token = await createEmailToken(tx, { userId: id, purpose: isMailed ? "set_up_mailed" : "set_up", email, now });
  return `${outbox.publicUrl}/reset-password?token=${token}`;
}

/**
 * The account gets the admin right when its address is verified, as by an invitation (docs/decisions/0078): it is
 * stored as an invitation for the address that is used up, and whose link was given to no one.
 */
async function promise(tx: Transaction, user: { id: number; email: string }, { admin, now }: Maker): Promise<void> {
  const at = new Date(now);
  const [made] = await tx
    .insert(invitations)
    .values({
      ...{ note: "", uses_max: 1, uses: 1, is_staff: true, email: user.email },
      token_hash: hash("sha256", randomUUID()),
      ...{ created_by: admin, created_at: at, expires_at: at },
    })
    .returning({ id: invitations.id });
  if (!made) throw new Error("no invitation was inserted");
  await tx.insert(invitationUses).values({ user_id: user.id, invitation_id: made.id, awaits_staff: true });
}
