import {
  PasskeyRefused,
  type RelyingParty,
  relyingPartyOf,
  verifyPasskeyAssertion,
} from "@daymark/auth/passkey/passkey";
import type { PasskeyAssertion } from "@daymark/domain/account/webauthn";
import { ApiError } from "../base/error.ts";
import type { AccountContext, Context } from "../procedure/context.ts";

const reasonLengthMax = 200;

/**
 * The relying party of this installation's passkeys.
 *
 * @throws ApiError not_found if passkeys are impossible at its address
 */
export function partyOf(ctx: Context): RelyingParty {
  const party = relyingPartyOf(ctx.services.outbox.publicUrl);
  if (!party) throw new ApiError("not_found");
  return party;
}

/**
 * Checks the passkey that the caller confirms an action with. It must be the caller's own and answer the challenge of
 * `startStepUp`.
 *
 * @throws ApiError passkey_invalid, not_found
 */
export async function verifyStepUpPasskey(ctx: AccountContext, credential: PasskeyAssertion): Promise<void> {
  await verifyPasskeyAssertion(ctx.db, partyOf(ctx), {
    purpose: "step_up",
    userId: ctx.user.id,
    credential,
    now: ctx.now(),
  }).catch((error: unknown) => refusePasskey(ctx, error, "passkey_invalid"));
}

/** Logs why a passkey was refused. The caller learns no reason. */
export function refusePasskey(
  ctx: Pick<Context, "log">,
  error: unknown,
  key: "passkey_invalid" | "login_passkey_invalid",
): never {
  if (!(error instanceof PasskeyRefused)) throw error;
  const { cause } = error;
  // The library quotes input of the client in its message, up to the size of a body.
  const reason = cause instanceof Error ? cause.message.slice(0, reasonLengthMax) : null;
  ctx.log.warn({ user_id: error.userId, reason }, error.message);
  throw new ApiError(key, { cause: error });
}
