import type { Database } from "@daymark/db/connection/client";
import type { Context, Turn } from "./context.ts";

/** What a middleware of tRPC gives, as far as this needs it. */
export type Outcome = { ok: true; data: unknown } | { ok: false; error: unknown };

/**
 * Runs the rest of a call that carries an Idempotency-Key: input, resolver and output, with the database they use.
 *
 * @throws AlreadyAnswered where an earlier call with the same key has the answer: the rest does not run
 */
export type RunOnce = <Result extends Outcome>(
  db: Database,
  work: (db: Database) => Promise<Result>,
) => Promise<Result>;

/** The host has the answer of an earlier call and sends it; nothing was done now. */
export class AlreadyAnswered extends Error {
  override readonly name = "AlreadyAnswered";
}

/**
 * Each guard but the public one ends with this, after all of its checks: a stored answer goes only to a caller who may
 * make the call now. Without a key the rest runs on the connections of its turn. Either waits for the caller's turn.
 */
export function runOnce<Result extends Outcome>(
  ctx: TurnContext & Pick<Context, "runOnce">,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  return inTurn(ctx, (db) => (ctx.runOnce ? ctx.runOnce(db, work) : work(db)));
}

type TurnContext = Pick<Context, "db" | "overflowDb" | "inTurn" | "confirmCaller" | "answerBudget">;

/**
 * Runs a call when its caller has a turn, and counts its answer. Every guard ends with this. A session that ended while its
 * call waited must change nothing any more, so the caller is confirmed after a wait.
 *
 * @throws QueueFull if too many calls wait; ApiError payload_too_large if the answers of the batch are too long, and what
 *   `confirmCaller` throws
 */
export async function inTurn<Result extends Outcome>(
  ctx: TurnContext,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const run = async ({ hasWaited, isOverflow }: Turn) => {
    if (hasWaited) await ctx.confirmCaller?.();
    ctx.answerBudget?.assertLeft();
    const result = await work(isOverflow ? ctx.overflowDb : ctx.db);
    return result.ok && ctx.answerBudget ? { ...result, data: ctx.answerBudget.take(result.data) } : result;
  };
  return ctx.inTurn ? ctx.inTurn(run) : run({ hasWaited: false, isOverflow: false });
}
