import { users } from "@daymark/db/schema/user";
import { normalizeEmail } from "@daymark/domain/account/auth";
import { eq } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import { requireOn } from "../host/switches.ts";
import type { AccountContext } from "../procedure/context.ts";
import { readAccount } from "./read.ts";

/**
 * Subscribes to the newsletter, or cancels it, for which one types one's own address.
 *
 * @returns whether one is a subscriber now
 * @throws ApiError switched_off, email_not_verified, validation_failed where the address is missing, email_mismatch
 */
export async function setNewsletter(
  ctx: AccountContext,
  { subscribe, email }: { subscribe: boolean; email?: string },
): Promise<boolean> {
  // To leave it is always possible.
  if (subscribe) requireOn(ctx, "newsletter");
  const account = await readAccount(ctx);
  if (!account.email_verified) throw new ApiError("email_not_verified");
  if (!subscribe) {
    const typed = normalizeEmail(email ?? "");
    if (typed === "") {
      throw new ApiError("validation_failed", { fields: { email: [{ code: "email_confirmation_required" }] } });
    }
    if (typed !== account.email) throw new ApiError("email_mismatch");
  }
  await ctx.db.update(users).set({ newsletter_subscriber: subscribe }).where(eq(users.id, account.id));
  return subscribe;
}
