import { createHash } from "node:crypto";
import { ApiError } from "@daymark/api/error";
import type { Database } from "@daymark/db/client";
import { withinTransaction } from "@daymark/db/within-transaction";
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

/**
 * Gives the answer that the first request with this key got, and otherwise makes it. What is created and the record of
 * its answer are one transaction: a crash leaves both or neither, and of parallel requests the later ones wait for the
 * first, then find its answer. An error rolls back and leaves the key free.
 *
 * @param given.operation method and path, without the trailing slash
 * @param given.body as it was sent
 * @param answer uses no database but the one it is given
 * @throws ApiError conflict where the same key came with another body
 */
export function answerOnce(
  db: Database,
  given: { userId: number; operation: string; key: string; body: string },
  answer: (db: Database) => Promise<Answer>,
): Promise<Answer> {
  const { userId, operation, key } = given;
  const bodyHash = createHash("sha256").update(given.body).digest("hex");
  return withinTransaction(db, async (db) => {
    const sql = db.$client;
    // Waits here while another transaction holds the same key.
    const claimed = await sql`
      insert into idempotency_keys (user_id, operation, key, body_hash)
      values (${userId}, ${operation}, ${key}, ${bodyHash})
      on conflict (user_id, operation, key) do update
      set body_hash = excluded.body_hash, status = null, answer = null, created_at = now()
      where idempotency_keys.created_at < now() - make_interval(hours => ${keptHours})
      returning 1`;
    if (claimed.length === 0) {
      const [former] = await sql<{ body_hash: string; status: number; answer: string }[]>`
        select body_hash, status, answer from idempotency_keys
        where user_id = ${userId} and operation = ${operation} and key = ${key}`;
      if (former?.body_hash !== bodyHash) throw new ApiError("conflict");
      return { status: former.status, body: former.answer };
    }
    const { status, body } = await answer(db);
    await sql`
      update idempotency_keys set status = ${status}, answer = ${body}
      where user_id = ${userId} and operation = ${operation} and key = ${key}`;
    return { status, body };
  });
}
