import { createHash } from "node:crypto";
import { ApiError } from "@daymark/api/base/error";
import type { Context } from "@daymark/api/procedure/context";
import { limit } from "@daymark/api/procedure/rate-limit";
import { AlreadyAnswered, type Outcome, type RunOnce } from "@daymark/api/procedure/run-once";
import { inTurnOfUser, lockTimeout } from "@daymark/api/procedure/user-queue";
import type { Database, Sql } from "@daymark/db/connection/client";
import { withinTransaction } from "@daymark/db/connection/within-transaction";
import type { Upload } from "@daymark/domain/base/file";
import type { FastifyRequest } from "fastify";

const keyLengthMax = 64;
const keptHours = 24;

export interface Answer {
  status: number;
  /** JSON. */
  body: string;
}

/**
 * Returns the Idempotency-Key of a request; null if it has none.
 *
 * @throws ApiError validation_failed if it is too long
 */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers["idempotency-key"];
  if (key === undefined || key === "") return null;
  if (typeof key === "string" && key.length <= keyLengthMax) return key;
  throw new ApiError("validation_failed", {
    fields: { "Idempotency-Key": [{ code: "too_long", values: { max: keyLengthMax } }] },
  });
}

/** A call with an Idempotency-Key. */
interface RepeatableCall {
  userId: number;
  /** Method and path, without the trailing slash. */
  operation: string;
  key: string;
  /** A hash of the body, which distinguishes a repeat from another request. It is computed after the guard. */
  hashBody: () => string | Promise<string>;
  /** Whether the claim of the key, the change and its answer are one transaction. It is asked after the guard. */
  isOneTransaction: () => boolean | Promise<boolean>;
  toAnswer: (output: unknown) => Answer;
}

/**
 * Returns the stored answer of the first request with this key, or makes the call. The procedure's guard runs first in
 * any case (run-once.ts): a caller who may not make the call now does not get the stored answer either.
 *
 * The change and its answer are stored in one transaction, so a crash leaves both or neither. Calls of one user run one
 * after another and wait before they take a connection, so a later request with the same key finds the answer of the
 * first. On another node it waits for the first one's transaction. An error rolls back and leaves the key free.
 *
 * A call with a file has no transaction, because it would stay open while the file is processed, nor has a dry run, which
 * changes nothing and may wait for others' reads. A second request with the same input that arrives before the first
 * answer runs too. The procedure creates nothing twice, and both requests get the answer that is stored first. An error
 * leaves the key free.
 *
 * @throws ApiError `conflict` if the same key came with another body; `too_many_requests` for too many keys of a user,
 *   because each may leave a stored answer
 */
export async function answerOnce(
  ctx: Context,
  repeatable: RepeatableCall,
  call: (ctx: Context) => Promise<unknown>,
): Promise<Answer> {
  let answer: Answer | undefined;
  const runOnce: RunOnce = async (db, work) => {
    // Before the transaction: counting needs another connection, and a full pool would have none left.
    await limit(ctx, "idempotency_key", repeatable.userId);
    const run = (await repeatable.isOneTransaction()) ? runInTransaction : runInSteps;
    const done = await run({ ...ctx, db }, repeatable, work);
    if (done.answer) answer = done.answer;
    if (!done.result) throw new AlreadyAnswered("this call has its answer");
    return done.result;
  };
  try {
    await call({ ...ctx, runOnce });
  } catch (error) {
    if (answer) return answer;
    throw error;
  }
  if (!answer) throw new Error(`the guard of ${repeatable.operation} did not run it once`);
  return answer;
}

/** An answer without a result belongs to an earlier request. A result without an answer is a failure. */
interface Done<Result> {
  answer?: Answer;
  result?: Result;
}

type RunContext = Pick<Context, "db" | "confirmCaller">;

