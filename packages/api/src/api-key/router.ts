import { createApiKey } from "@daymark/auth/session/api-key";
import { apiKeys } from "@daymark/db/schema/connection/api-key";
import {
  type ApiKey,
  apiKeyCreateInput,
  apiKeyCreateOutput,
  apiKeyIdInput,
  apiKeyListSchema,
  apiKeysMax,
} from "@daymark/domain/account/api-key";
import { wholeListMembers } from "@daymark/domain/base/pagination";
import { success } from "@daymark/domain/base/successes";
import { and, count, desc, eq } from "drizzle-orm";
import * as z from "zod/mini";
import { lockAccount } from "../account-change/lock-account.ts";
import { record, recordAndNotify } from "../account-change/record-event.ts";
import { requireStepUp, stepUpErrors } from "../account-change/step-up.ts";
import { ApiError } from "../base/error.ts";
import { limit } from "../procedure/rate-limit.ts";
import { accountProcedure, router } from "../procedure/trpc.ts";

/** Keys with which a user's scripts call the API as that user, within the keys' scopes. */
export const apiKeyRouter = router({
  list: accountProcedure
    .meta({ openapi: { method: "GET", path: "/api-keys/", summary: "List API keys, newest first" } })
    .input(z.strictObject(wholeListMembers))
    .output(apiKeyListSchema)
    .query(async ({ ctx }) => {
      const rows = await ctx.db
        .select()
        .from(apiKeys)
        .where(eq(apiKeys.user_id, ctx.user.id))
        .orderBy(desc(apiKeys.created_at), desc(apiKeys.id));
      return { results: rows.map(toApiKey), next: null };
    }),

  create: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/api-keys/",
        summary: "Create an API key, which is shown only once",
        status: 201,
      },
      hasSecretAnswer: true,
      errors: ["conflict", ...stepUpErrors],
    })
    .input(apiKeyCreateInput)
    .output(apiKeyCreateOutput)
    .mutation(async ({ ctx, input }) => {
      const expires_at = input.expires_at ? new Date(input.expires_at) : null;
      if (expires_at && expires_at.getTime() <= ctx.now()) {
        throw new ApiError("validation_failed", { fields: { expires_at: [{ code: "expiry_past" }] } });
      }
      const { name, scopes, expires_at: _, ...given } = input;
      await requireStepUp(ctx, given);
      await limit(ctx, "api_key", ctx.user.id);
      const { key, key_hash, key_end } = createApiKey();
      return ctx.db.transaction(async (tx) => {
        // A parallel call that creates a key waits here, and then counts this one too.
        await lockAccount(tx, ctx);
        const [held] = await tx.select({ keys: count() }).from(apiKeys).where(eq(apiKeys.user_id, ctx.user.id));
        if ((held?.keys ?? 0) >= apiKeysMax) throw new ApiError("conflict", { values: { reason: "too_many" } });
        const rows = await tx
          .insert(apiKeys)
          .values({
            user_id: ctx.user.id,
            name,
            scopes,
            key_hash,
            key_end,
            expires_at,
            created_at: new Date(ctx.now()),
          })
          .returning();
        await recordAndNotify(ctx, tx, "api_key_created", { name });
        return { ...toApiKey(found(rows)), key };
      });
    }),

  delete: accountProcedure
    .meta({
      openapi: { method: "DELETE", path: "/api-keys/{id}/", summary: "Revoke an API key immediately" },
      errors: ["api_key_not_found"],
    })
    .input(apiKeyIdInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      const own = and(eq(apiKeys.id, input.id), eq(apiKeys.user_id, ctx.user.id));
      await ctx.db.transaction(async (tx) => {
        await lockAccount(tx, ctx);
        found(await tx.delete(apiKeys).where(own).returning());
        await record(ctx, tx, "api_key_deleted");
      });
      // The table's trigger notifies the other nodes. This node must refuse the key as soon as it answers.
      ctx.services.sessions.forget(ctx.user.id);
      return { detail: "api_key_deleted" };
    }),
});

type Row = typeof apiKeys.$inferSelect;

function found(rows: readonly Row[]): Row {
  const [row] = rows;
  if (!row) throw new ApiError("api_key_not_found");
  return row;
}

function toApiKey(row: Row): ApiKey {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    key_end: row.key_end,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
