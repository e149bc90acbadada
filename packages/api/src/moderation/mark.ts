import type { Sql } from "@daymark/db/connection/client";
import type { Thing } from "@daymark/domain/community/moderation";
import type { CommentMode } from "@daymark/domain/community/thread";
import { ApiError } from "../base/error.ts";
import type { StaffContext } from "../procedure/context.ts";
import { type ThreadSource, withThread } from "../thread/source.ts";
import { audit, tableOf, withThing } from "./thing.ts";

type Marked = Thing & { hidden: boolean; pinned: boolean };

/**
 * Hides a request or comment from everyone but its author and the admins, or shows it again. It is idempotent.
 *
 * @throws ApiError …_not_found
 */
export async function setHidden(ctx: StaffContext, thing: Thing, hidden: boolean): Promise<Marked> {
  const marked = await withThing(ctx.db, thing, async (sql) => {
    const moment = hidden ? sql`coalesce(hidden_at, now())` : sql`null`;
    await sql`update ${tableOf(sql, thing)} set hidden_at = ${moment} where id = ${thing.id}`;
    return readMarks(sql, thing);
  });
  audit(ctx, hidden ? "hide" : "unhide", { kind: thing.kind, id: thing.id });
  return marked;
}

/**
 * Pins a request or comment to the top of its list, or unpins it. It is idempotent.
 *
 * @throws ApiError conflict for a reply, which is listed below its comment; …_not_found
 */
export async function setPinned(ctx: StaffContext, thing: Thing, pinned: boolean): Promise<Marked> {
  const marked = await withThing(ctx.db, thing, async (sql) => {
    const moment = pinned ? sql`coalesce(pinned_at, now())` : sql`null`;
    const isPinnable = thing.kind === "feature_request" ? sql`true` : sql`parent_id is null`;
    const rows = await sql`
      update ${tableOf(sql, thing)} set pinned_at = ${moment} where id = ${thing.id} and ${isPinnable} returning 1`;
    if (rows.length === 0) throw new ApiError("conflict");
    return readMarks(sql, thing);
  });
  audit(ctx, pinned ? "pin" : "unpin", { kind: thing.kind, id: thing.id });
  return marked;
}

async function readMarks(sql: Sql, { kind, id }: Thing): Promise<Marked> {
  const [row] = await sql<[{ hidden: boolean; pinned: boolean }]>`
    select hidden_at is not null as hidden, pinned_at is not null as pinned
    from ${tableOf(sql, { kind, id })} where id = ${id}`;
  return { kind, id, ...row };
}

/**
 * Restricts comments to admins, or allows them to everyone again. It is idempotent.
 *
 * @throws ApiError blog_not_found, feature_request_not_found
 */
export async function setLocked(
  ctx: StaffContext,
  source: ThreadSource,
  locked: boolean,
): Promise<{ comments: CommentMode }> {
  const comments = locked ? "closed" : "open";
  const threadId = await withThread(ctx.db, source, async (sql, { id }) => {
    await sql`update threads set comments = ${comments} where id = ${id}`;
    return id;
  });
  audit(ctx, locked ? "lock" : "unlock", { kind: source.kind, thread_id: threadId });
  return { comments };
}
