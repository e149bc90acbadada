import { createHash } from "node:crypto";
import { ApiError } from "@daymark/api/error";
import type { Database, Sql } from "@daymark/db/client";
import { withinTransaction } from "@daymark/db/within-transaction";
import type { Upload } from "@daymark/domain/file";
import type { FastifyRequest } from "fastify";

const keyLengthMax = 64;
const keptHours = 24;

export interface Answer {
  status: number;
  /** JSON. */
  body: string;
}

/**
 * The Idempotency-Key of a request, null where it has none.
 *
 * @throws ApiError validation_failed for one that is too long
 */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers["idempotency-key"];
  if (key === undefined || key === "") return null;
  if (typeof key === "string" && key.length <= keyLengthMax) return key;
  throw new ApiError("validation_failed", {
    fields: { "Idempotency-Key": [{ code: "too_long", values: { max: keyLengthMax } }] },
  });
}

/** A key, of whom and of which call. */
interface Given {
  userId: number;
  /** Method and path, without the trailing slash. */
  operation: string;
  key: string;
}

/**
 * Gives the answer that the first request with this key got, and otherwise makes it. What is created and the record of
 * its answer are one transaction: a crash leaves both or neither, and of parallel requests the later ones wait for the
 * first, then find its answer. An error rolls back and leaves the key free.
 *
 * @param given.body as it was sent
 * @param answer uses no database but the one it is given
 * @throws ApiError conflict where the same key came with another body
 */
export function answerOnce(
  db: Database,
  given: Given & { body: string },
  answer: (db: Database) => Promise<Answer>,
): Promise<Answer> {
  const bodyHash = createHash("sha256").update(given.body).digest("hex");
  return withinTransaction(db, async (db) => {
    const sql = db.$client;
    const former = await claim(sql, given, bodyHash);
    return former ?? keep(sql, given, bodyHash, await answer(db));
  });
}

/**
 * The same of a call that takes a file, and knows a repeat by the file itself. No transaction is open while the form comes
 * in and the file is worked on: the key is claimed when the form is there, which is after the guard. Who comes with the
 * same form before the first has its answer, or after it died, goes on as well: nothing is made twice by that, and the
 * answer that is kept first is everyone's. An error leaves the key free.
 *
 * @param readForm gives the members of the form
 * @param answer reads the form by what it is given, as often as it likes
 * @throws ApiError conflict where the same key came with another form
 */
export async function answerFormOnce(
  db: Database,
  given: Given,
  readForm: () => unknown,
  answer: (readForm: () => Promise<unknown>) => Promise<Answer>,
): Promise<Answer> {
  const sql = db.$client;
  const call: { bodyHash?: string; former?: Answer } = {};
  const readAndClaim = async () => {
    const form = await readForm();
    const bodyHash = hashForm(form as Readonly<Record<string, unknown>>);
    const former = await claim(sql, given, bodyHash);
    if (former) {
      call.former = former;
      throw new Error("this call has its answer");
    }
    call.bodyHash = bodyHash;
    return form;
  };
  let reading: Promise<unknown> | undefined;
  try {
    const made = await answer(() => (reading ??= readAndClaim()));
    return call.bodyHash === undefined ? made : await keep(sql, given, call.bodyHash, made);
  } catch (error) {
    if (call.former) return call.former;
    // Who sent it is told of what went wrong first; a claim that stays lets the same form through.
    if (call.bodyHash !== undefined) await release(sql, given, call.bodyHash).catch(() => {});
    throw error;
  }
}

/**
 * Waits while another transaction holds the same key.
 *
 * @returns the answer that the key has; null where it has none yet
 * @throws ApiError conflict where it is another body's
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
  // Whoever had claimed it has failed meanwhile.
  if (!former) return null;
  if (former.body_hash !== bodyHash) throw new ApiError("conflict");
  return former.status === null ? null : { status: former.status, body: former.answer };
}

/** @returns what the key answers from now on: what was made, unless the same body has its answer already */
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

/** Of the members by name, and of a file its bytes, whatever it is called: a form never has the same boundary twice. */
function hashForm(form: Readonly<Record<string, unknown>>): string {
  const hash = createHash("sha256");
  for (const name of Object.keys(form).sort()) {
    const value = form[name];
    // How long a file is stands before it, so that no other form reads the same.
    if (isFile(value)) hash.update(JSON.stringify([name, { bytes: value.content.length }])).update(value.content);
    else hash.update(JSON.stringify([name, value]));
  }
  return hash.digest("hex");
}

function isFile(value: unknown): value is Pick<Upload, "content"> {
  return typeof value === "object" && value !== null && "content" in value;
}
