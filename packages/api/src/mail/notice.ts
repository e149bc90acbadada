import { deviceOf } from "@daymark/auth/device";
import type { Transaction } from "@daymark/db/client";
import { users } from "@daymark/db/schema/user";
import type { MailTemplates, NoticeFacts, NoticeTemplate, NoticeTemplates } from "@daymark/domain/mail";
import { eq } from "drizzle-orm";
import type { Context } from "../context.ts";

/** What a notice needs of a call. */
export type NoticeContext = Pick<Context, "outbox" | "client" | "timezone" | "now">;

/**
 * Tells the owner of an account by mail what happened to it, in their own language: in the transaction of what it tells
 * about, so that neither is without the other.
 *
 * @param values what the template tells beside when, where and from which device, which are the call's; `not_me` where
 * the way out is a link of its own
 */
export async function notify<Name extends NoticeTemplate>(
  ctx: NoticeContext,
  tx: Transaction,
  userId: number,
  template: Name,
  values: NoticeTemplates[Name] & { not_me?: string },
): Promise<void> {
  const [owner] = await tx.select().from(users).where(eq(users.id, userId));
  if (!owner) return;
  const { not_me, ...told } = values;
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