async function runInTransaction<Result extends Outcome>(
  { db, confirmCaller }: RunContext,
  repeatable: RepeatableCall,
  work: (db: Database) => Promise<Result>,
): Promise<Done<Result>> {
  const bodyHash = await repeatable.hashBody();
  let result: Result | undefined;
  try {
    const claimAndWork = async (db: Database) => {
      const sql = db.$client;
      await sql`select set_config('lock_timeout', ${lockTimeout}, true)`;
      const former = await claim(sql, repeatable, bodyHash);
      if (former) return former;
      result = await work(db);
      // The exception rolls the transaction back.
      if (!result.ok) throw result.error;
      return keep(sql, repeatable, bodyHash, repeatable.toAnswer(result.data));
    };
    const userCall = { db, confirmCaller, user: { id: repeatable.userId } };
    const answer = await inTurnOfUser(userCall, () => withinTransaction(db, claimAndWork));
    return { answer, ...(result && { result }) };
  } catch (error) {
    if (result && !result.ok) return { result };
    throw error;
  }
}

async function runInSteps<Result extends Outcome>(
  { db }: RunContext,
  repeatable: RepeatableCall,
  work: (db: Database) => Promise<Result>,
): Promise<Done<Result>> {
  const sql = db.$client;
  const bodyHash = await repeatable.hashBody();
  const former = await claim(sql, repeatable, bodyHash);
  if (former) return { answer: former };
  // The client gets the call's own error. If the claim stays, a repeat with the same input still runs.
  const free = () => release(sql, repeatable, bodyHash).catch(() => {});
  try {
    const result = await work(db);
    if (result.ok) return { result, answer: await keep(sql, repeatable, bodyHash, repeatable.toAnswer(result.data)) };
    await free();
    return { result };
  } catch (error) {
    await free();
    throw error;
  }
}

type Given = Pick<RepeatableCall, "userId" | "operation" | "key">;

/**
 * Waits while another transaction holds the same key.
 *
 * @returns the stored answer of the key; null if it has none yet
 * @throws ApiError conflict if the key came with another body
 */
async function claim(sql: Sql, { userId, operation, key }: Given, bodyHash: string): Promise<Answer | null> {
  const claimed = await sql`
    insert into idempotency_keys (user_id, operation, key, body_hash)
    values (${userId}, ${operation}, ${key}, ${bodyHash})
    on conflict (user_id, operation, key) do update
    set body_hash = excluded.body_hash, status = null, answer = null, created_at = now()
    where idempotency_keys.created_at < now() - make_interval(hours => ${keptHours})
    returning 1`;
  if (claimed.length > 0) return null;
  const [former] = await sql<{ body_hash: string; status: number | null; answer: string }[]>`
    select body_hash, status, answer from idempotency_keys
    where user_id = ${userId} and operation = ${operation} and key = ${key}`;
  // The request that had claimed the key has failed since.
  if (!former) return null;
  if (former.body_hash !== bodyHash) throw new ApiError("conflict");
  return former.status === null ? null : { status: former.status, body: former.answer };
}

/** @returns the final answer of the key: this one, unless a parallel request with the same body stored one before */
async function keep(
  sql: Sql,
  { userId, operation, key }: Given,
  bodyHash: string,
  { status, body }: Answer,
): Promise<Answer> {
  const [kept] = await sql<Answer[]>`
    insert into idempotency_keys as known (user_id, operation, key, body_hash, status, answer)
    values (${userId}, ${operation}, ${key}, ${bodyHash}, ${status}, ${body})
    on conflict (user_id, operation, key) do update
    set status = coalesce(known.status, excluded.status), answer = coalesce(known.answer, excluded.answer)
    where known.body_hash = excluded.body_hash
    returning status, answer as body`;
  return kept ? { status: kept.status, body: kept.body } : { status, body };
}

async function release(sql: Sql, { userId, operation, key }: Given, bodyHash: string): Promise<void> {
  await sql`
    delete from idempotency_keys
    where user_id = ${userId} and operation = ${operation} and key = ${key}
    and body_hash = ${bodyHash} and status is null`;
}

export function hashText(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * Hashes the members by name, and of a file only the bytes. Not the raw body, because each form has another boundary.
 */
export function hashForm(form: Readonly<Record<string, unknown>>): string {
  const hash = createHash("sha256");
  for (const name of Object.keys(form).sort()) {
    const value = form[name];
    // The file's length precedes its bytes, so that no other form gives the same hash input.
    if (isFile(value)) hash.update(JSON.stringify([name, { bytes: value.content.length }])).update(value.content);
    else hash.update(JSON.stringify([name, value]));
  }
  return hash.digest("hex");
}

function isFile(value: unknown): value is Pick<Upload, "content"> {
  return typeof value === "object" && value !== null && "content" in value;
}
