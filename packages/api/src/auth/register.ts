import { isHeldAddress } from "@daymark/auth/crypto/email-token";
import { passwordFault } from "@daymark/auth/password/common-password";
import { hashPassword } from "@daymark/auth/password/password";
import { users } from "@daymark/db/schema/user";
import type { RegisterInput } from "@daymark/domain/account/auth";
import { eq } from "drizzle-orm";
import { emailTaken, findTaken, takenMeanwhile } from "../account-change/taken-name.ts";
import { ApiError } from "../base/error.ts";
import { hashInvitation } from "../invitation/create.ts";
import { redeemInvitation } from "../invitation/redeem.ts";
import type { Context } from "../procedure/context.ts";
import { mayMailSignUp } from "../procedure/unproven-mail.ts";
import { announceAccount } from "../webhook-event/account-created.ts";
import { sendVerification } from "./verification.ts";

/**
 * Creates an account and enqueues its verification mail, in one transaction. If the address got too many such mails, only
 * the account is created, so that strangers who use up the limit of an address cannot keep its owner from signing up.
 *
 * @throws ApiError validation_failed: the name or address is taken, the password common; all that is wrong at once.
 *   permission_denied: another sign-up had the last use of the invitation
 */
export async function registerUser(ctx: Context, input: RegisterInput): Promise<void> {
  const errors = await findTaken(ctx.db, { ...input, now: ctx.now() });
  const fault = passwordFault(input.password, input);
  if (fault) errors.password = [{ code: fault }];
  if (Object.keys(errors).length > 0) throw new ApiError("validation_failed", { fields: errors });
  const password_hash = await hashPassword(input.password, ctx.client.address);
  const isMailed = await mayMailSignUp(ctx, input.email);
  try {
    await ctx.db.transaction(async (tx) => {
      const [user] = await tx
        .insert(users)
        .values({
          username: input.username,
          email: input.email,
          password_hash,
          // The sign-up succeeds without the newsletter, which the user can subscribe to later.
          newsletter_subscriber: input.newsletter === true && ctx.services.switches.isOn("newsletter"),
          language: ctx.language,
          timezone: ctx.timezone,
          plan: ctx.services.installation.defaultPlan,
          date_joined: new Date(ctx.now()),
        })
        .returning({ id: users.id, username: users.username, email: users.email, language: users.language });
      // Checked again after the insert: the owner's address may have been changed since the first check.
      if (await isHeldAddress(tx, { email: input.email, now: ctx.now() })) {
        throw new ApiError("validation_failed", { fields: emailTaken });
      }
      // Last, so that parallel sign-ups by one invitation wait for each other only until the commit.
      if (user && input.invitation !== undefined) {
        const { email, invitation } = input;
        const use = { hash: hashInvitation(invitation), email, userId: user.id, now: ctx.now() };
        const plan = await redeemInvitation(tx, use);
        if (plan) await tx.update(users).set({ plan }).where(eq(users.id, user.id));
      }
      if (user) await announceAccount(tx, user, ctx.now());
      if (user && isMailed) await sendVerification(ctx, tx, user);
    });
  } catch (error) {
    // Another sign-up took the name or address between the check and the insert.
    throw takenMeanwhile(error);
  }
}
