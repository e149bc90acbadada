import type { Sql } from "@daymark/db/connection/client";
import type { FeatureRequest, RequestListInput } from "@daymark/domain/community/feature-request";
import type {
  Category,
  CloseReason,
  RequestSort,
  RequestStage,
  RequestStatus,
} from "@daymark/domain/community/request-kind";
import type { CommentMode, ReactionType } from "@daymark/domain/community/thread";
import * as z from "zod/mini";
import { ApiError } from "../base/error.ts";
import { readCursor, rowsOfPage, toPage } from "../base/pagination.ts";
import type { Viewer } from "../thread/source.ts";
import { isVisible } from "./source.ts";

/** The sort key before the id, as the cursor contains it. */
const sortKeys = {
  top: { column: (sql: Sql) => sql`t.score`, key: (row: Row) => row.likes - row.dislikes },
  new: { column: (sql: Sql) => sql`f.id`, key: (row: Row) => Number(row.id) },
  active: { column: activeMicroseconds, key: (row: Row) => Number(row.active_us) },
} as const satisfies Record<RequestSort, object>;

/** Whether it is pinned, its sort key, and its id. */
const requestPlace = z.tuple([z.boolean(), z.int(), z.int().check(z.gte(1))]);

/**
 * One page of the requests that the caller may see, pinned ones first.
 *
 * Each connection keeps every statement text that it received (pg_prepared_statements). So most filters and the cursor
 * are parameters: with a text for each combination, plain GETs filled the memory of the database. Only the status, the
 * author and the search have their own texts, since each has an index, which no plan for "any status or this one" uses.
 * Each sort order has its own text, because sorting by a parameter took twice as long.
 *
 * @throws ApiError invalid_cursor; not_authenticated if a guest requests their own requests
 */
export async function listRequests(
  sql: Sql,
  asker: Viewer,
  { limit, cursor, status, stage, reason, category, mine = false, search = "", sort = "top" }: RequestListInput,
): Promise<{ results: FeatureRequest[]; next: string | null }> {
  if (mine && !asker.caller) throw new ApiError("not_authenticated");
  const place = readCursor(requestPlace, cursor);
  const [isPinned, placeKey, id] = place ?? [false, 0, 0];
  const { column, key } = sortKeys[sort];
  const any = sql`true`;
  const rows = await sql<Row[]>`
    ${selectRequests(sql, asker)}
    where ${isVisible(sql, asker)}
      and ${status ? sql`f.status = ${status}` : any}
      and ${mine ? sql`f.author_id = ${asker.caller?.user.id ?? 0}` : any}
      and ${search ? sql`f.search_text like lower(${`%${escapeLike(search)}%`})` : any}
      and (${stage === undefined} or (f.status = 'open' and coalesce(f.stage, 'none') = ${stage ?? ""}))
      and (${reason === undefined} or f.reason = ${reason ?? ""})
      and (${category === undefined} or f.category = ${category ?? ""})
      and (${place === null} or (f.pinned_at is not null, ${column(sql)}, f.id) < (${isPinned}, ${placeKey}::bigint, ${id}::bigint))
    order by f.pinned_at is not null desc, ${column(sql)} desc, f.id desc
    limit ${rowsOfPage(limit)}`;
  const page = toPage(rows, limit, (row) => [row.pinned, key(row), Number(row.id)]);
  return { results: page.results.map((row) => toRequest(row, asker)), next: page.next };
}

/** In microseconds, so that different times stay different. */
function activeMicroseconds(sql: Sql) {
  return sql`(extract(epoch from t.active_at) * 1000000)::bigint`;
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

/** @throws ApiError feature_request_not_found, also if the caller may not see it */
export async function readRequest(sql: Sql, reader: Viewer, id: number): Promise<FeatureRequest> {
  const [row] = await sql<Row[]>`${selectRequests(sql, reader)} where f.id = ${id} and ${isVisible(sql, reader)}`;
  if (!row) throw new ApiError("feature_request_not_found");
  return toRequest(row, reader);
}

function selectRequests(sql: Sql, reader: Viewer) {
  const userId = reader.caller?.user.id ?? 0;
  return sql`
    select f.id, f.title, f.details, f.category, f.status,
      case when f.status = 'open' then f.stage end as stage, f.reason, f.reply, f.author_id, u.username,
      f.created_at, f.updated_at, f.pinned_at is not null as pinned, f.hidden_at is not null as hidden,
      t.likes, t.dislikes, t.comment_count, t.comments, t.active_at,
      ${activeMicroseconds(sql)} as active_us,
      r.id as reaction_id, r.type as reaction_type,
      exists (select from thread_followers w where w.thread_id = t.id and w.user_id = ${userId}) as following,
      d.id as duplicate_id, d.title as duplicate_title, d.status as duplicate_status
    from feature_requests f
    join threads t on t.id = f.thread_id
    left join users u on u.id = f.author_id
    left join reactions r on r.thread_id = f.thread_id and r.user_id = ${userId}
    left join feature_requests d on d.id = f.duplicate_of_id and ${isVisible(sql, reader, "d")}`;
}

interface Row {
  id: string;
  title: string;
  details: string;
  category: Category;
  status: RequestStatus;
  stage: RequestStage | null;
  reason: CloseReason | null;
  reply: string | null;
  author_id: string | null;
  username: string | null;
  created_at: string;
  updated_at: string;
  pinned: boolean;
  hidden: boolean;
  likes: number;
  dislikes: number;
  comment_count: number;
  comments: CommentMode;
  active_at: string;
  active_us: string;
  reaction_id: string | null;
  reaction_type: ReactionType | null;
  following: boolean;
  duplicate_id: string | null;
  duplicate_title: string;
  duplicate_status: RequestStatus;
}

function toRequest(row: Row, { caller }: Viewer): FeatureRequest {
  const mine = caller !== null && row.author_id !== null && Number(row.author_id) === caller.user.id;
  const { reaction_id, reaction_type, duplicate_id } = row;
  return {
    id: Number(row.id),
    title: row.title,
    details: row.details,
    category: row.category,
    status: row.status,
    stage: row.stage,
    reason: row.reason,
    reply: row.reply,
    author: row.username,
    mine,
    reactions: {
      likes: row.likes,
      dislikes: row.dislikes,
      mine: reaction_id && reaction_type ? { id: Number(reaction_id), type: reaction_type } : null,
    },
    comment_count: row.comment_count,
    created_at: toInstant(row.created_at),
    updated_at: toInstant(row.updated_at),
    notify_me: mine ? row.following : null,
    following: row.following,
    active_at: toInstant(row.active_at),
    duplicate_of: duplicate_id
      ? { id: Number(duplicate_id), title: row.duplicate_title, status: row.duplicate_status }
      : null,
    pinned: row.pinned,
    hidden: row.hidden,
    comments: row.comments,
  };
}

/** Converts a time from PostgreSQL's format to ISO 8601. */
function toInstant(timestamp: string): string {
  return new Date(timestamp).toISOString();
}
