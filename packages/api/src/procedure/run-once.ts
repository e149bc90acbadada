import type { Database } from "@daymark/db/connection/client";
import type { Context, Turn, Using } from "./context.ts";

/** The part of a tRPC middleware's result that this file needs. */
export type Outcome = { ok: true; data: unknown } | { ok: false; error: unknown };

/**
 * Runs the rest of a call that carries an Idempotency-Key: input, resolver and output, with the database they use.
 *
 * @throws AlreadyAnswered if an earlier call with the same key has stored the answer; the rest does not run
 */
export type RunOnce = <Result extends Outcome>(
  db: Database,
  work: (db: Database) => Promise<Result>,
) => Promise<Result>;

/** The host has the stored answer of an earlier call and sends it; this call changes nothing. */
export class AlreadyAnswered extends Error {
  override readonly name = "AlreadyAnswered";
}

/** Runs a call when it has a further turn. It may read on the connection first, and waits without one. */
type FurtherTurn = <Result>(db: Database, call: () => Promise<Result>) => Promise<Result>;

/**
 * Each guard except the public one ends with this, after all of its checks: a stored answer goes only to a caller who
 * may make the call now. Without a key the rest runs on the connection that its turn provides. Both wait for the
 * caller's turn.
 *
 * @param inFurtherTurn a further turn that the call needs, after its caller's and before it opens a transaction
 */
export function runOnce<Result extends Outcome>(
  ctx: TurnContext & Pick<Context, "runOnce">,
  work: (db: Database) => Promise<Result>,
  inFurtherTurn: FurtherTurn = (_, call) => call(),
): Promise<Result> {
  return inTurn(ctx, (db) => inFurtherTurn(db, () => (ctx.runOnce ? ctx.runOnce(db, work) : work(db))));
}

type TurnContext = Using<"overflowDb"> & Pick<Context, "db" | "inTurn" | "confirmCaller" | "answerBudget">;

/**
 * Runs a call when its caller has a turn, and counts its answer. Every guard ends with this, except for procedures whose
 * metadata say `takesOwnTurns`. A call whose session ended while it waited must change nothing, so the caller is confirmed
 * after a wait.
 *
 * @throws QueueFull if too many calls wait; ApiError payload_too_large if the answers of the batch are too long, and
 *   what `confirmCaller` throws
 */
export async function inTurn<Result extends Outcome>(
  ctx: TurnContext,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const run = async ({ hasWaited, isOverflow }: Turn) => {
    if (hasWaited) await ctx.confirmCaller?.();
    return countAnswer(ctx, () => work(isOverflow ? ctx.services.overflowDb : ctx.db));
  };
  return ctx.inTurn ? ctx.inTurn(run) : run({ hasWaited: false, isOverflow: false });
}

/**
 * Runs a call that takes its turns itself, and counts its answer.
 *
 * @throws ApiError payload_too_large if the answers of the batch are too long
 */
export async function countAnswer<Result extends Outcome>(
  { answerBudget }: Pick<Context, "answerBudget">,
  call: () => Promise<Result>,
): Promise<Result> {
  answerBudget?.assertLeft();
  const result = await call();
  return result.ok && answerBudget ? { ...result, data: await answerBudget.take(result.data) } : result;
}
