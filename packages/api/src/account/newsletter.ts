import { users } from "@daymark/db/schema/user";
import { normalizeEmail } from "@daymark/domain/account/auth";
import { eq } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import { requireOn } from "../host/switches.ts";
import type { AccountContext } from "../procedure/context.ts";
import { readAccount } from "./read.ts";

/**
 * Subscribes to the newsletter or cancels it. The user has to type their own address.
 *
 * @returns whether the user is a subscriber now
 * @throws ApiError switched_off, email_not_verified, validation_failed if the address is missing, email_mismatch
 */
export async function setNewsletter(
  ctx: AccountContext,
  { subscribe, email }: { subscribe: boolean; email?: string },
): Promise<boolean> {
  // Users can always unsubscribe.
  if (subscribe) requireOn(ctx.services, "newsletter");
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
