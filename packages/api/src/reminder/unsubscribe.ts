import { users } from "@daymark/db/schema/user";
import type { UnsubscribePurpose } from "@daymark/domain/account/unsubscribe";
import { eq } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import type { Context, Using } from "../procedure/context.ts";

/** The columns that turn off each kind of mail. */
const offs = {
  reminders: { reminder_mails: false },
  newsletter: { newsletter_subscriber: false },
  board: { board_mails: false },
} as const satisfies Record<UnsubscribePurpose, Partial<typeof users.$inferInsert>>;

/**
 * Unsubscribes from the mails that a link belongs to. It is idempotent, and a link of a deleted user gets the same
 * answer.
 *
 * @throws ApiError link_token_invalid
 */
export async function unsubscribe(
  ctx: Using<"outbox"> & Pick<Context, "db">,
  token: string,
): Promise<{ purpose: UnsubscribePurpose }> {
  const asked = ctx.services.outbox.unsubscribe.read(token);
  if (!asked) throw new ApiError("link_token_invalid");
  await ctx.db.update(users).set(offs[asked.purpose]).where(eq(users.id, asked.userId));
  return { purpose: asked.purpose };
}
