import type { Database } from "@daymark/db/client";
import type { Context } from "./context.ts";

/** What a middleware of tRPC gives, as far as this needs it. */
export type Outcome = { ok: true; data: unknown } | { ok: false; error: unknown };

/**
 * Runs the rest of a call that carries an Idempotency-Key: input, resolver and output, with the database they use.
 *
 * @throws AlreadyAnswered where an earlier call with the same key has the answer: the rest does not run
 */
export type RunOnce = <Result extends Outcome>(work: (db: Database) => Promise<Result>) => Promise<Result>;

/** The host has the answer of an earlier call and sends it; nothing was done now. */
export class AlreadyAnswered extends Error {
  override readonly name = "AlreadyAnswered";
}

/**
 * Each guard but the public one ends with this, after all of its checks: a stored answer goes only to a caller who may
 * make the call now. Without a key the rest runs on the request's database.
 */
export function runOnce<Result extends Outcome>(
  ctx: Pick<Context, "db" | "runOnce">,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  return ctx.runOnce ? ctx.runOnce(work) : work(ctx.db);
}
