import type { Database, Sql } from "@daymark/db/connection/client";
import { withinTransaction } from "@daymark/db/connection/within-transaction";
import type { Thing } from "@daymark/domain/community/moderation";
import { ApiError } from "../base/error.ts";
import type { StaffContext } from "../procedure/context.ts";
import { lockThreads } from "../thread/source.ts";

/** The error for a missing item, by its kind. */
const missing = {
  feature_request: "feature_request_not_found",
  feature_request_comment: "feature_request_comment_not_found",
  blog_comment: "blog_comment_not_found",
} as const satisfies Record<Thing["kind"], string>;

/** The thread that the item begins or belongs to. */
interface Place {
  threadId: number;
}

/** @throws ApiError …_not_found, also for a comment that was deleted */
export async function findThing(sql: Sql, { kind, id }: Thing): Promise<Place> {
  const [row] =
    kind === "feature_request"
      ? await sql<{ thread_id: string }[]>`select thread_id from feature_requests where id = ${id}`
      : await sql<{ thread_id: string }[]>`
          select c.thread_id from comments c join threads t on t.id = c.thread_id
          where c.id = ${id} and c.deleted_at is null
            and t.kind = ${kind === "blog_comment" ? "blog" : "feature_request"}`;
  if (!row) throw new ApiError(missing[kind]);
  return { threadId: Number(row.thread_id) };
}

/**
 * Runs `work` for an item in one transaction, and locks its thread first.
 *
 * @throws ApiError …_not_found
 */
export function withThing<T>(db: Database, thing: Thing, work: (sql: Sql, place: Place) => Promise<T>): Promise<T> {
  return withinTransaction(db, async ({ $client: sql }) => {
    const place = await findThing(sql, thing);
    await lockThreads(sql, [place.threadId]);
    // The item may have been deleted while this call waited for the thread's lock.
    return work(sql, await findThing(sql, thing));
  });
}

/** The item's table: a part of a statement. */
export function tableOf(sql: Sql, { kind }: Thing) {
  return sql(kind === "feature_request" ? "feature_requests" : "comments");
}

/** Logs who did what, without the content of users. */
export function audit(ctx: Pick<StaffContext, "adminLog" | "user">, action: string, fields: object): void {
  ctx.adminLog.info({ user_id: ctx.user.id, action, ...fields }, "moderated");
}
