import { deviceOf } from "@daymark/auth/client/device";
import { lockUser } from "@daymark/auth/user/lock-user";
import type { Transaction } from "@daymark/db/connection/client";
import { mails } from "@daymark/db/schema/mail";
import type { MailTemplates, NoticeFacts, NoticeTemplate, NoticeTemplates } from "@daymark/domain/operator/mail";
import { and, eq, sql } from "drizzle-orm";
import type { Context, Using } from "../procedure/context.ts";

/** The part of a call's context that a notice needs. */
export type NoticeContext = Using<"outbox"> & Pick<Context, "client" | "timezone" | "now">;

/** The link of a notice that the owner can follow if they did not make the change. */
export interface NotMeLink {
  /**
   * Called only if the mail is sent, because a new link voids the previous one. If it returns null, the mail names the
   * template's usual remedy.
   */
  createNotMeLink?: (owner: { id: number; email: string }) => Promise<string | null>;
}

/**
 * How many notices of one kind the owner of an account gets within an hour. Each kind has its own cap, so that a flood
 * of one kind hides no other: the first mails about a new password or about two-factor authentication always arrive.
 */
export const noticesOfKindMax = 3;

/**
 * Tells the owner of an account by mail what happened to it, in their own language. The mail is part of the transaction
 * of the change, so that neither exists without the other. It sends nothing to an address that was never verified,
 * which may be a stranger's, and nothing above {@link noticesOfKindMax}. The account's history records the event in any
 * case.
 *
 * @param values what the template states besides the time, place and device, which come from the call
 */
export async function notify<Name extends NoticeTemplate>(
  ctx: NoticeContext,
  tx: Transaction,
  userId: number,
  template: Name,
  values: NoticeTemplates[Name] & NotMeLink,
): Promise<void> {
  // The lock serialises parallel calls, so each counts the mails of the others.
  const owner = await lockUser(tx, userId);
  if (!owner?.email_verified || (await countRecent(tx, userId, template)) >= noticesOfKindMax) return;
  const { createNotMeLink, ...told } = values;
  const not_me = await createNotMeLink?.(owner);
  const way_out = not_me ? "not_me" : wayOut(template, owner);
  const { os, browser } = deviceOf(ctx.client.userAgent);
  await ctx.services.outbox.enqueue(tx, userId, {
    template,
    to: owner.email,
    language: owner.language,
    values: {
      ...told,
      username: owner.username,
      link: not_me ?? `${ctx.services.outbox.publicUrl}${pages[way_out]}`,
      when: new Date(ctx.now()).toISOString(),
      timezone: owner.timezone ?? ctx.timezone ?? "UTC",
      device: [browser, os].filter(Boolean).join(", "),
      place: ctx.client.location ?? null,
      way_out,
    } as unknown as MailTemplates[Name],
  });
}

/** Counts in the outbox, by the database's clock: RATE_LIMIT does not turn it off, and all nodes share it. */
function countRecent(tx: Transaction, userId: number, template: NoticeTemplate): Promise<number> {
  const isRecent = sql`${mails.created_at} > now() - interval '1 hour'`;
  return tx.$count(mails, and(eq(mails.user_id, userId), eq(mails.template, template), isRecent));
}

type WayOut = NoticeFacts["way_out"];

const pages: Record<WayOut, string> = {
  reset_password: "/reset-password",
  security_settings: "/settings/security",
  not_me: "/settings/security",
};

/** Changes that require the password or access to the mailbox. */
const byReset: readonly NoticeTemplate[] = [
  "email_change_asked",
  "password_changed",
  "password_added",
  "password_reset",
  "username_changed",
];

/**
 * A new password locks out a thief who knows the old one, because it ends every session, key and link. The mailbox of a
 * former address cannot reset the password any more.
 */
function wayOut(template: NoticeTemplate, owner: { password_hash: string | null }): WayOut {
  return owner.password_hash !== null && byReset.includes(template) ? "reset_password" : "security_settings";
}
