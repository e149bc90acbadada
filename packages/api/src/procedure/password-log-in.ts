import { featureSwitches } from "@daymark/db/schema/admin";
import { passwordException, passwordExceptionSeconds } from "@daymark/domain/operator/feature-switch";
import { and, eq, gt } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import type { Context } from "./context.ts";

/**
 * Refuses passwords where PASSWORD_LOGIN is off, unless the operator has allowed them for an hour on the machine
 * (`npm run admin -- allow-passwords`). The exception is read from the database at each refusal, so it needs no restart.
 *
 * @throws ApiError permission_denied
 */
export async function requirePasswordLogIn(ctx: Context): Promise<void> {
  if (ctx.services.isPasswordLogInOn) return;
  const since = new Date(ctx.now() - passwordExceptionSeconds * 1000);
  const isException = and(
    eq(featureSwitches.name, passwordException),
    eq(featureSwitches.is_on, true),
    gt(featureSwitches.changed_at, since),
  );
  if ((await ctx.db.$count(featureSwitches, isException)) > 0) return;
  throw new ApiError("permission_denied", { values: { reason: "password" } });
}
