import { deviceOf } from "@daymark/auth/client/device";
import { lockUser } from "@daymark/auth/user/lock-user";
import type { Transaction } from "@daymark/db/connection/client";
import { mails } from "@daymark/db/schema/mail";
import type { MailTemplates, NoticeFacts, NoticeTemplate, NoticeTemplates } from "@daymark/domain/operator/mail";
import { and, eq, sql } from "drizzle-orm";
import type { Context } from "../procedure/context.ts";

/** What a notice needs of a call. */
export type NoticeContext = Pick<Context, "outbox" | "client" | "timezone" | "now">;

/** Of a notice whose way out is a link of its own. */
export interface NotMeLink {
  /**
   * Called only if the mail is sent, because a new link makes the one before it void. If it returns null, the mail names
   * the template's usual way out.
   */
  createNotMeLink?: (owner: { id: number; email: string }) => Promise<string | null>;
}

/**
 * So many notices of one kind the owner of an account gets within an hour. The cap is of each kind, so that no flood of
 * one kind hides another: the first mails about a new password or about two-factor authentication always arrive.
 */
export const noticesOfKindMax = 3;

/**
 * Tells the owner of an account by mail what happened to it, in their own language: in the transaction of what it tells
 * about, so that neither is without the other. Sends nothing to an address that was never verified, which may be a
 * stranger's, and nothing over {@link noticesOfKindMax}; the account's history has it all the same.
 *
 * @param values what the template tells beside when, where and from which device, which are the call's
 */
export async function notify<Name extends NoticeTemplate>(
  ctx: NoticeContext,
  tx: Transaction,
  userId: number,
  template: Name,
  values: NoticeTemplates[Name] & NotMeLink,
): Promise<void> {
  // Parallel calls take turns here, so each counts the mails of the others.
  const owner = await lockUser(tx, userId);
  if (!owner?.email_verified || (await countRecent(tx, userId, template)) >= noticesOfKindMax) return;
  const { createNotMeLink, ...told } = values;
  const not_me = await createNotMeLink?.(owner);
  const way_out = not_me ? "not_me" : wayOut(template, owner);
  const { os, browser } = deviceOf(ctx.client.userAgent);
  await ctx.outbox.enqueue(tx, userId, {
    template,
    to: owner.email,
    language: owner.language,
    values: {
      ...told,
      username: owner.username,
      link: not_me ?? `${ctx.outbox.publicUrl}${pages[way_out]}`,
      when: new Date(ctx.now()).toISOString(),
      timezone: owner.timezone ?? ctx.timezone ?? "UTC",
      device: [browser, os].filter(Boolean).join(", "),
      place: ctx.client.location ?? null,
      way_out,
    } as unknown as MailTemplates[Name],
  });
}

/** Counted from the outbox, by the database's clock: RATE_LIMIT does not turn it off, and all nodes share it. */
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

/** What only somebody does who knows the password, or reads the mail. */
const byReset: readonly NoticeTemplate[] = [
  "email_change_asked",
  "password_changed",
  "password_added",
  "password_reset",
  "username_changed",
];

/**
 * Somebody who knows the password is put out by a new one, which ends every session, key and link. The mailbox of a
 * former address can reset nothing any more.
 */
function wayOut(template: NoticeTemplate, owner: { password_hash: string | null }): WayOut {
  return owner.password_hash !== null && byReset.includes(template) ? "reset_password" : "security_settings";
}
