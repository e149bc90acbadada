import type { FeatureRequest } from "@daymark/domain/community/feature-request";
import type { requestUpdateInput } from "@daymark/domain/community/request-input";
import type * as z from "zod/mini";
import { ApiError } from "../base/error.ts";
import { limit } from "../procedure/rate-limit.ts";
import { setFollowing } from "../thread/follow.ts";
import { type Writer, withThread } from "../thread/source.ts";
import { requireFewLinks, requireWriter } from "../thread/writer.ts";
import { findOwnRequest } from "./find.ts";
import { readRequest } from "./read.ts";
import { threadOfRequest } from "./source.ts";

/**
 * Changes the given members; the status stays. Only the author can change whether they are notified.
 *
 * @throws ApiError permission_denied if it is another user's and the caller is no admin; banned; validation_failed
 *   (links_too_many); too_many_requests; feature_request_not_found
 */
export async function updateRequest(
  ctx: Writer,
  { id, notify_me, title, details, category }: z.infer<typeof requestUpdateInput>,
): Promise<FeatureRequest> {
  const { mine } = await findOwnRequest(ctx, id);
  if (!mine && notify_me !== undefined) throw new ApiError("permission_denied");
  const hasWords = title !== undefined || details !== undefined || category !== undefined;
  await (hasWords ? requireWriter(ctx, { title, details }, "change") : limit(ctx, "follow", ctx.user.id));
  return withThread(ctx.db, threadOfRequest(ctx, id), async (sql, thread) => {
    if (hasWords) {
      const [stored] = await sql<[{ title: string; details: string }]>`
        select title, details from feature_requests where id = ${id}`;
      const kept = `${title === undefined ? stored.title : ""} ${details === undefined ? stored.details : ""}`;
      await requireFewLinks(sql, ctx, { title, details }, kept);
      await sql`
        update feature_requests f set title = new.title, details = new.details, category = new.category,
          -- Instants travel in milliseconds, and a change must show in them even where it follows within one.
          updated_at = greatest(clock_timestamp(), f.updated_at + interval '1 millisecond')
        from (
          select coalesce(${title ?? null}, title) as title, coalesce(${details ?? null}, details) as details,
            coalesce(${category ?? null}, category) as category
          from feature_requests where id = ${id}
        ) new
        where f.id = ${id} and (f.title, f.details, f.category) is distinct from (new.title, new.details, new.category)`;
    }
    if (notify_me !== undefined) await setFollowing(sql, { threadId: thread.id, userId: ctx.user.id }, notify_me);
    return readRequest(sql, ctx, id);
  });
}
