import type { ReportReason } from "@daymark/domain/community/thread";
import { drizzle } from "drizzle-orm/postgres-js";
import { limit } from "../procedure/rate-limit.ts";
import { announceToAdmins } from "../webhook-event/announce.ts";
import { findComment } from "./comment.ts";
import { findThread, type ThreadSource, type Writer, withThread } from "./source.ts";
import { requireWriter } from "./writer.ts";

/**
 * Reports a comment, or the post or request of the thread, to the admins. A user reports an item once: a repeat changes
 * nothing, and does not reopen a report that an admin has resolved.
 *
 * @param commentId null: the thread itself
 * @throws ApiError banned; too_many_requests; …_comment_not_found, …_not_found
 */
export async function report(
  ctx: Writer,
  source: ThreadSource,
  commentId: number | null,
  { reason, details = "" }: { reason: ReportReason; details?: string | undefined },
): Promise<void> {
  await findThread(ctx.db.$client, source);
  await requireWriter(ctx, {});
  await limit(ctx, "report", ctx.user.id);
  await withThread(ctx.db, source, async (sql, thread) => {
    if (commentId !== null) await findComment(sql, ctx, source, { threadId: thread.id, id: commentId });
    const [made] = await sql<{ id: number }[]>`
      insert into reports (thread_id, comment_id, reporter_id, reason, details)
      values (${thread.id}, ${commentId}, ${ctx.user.id}, ${reason}, ${details})
      on conflict do nothing
      returning id::float8 as id`;
    if (!made) return;
    const created_at = new Date(ctx.now()).toISOString();
    const data = { report: { id: made.id, reason, created_at } };
    await announceToAdmins(drizzle(sql), { type: "report.created", habitId: null, data }, ctx.now());
  });
}
