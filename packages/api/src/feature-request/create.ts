import { withinTransaction } from "@daymark/db/connection/within-transaction";
import type { FeatureRequest } from "@daymark/domain/community/feature-request";
import type { requestCreateInput } from "@daymark/domain/community/request-input";
import type * as z from "zod/mini";
import { setFollowing } from "../thread/follow.ts";
import type { Writer } from "../thread/source.ts";
import { requireWriter } from "../thread/writer.ts";
import { readRequest } from "./read.ts";

/**
 * Creates a feature request, which waits for an admin's decision. Its author has not voted for it.
 *
 * @throws ApiError banned; validation_failed (links_too_many); too_many_requests
 */
export async function createRequest(
  ctx: Writer,
  { title, details, category, notify_me = false }: z.infer<typeof requestCreateInput>,
): Promise<FeatureRequest> {
  await requireWriter(ctx, { title, details }, "feature_request");
  return withinTransaction(ctx.db, async ({ $client: sql }) => {
    const [thread] = await sql<[{ id: string }]>`insert into threads (kind) values ('feature_request') returning id`;
    const [row] = await sql<[{ id: string }]>`
      insert into feature_requests (thread_id, author_id, title, details, category)
      values (${thread.id}, ${ctx.user.id}, ${title}, ${details}, ${category}) returning id`;
    if (notify_me) await setFollowing(sql, { threadId: Number(thread.id), userId: ctx.user.id }, true);
    return readRequest(sql, ctx, Number(row.id));
  });
}
