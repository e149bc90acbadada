import type { Sql } from "@daymark/db/connection/client";
import type { FieldErrorCode } from "@daymark/domain/base/validation";
import { keepsReply, stageAfter } from "@daymark/domain/community/decision";
import type { FeatureRequest } from "@daymark/domain/community/feature-request";
import type { CloseReason, RequestStage, RequestStatus } from "@daymark/domain/community/request-kind";
import { drizzle } from "drizzle-orm/postgres-js";
import { ApiError } from "../base/error.ts";
import { mergedInto, settleFamily, withFamily } from "../thread/merged-thread.ts";
import type { Writer } from "../thread/source.ts";
import { announce } from "../webhook-event/announce.ts";
import { type DecisionNewsJob, enqueueDecisionNews } from "./decision-news.ts";
import { findRequest } from "./find.ts";
import { readRequest } from "./read.ts";

/** An admin's decision on a request. */
export interface Decision {
  id: number;
  status: RequestStatus;
  /** The public answer. If absent, it stays according to {@link keepsReply}; null or empty removes it. */
  reply?: string | null | undefined;
  /** How far the work is. If absent, it stays according to {@link stageAfter}. */
  stage?: RequestStage | null | undefined;
  /** The reason for closing. If absent, it stays, or there is none. */
  reason?: CloseReason | undefined;
  /** The request it is merged into. */
  duplicate_of?: number | undefined;
}

/**
 * Opens, closes or rejects a request, or makes it pending again. If it is closed as a duplicate, it is merged into the
 * other request: its voters count there, once each. Any other decision separates the two again. A decision that changes
 * nothing sends no notification.
 *
 * @throws ApiError validation_failed (duplicate_unknown, duplicate_circular); feature_request_not_found
 */
export async function decide(ctx: Writer, decision: Decision): Promise<FeatureRequest> {
  const { id, duplicate_of } = decision;
  const { thread_id } = await findRequest(ctx.db.$client, ctx, id);
  const target = duplicate_of === undefined ? null : await findTarget(ctx, duplicate_of);
  return withFamily(ctx.db, target ? [thread_id, target.thread_id] : [thread_id], async (sql, family) => {
    const [found] = await sql<(RequestState & { author_id: number | null })[]>`
      select author_id::float8 as author_id, status, case when status = 'open' then stage end as stage, reason, reply,
        duplicate_of_id::float8 as duplicate_of_id
      from feature_requests where id = ${id}`;
    if (!found) throw new ApiError("feature_request_not_found");
    const { author_id, ...before } = found;
    // The request was deleted while this call waited for its lock.
    if (target && !family.includes(target.thread_id)) throw refused("duplicate_unknown");
    if (target) await requireNoCircle(sql, { thread_id, target: target.thread_id });
    const after = stateAfter(before, decision);
    if (isSame(before, after)) return readRequest(sql, ctx, id);
    await sql`
      update feature_requests set status = ${after.status}, stage = ${after.stage}, reason = ${after.reason}, reply = ${after.reply},
        duplicate_of_id = ${after.duplicate_of_id},
        shipped_at = case when ${after.reason === "shipped"} then coalesce(shipped_at, clock_timestamp()) end,
        updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
      where id = ${id}`;
    await sql`update threads set active_at = greatest(active_at, clock_timestamp()) where id = ${thread_id}`;
    if (before.duplicate_of_id !== after.duplicate_of_id) await settleFamily(sql, family);
    const reply = after.reply === before.reply ? null : after.reply;
    const outcome = outcomeOf(before, after);
    // Followers are not notified if an answer is removed.
    if (outcome !== "answered" || reply !== null) {
      await enqueueDecisionNews(sql, { thread_id, actor_id: ctx.user.id, outcome, reply });
    }
    if (author_id !== null) await announceDecision(sql, { author_id, id, at: ctx.now() });
    return readRequest(sql, ctx, id);
  });
}

/** The author's webhooks get the request as the author sees it. */
async function announceDecision(
  sql: Sql,
  { author_id, id, at }: { author_id: number; id: number; at: number },
): Promise<void> {
  const [author] = await sql<{ is_staff: boolean }[]>`
    select is_staff from users where id = ${author_id} and is_active and has_webhooks`;
  if (!author) return;
  const feature_request = await readRequest(
    sql,
    { caller: { user: { id: author_id, is_staff: author.is_staff } } },
    id,
  );
  const event = { type: "feature_request.decided", habitId: null, data: { feature_request } } as const;
  await announce(drizzle(sql), author_id, [event], at);
}

interface RequestState {
  status: RequestStatus;
  stage: RequestStage | null;
  reason: CloseReason | null;
  reply: string | null;
  duplicate_of_id: number | null;
}

function stateAfter(before: RequestState, decision: Decision): RequestState {
  const { status, reply, reason, duplicate_of } = decision;
  const kept = keepsReply(before.status, status) ? before.reply : null;
  const said = reply === undefined ? kept : reply || null;
  const stage = stageAfter(before, decision);
  if (status !== "closed") return { status, stage, reason: null, reply: said, duplicate_of_id: null };
  const why = reason ?? (duplicate_of === undefined ? before.reason : "duplicate");
  const duplicateOf = why === "duplicate" ? (duplicate_of ?? before.duplicate_of_id) : null;
  return { status, stage, reason: why, reply: said, duplicate_of_id: duplicateOf };
}

function isSame(before: RequestState, after: RequestState): boolean {
  return (Object.keys(after) as (keyof RequestState)[]).every((name) => before[name] === after[name]);
}

/** The news for followers: the status, with stage or reason if it has one, or only that there is an answer. */
function outcomeOf(before: RequestState, after: RequestState): DecisionNewsJob["outcome"] {
  if (isSame({ ...before, reply: after.reply }, after)) return "answered";
  if (before.status === "open" && after.status === "open" && after.stage === null) return "considered";
  return after.stage ?? after.reason ?? after.status;
}

async function findTarget(ctx: Writer, id: number): Promise<{ thread_id: number }> {
  try {
    return await findRequest(ctx.db.$client, ctx, id);
  } catch (error) {
    if (error instanceof ApiError && error.key === "feature_request_not_found") throw refused("duplicate_unknown");
    throw error;
  }
}

/** A request cannot be merged into itself, nor into a request that is merged into it. */
async function requireNoCircle(sql: Sql, { thread_id, target }: { thread_id: number; target: number }): Promise<void> {
  const [row] = await sql<[{ circular: boolean }]>`select ${target} in (${mergedInto(sql, thread_id)}) as circular`;
  if (target === thread_id || row.circular) throw refused("duplicate_circular");
}

function refused(code: FieldErrorCode): ApiError {
  return new ApiError("validation_failed", { fields: { duplicate_of: [{ code }] } });
}
