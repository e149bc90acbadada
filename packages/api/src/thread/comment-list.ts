import type { Database, Sql } from "@daymark/db/client";
import type { Comment } from "@daymark/domain/thread";
import * as z from "zod/mini";
import { readCursor, rowsOfPage, toPage } from "../page.ts";
import { findThread, type Reader, type ThreadSource } from "./source.ts";

/** Whether it is among those after the pinned ones, and its id. */
const commentPlace = z.tuple([z.boolean(), z.int().check(z.gte(1))]);

/**
 * One page of what is said in a thread: pinned first, then oldest first, each followed by all that answers it. What was
 * deleted or hidden has a place only where answers that can be read hang on it.
 *
 * @throws ApiError invalid_cursor; blog_not_found, feature_request_not_found
 */
export async function listComments(
  ctx: Reader & { db: Database },
  source: ThreadSource,
  { limit, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ results: Comment[]; next: string | null }> {
  const sql = ctx.db.$client;
  const place = readCursor(commentPlace, cursor);
  const { id: threadId } = await findThread(sql, source);
  const user = ctx.caller?.user ?? null;
  const rows = await sql<Row[]>`
    select ${columns(sql)} from comments c left join users u on u.id = c.author_id
    where c.thread_id = ${threadId} and c.parent_id is null
      and (${isShown(sql, user, "c")} or exists (select from comments r where r.parent_id = c.id and ${isShown(sql, user, "r")}))
      and ${place ? sql`(c.pinned_at is null, c.id) > (${place[0]}, ${place[1]})` : sql`true`}
    order by c.pinned_at is null, c.id
    limit ${rowsOfPage(limit)}`;
  const page = toPage(rows, limit, (row) => [row.pinned_at === null, Number(row.id)]);
  const replies = await sql<Row[]>`
    select ${columns(sql)} from comments c left join users u on u.id = c.author_id
    where c.parent_id = any(${page.results.map(({ id }) => id)}::bigint[]) and ${isShown(sql, user, "c")}
    order by c.id`;
  const byParent = Map.groupBy(replies, ({ parent_id }) => parent_id);
  const results = page.results.flatMap((row) => [row, ...(byParent.get(row.id) ?? [])]);
  return { results: results.map((row) => toComment(row, user)), next: page.next };
}

/** One that is there for the caller. */
export async function readComment(
  sql: Sql,
  { threadId, id }: { threadId: number; id: number },
  user: Person,
): Promise<Comment> {
  const [row] = await sql<[Row]>`
    select ${columns(sql)} from comments c left join users u on u.id = c.author_id
    where c.id = ${id} and c.thread_id = ${threadId}`;
  return toComment(row, user);
}

type Person = { id: number; is_staff: boolean } | null;

/** Whether its words can be read: a part of a statement. */
function isShown(sql: Sql, user: Person, alias: "c" | "r") {
  const c = sql(alias);
  const isHiddenFor = user
    ? sql`${c}.hidden_at is not null and ${c}.author_id is distinct from ${user.id} and not ${user.is_staff}`
    : sql`${c}.hidden_at is not null`;
  return sql`(${c}.deleted_at is null and not (${isHiddenFor}))`;
}

function columns(sql: Sql) {
  return sql`c.id, c.parent_id, c.author_id, c.text, c.created_at, c.edited_at, c.deleted_at, c.hidden_at, c.pinned_at,
    u.username, u.is_staff`;
}

interface Row {
  id: string;
  parent_id: string | null;
  author_id: string | null;
  text: string;
  created_at: string;
  edited_at: string | null;
  deleted_at: string | null;
  hidden_at: string | null;
  pinned_at: string | null;
  username: string | null;
  is_staff: boolean | null;
}

function toComment(row: Row, user: Person): Comment {
  const mine = user !== null && row.author_id !== null && Number(row.author_id) === user.id;
  const isReadable = row.deleted_at === null && (row.hidden_at === null || mine || user?.is_staff === true);
  const words = isReadable
    ? {
        text: row.text,
        author: row.username,
        by_staff: row.is_staff === true,
        edited_at: row.edited_at && toInstant(row.edited_at),
      }
    : { text: "", author: null, by_staff: false, edited_at: null };
  return {
    id: Number(row.id),
    parent_id: row.parent_id === null ? null : Number(row.parent_id),
    created_at: toInstant(row.created_at),
    ...words,
    mine,
    pinned: isReadable && row.pinned_at !== null,
    state: row.deleted_at ? "deleted" : row.hidden_at ? "hidden" : "shown",
  };
}

/** As PostgreSQL writes it, in ISO 8601. */
function toInstant(timestamp: string): string {
  return new Date(timestamp).toISOString();
}
