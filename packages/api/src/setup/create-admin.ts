import { passwordFault } from "@daymark/auth/password/common-password";
import { hashPassword } from "@daymark/auth/password/password";
import { adminActions } from "@daymark/db/schema/admin";
import { users } from "@daymark/db/schema/user";
import type { SetupCreateInput } from "@daymark/domain/operator/setup";
import { findTaken, takenMeanwhile } from "../account-change/taken-name.ts";
import { ApiError } from "../base/error.ts";
import type { Setup } from "../installation/setup.ts";
import type { Context } from "../procedure/context.ts";
import { useCode } from "./check-code.ts";
import { settingsOf } from "./settings.ts";

/**
 * Creates the first admin, with a verified address, and stores the settings, in one transaction. The statistics do not
 * count the admin as a sign-up.
 *
 * @throws ApiError validation_failed: the name or address is taken, the password common. not_found: another person was
 *   first
 */
export async function createFirstAdmin(ctx: Context, setup: Setup, input: SetupCreateInput): Promise<void> {
  const errors = await findTaken(ctx.db, { ...input, now: ctx.now() });
  const fault = passwordFault(input.password, input);
  if (fault) errors.password = [{ code: fault }];
  if (Object.keys(errors).length > 0) throw new ApiError("validation_failed", { fields: errors });
  const password_hash = await hashPassword(input.password, ctx.client.address);
  const plan = setup.fixed.default_plan ?? input.default_plan ?? "free";
  const language = setup.fixed.language ?? input.language;
  try {
    await ctx.db.transaction(async (tx) => {
      await useCode(tx, setup, input.code);
      const { username, email } = input;
      const [admin] = await tx
        .insert(users)
        .values({
          ...{ username, email, password_hash, language, plan, timezone: ctx.timezone },
          ...{ email_verified: true, is_staff: true, signed_up: false, date_joined: new Date(ctx.now()) },
        })
        .returning({ id: users.id });
      await setup.store(tx, settingsOf(input, setup.fixed));
      const target = `user ${admin?.id}`;
      await tx.insert(adminActions).values({ action: "setup.create", target, outcome: "done" });
    });
  } catch (error) {
    throw takenMeanwhile(error);
  }
}
