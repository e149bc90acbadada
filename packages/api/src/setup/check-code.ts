import { createSetupNonce } from "@daymark/auth/crypto/setup-code";
import type { Database, Transaction } from "@daymark/db/connection/client";
import { setupCodes } from "@daymark/db/schema/installation";
import { users } from "@daymark/db/schema/user";
import { and, eq, sql } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import type { Setup } from "../installation/setup.ts";
import type { Context } from "../procedure/context.ts";
import { limitAddress } from "../procedure/rate-limit.ts";

/**
 * After this many wrong codes, from all addresses together, a new code replaces the old one. No attacker guesses 80
 * bits in so few tries, and a stranger who sends wrong codes must not void the code before the operator has filled in
 * the form.
 */
const failuresMax = 1_000;

/**
 * Requires the code that only the operator can read. Wrong codes are counted in the database, so they count on all nodes
 * and also where RATE_LIMIT is off.
 *
 * @throws ApiError not_found (the installation has an admin), too_many_requests, validation_failed
 */
export async function requireSetup(ctx: Context, code: string): Promise<Setup> {
  const { setup } = ctx.services;
  if (!("codes" in setup) || !(await setup.isOpen())) throw new ApiError("not_found");
  await limitAddress(ctx, "setup_code");
  const [row] = await ctx.db.select().from(setupCodes);
  if (!row) throw new ApiError("not_found");
  if (setup.codes.matches(row.nonce, code)) return setup;
  if (await countFailure(ctx.db, row.nonce)) await setup.announce();
  throw new ApiError("validation_failed", { fields: { code: [{ code: "invalid" }] } });
}

/** @returns true if this was one too many, and a new nonce has replaced the old one */
async function countFailure(db: Database, nonce: string): Promise<boolean> {
  const isOfNonce = eq(setupCodes.nonce, nonce);
  const [counted] = await db
    .update(setupCodes)
    .set({ failures: sql`${setupCodes.failures} + 1` })
    .where(isOfNonce)
    .returning({ failures: setupCodes.failures });
  if (!counted || counted.failures < failuresMax) return false;
  // Of parallel calls only one finds the old nonce.
  const replaced = await db
    .update(setupCodes)
    .set({ nonce: createSetupNonce(), failures: 0 })
    .where(isOfNonce)
    .returning({ id: setupCodes.id });
  return replaced.length > 0;
}

/**
 * Ends the first start in the transaction that creates the admin. Of two people with the code, the second one waits here
 * and is refused.
 *
 * @throws ApiError not_found if the code was used or replaced, or if there is an admin
 */
export async function useCode(tx: Transaction, { codes }: Setup, code: string): Promise<void> {
  const [row] = await tx.select().from(setupCodes).for("update");
  if (!row || !codes.matches(row.nonce, code)) throw new ApiError("not_found");
  if (await hasAdmin(tx)) throw new ApiError("not_found");
  await tx.delete(setupCodes).where(and(eq(setupCodes.id, row.id), eq(setupCodes.nonce, row.nonce)));
}

/** Whether any account is an admin, active or not. */
export async function hasAdmin(db: Database | Transaction): Promise<boolean> {
  const [admin] = await db.select({ id: users.id }).from(users).where(eq(users.is_staff, true)).limit(1);
  return admin !== undefined;
}
