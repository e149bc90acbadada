import { recordEvent } from "@daymark/auth/client/security-event";
import {
  PasskeyRefused,
  startPasskeyAssertion,
  startPasskeyCreation,
  verifyPasskeyAssertion,
  verifyPasskeyCreation,
} from "@daymark/auth/passkey/passkey";
import { passkeys } from "@daymark/db/schema/passkey";
import { tokenPairSchema } from "@daymark/domain/account/auth";
import {
  type Passkey,
  passkeyCreateInput,
  passkeyDeleteInput,
  passkeyListSchema,
  passkeyLogInInput,
  passkeySchema,
  passkeyStartCreateInput,
} from "@daymark/domain/account/passkey";
import { passkeyCreationOptionsSchema, passkeyRequestOptionsSchema } from "@daymark/domain/account/webauthn";
import { wholeListMembers } from "@daymark/domain/base/pagination";
import { success } from "@daymark/domain/base/successes";
import { and, count, desc, eq } from "drizzle-orm";
import * as z from "zod/mini";
import { partyOf, refusePasskey } from "../account-change/relying-party.ts";
import { requireStepUp, stepUpErrors } from "../account-change/step-up.ts";
import { beginSession } from "../auth/begin-session.ts";
import { ApiError } from "../base/error.ts";
import { policyErrors, refuseUnwelcome } from "../procedure/network-policy.ts";
import { limit, limitAddress } from "../procedure/rate-limit.ts";
import { accountProcedure, publicProcedure, router } from "../procedure/trpc.ts";
import { assertRoom, createPasskey } from "./create.ts";
import { deletePasskey } from "./delete.ts";

export const passkeyRouter = router({
  list: accountProcedure
    .meta({ openapi: { method: "GET", path: "/auth/passkeys/", summary: "List the caller's passkeys" } })
    .input(z.strictObject(wholeListMembers))
    .output(passkeyListSchema)
    .query(async ({ ctx }) => {
      const rows = await ctx.db
        .select()
        .from(passkeys)
        .where(eq(passkeys.user_id, ctx.user.id))
        .orderBy(desc(passkeys.created_at), passkeys.id);
      return { results: rows.map(toPasskey), next: null };
    }),

  startCreate: accountProcedure
    .meta({
      openapi: { method: "POST", path: "/auth/passkeys/start/", summary: "Get the options to create a passkey" },
      errors: ["not_found", "conflict", ...stepUpErrors],
    })
    .input(passkeyStartCreateInput)
    .output(passkeyCreationOptionsSchema)
    .mutation(async ({ ctx, input }) => {
      const party = partyOf(ctx);
      await limit(ctx, "passkey_start", ctx.user.id);
      await requireStepUp(ctx, input);
      await assertRoom(ctx.db, ctx.user.id);
      const { id: userId, username } = ctx.user;
      return startPasskeyCreation(ctx.db, party, { userId, username, now: ctx.now() });
    }),

  create: accountProcedure
    .meta({
      openapi: { method: "POST", path: "/auth/passkeys/", summary: "Save a new passkey", status: 201 },
      errors: ["not_found", "conflict", "passkey_invalid", "too_many_requests"],
    })
    .input(passkeyCreateInput)
    .output(passkeySchema)
    .mutation(async ({ ctx, input: { name, credential } }) => {
      await limit(ctx, "passkey", ctx.user.id);
      const made = await verifyPasskeyCreation(ctx.services.separateDb, partyOf(ctx), {
        userId: ctx.user.id,
        credential,
        now: ctx.now(),
      }).catch((error: unknown) => refusePasskey(ctx, error, "passkey_invalid"));
      return toPasskey(await createPasskey(ctx, { ...made, name }));
    }),

  delete: accountProcedure
    .meta({
      openapi: { method: "DELETE", path: "/auth/passkeys/{id}/", summary: "Revoke a passkey" },
      errors: ["passkey_not_found", "conflict", ...stepUpErrors],
    })
    .input(passkeyDeleteInput)
    .output(success)
    .mutation(async ({ ctx, input: { id, ...given } }) => {
      await requireStepUp(ctx, given);
      await deletePasskey(ctx, id);
      return { detail: "passkey_deleted" };
    }),

  startLogIn: publicProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/passkeys/log-in/start/",
        summary: "Get the options to log in with a passkey",
      },
      errors: ["not_found", "too_many_requests"],
    })
    .input(z.strictObject({}))
    .output(passkeyRequestOptionsSchema)
    .mutation(async ({ ctx }) => {
      const party = partyOf(ctx);
      await limitAddress(ctx, "passkey_log_in");
      return startPasskeyAssertion(ctx.db, party, { purpose: "log_in", userId: null, now: ctx.now() });
    }),

  logIn: publicProcedure
    .meta({
      openapi: { method: "POST", path: "/auth/passkeys/log-in/", summary: "Log in with a passkey" },
      errors: [
        "not_found",
        "login_passkey_invalid",
        "session_terminated",
        "generation_failed",
        "too_many_requests",
        ...policyErrors,
      ],
    })
    .input(passkeyLogInInput)
    .output(tokenPairSchema)
    .mutation(async ({ ctx, input }) => {
      refuseUnwelcome(ctx);
      const party = partyOf(ctx);
      await limitAddress(ctx, "passkey_log_in");
      const { userId, end_all_count } = await verifyPasskeyAssertion(ctx.db, party, {
        purpose: "log_in",
        userId: null,
        credential: input.credential,
        now: ctx.now(),
      }).catch(async (error: unknown) => {
        if (error instanceof PasskeyRefused && error.userId !== null) {
          const told = { userId: error.userId, sessionId: null, client: ctx.client, now: ctx.now() };
          await recordEvent(ctx.db, { ...told, kind: "log_in_failed" });
        }
        return refusePasskey(ctx, error, "login_passkey_invalid");
      });
      // With user verification a passkey is two factors by itself (docs/decisions/0015), so the server requires no
      // code.
      const isThis = and(eq(passkeys.id, input.credential.id), eq(passkeys.user_id, userId));
      return beginSession(ctx, userId, {
        rememberMe: input.remember_me ?? false,
        how: "passkey",
        proven: { end_all_count },
        isStanding: async () => (await ctx.db.$count(passkeys, isThis)) > 0,
      });
    }),

  startStepUp: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/passkeys/step-up/start/",
        summary: "Get the options to confirm with a passkey",
      },
      errors: ["not_found", "passkey_not_found", "too_many_requests"],
    })
    .input(z.strictObject({}))
    .output(passkeyRequestOptionsSchema)
    .mutation(async ({ ctx }) => {
      const party = partyOf(ctx);
      await limit(ctx, "passkey_start", ctx.user.id);
      const isOwn = eq(passkeys.user_id, ctx.user.id);
      const [held] = await ctx.db.select({ passkeys: count() }).from(passkeys).where(isOwn);
      if (!held?.passkeys) throw new ApiError("passkey_not_found");
      return startPasskeyAssertion(ctx.db, party, { purpose: "step_up", userId: ctx.user.id, now: ctx.now() });
    }),
});

function toPasskey(row: typeof passkeys.$inferSelect): Passkey {
  return {
    id: row.id,
    name: row.name,
    is_synced: row.is_synced,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}
