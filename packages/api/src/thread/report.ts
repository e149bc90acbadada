import type { ReportReason } from "@daymark/domain/community/thread";
import { limit } from "../procedure/rate-limit.ts";
import { findComment } from "./comment.ts";
import { findThread, type ThreadSource, type Writer, withThread } from "./source.ts";
import { requireWriter } from "./writer.ts";

/**
 * Tells the admins that somebody holds a comment, or what began the thread, to be against the rules. Once a person and
 * thing: a repeat changes nothing, and does not bring back what an admin has already dealt with.
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
    await sql`
      insert into reports (thread_id, comment_id, reporter_id, reason, details)
      values (${thread.id}, ${commentId}, ${ctx.user.id}, ${reason}, ${details})
      on conflict do nothing`;
  });
}
