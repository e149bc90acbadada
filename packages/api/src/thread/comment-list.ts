import type { Database, Sql } from "@daymark/db/connection/client";
import { repliesShownMax } from "@daymark/domain/base/bounds";
import { pageLimitDefault } from "@daymark/domain/base/pagination";
import type { Comment, CommentForm } from "@daymark/domain/community/comment";
import * as z from "zod/mini";
import { ApiError } from "../base/error.ts";
import { createPace } from "../base/pace.ts";
import { readCursor, rowsOfPage, toPage, writeCursor } from "../base/pagination.ts";
import { type ReactionsColumn, reactionsColumn, toEmojiCounts } from "./emoji-counts.ts";
import { asTyped, charactersAtOnce, countPieces, readMarkdown } from "./markdown.ts";
import { findThread, type Reader, type ThreadSource } from "./source.ts";

const id = z.int().check(z.gte(1));
/** The cursor of a page of comments: whether the last one is among those after the pinned ones, and its id. */
const commentPlace = z.tuple([z.boolean(), id]);
/** The cursor of a page of replies: their comment, and the last reply. */
const replyPlace = z.tuple([id, id]);

type ListContext = Reader & { db: Database };

interface CommentPage {
  results: Comment[];
  next: string | null;
}

/**
 * One page of a thread's comments: pinned first, then oldest first, each followed by its first replies. A deleted or
 * hidden comment keeps a place only if it has readable replies. A cursor from `replies_next` returns one comment and
 * its next replies instead, so that no answer grows with the number of replies.
 *
 * @throws ApiError invalid_cursor; blog_not_found, feature_request_not_found
 */
export async function listComments(
  ctx: ListContext,
  source: ThreadSource,
  { limit, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<CommentPage> {
  const sql = ctx.db.$client;
  const place = readCursor(z.union([commentPlace, replyPlace]), cursor);
  const { id: threadId } = await findThread(sql, source);
  const user = ctx.caller?.user ?? null;
  if (typeof place?.[0] === "number") {
    const [parentId, after] = place;
    const parents = await sql<Row[]>`${listed(sql, { threadId, user })} and c.id = ${parentId}`;
    const results = await withReplies(sql, parents, { after, limit: limit ?? pageLimitDefault, user });
    return { results, next: null };
  }
  const rows = await sql<Row[]>`
    ${listed(sql, { threadId, user })}
      and ${place ? sql`(c.pinned_at is null, c.id) > (${place[0]}, ${place[1]})` : sql`true`}
    order by c.pinned_at is null, c.id
    limit ${rowsOfPage(limit)}`;
  const page = toPage(rows, limit, (row) => [row.pinned_at === null, Number(row.id)]);
  const results = await withReplies(sql, page.results, { after: 0, limit: repliesShownMax, user });
  return { results, next: page.next };
}

/** The top-level comments: the beginning of a statement. */
function listed(sql: Sql, { threadId, user }: { threadId: number; user: Person }) {
  return sql`
    select ${columns(sql, user)} from comments c left join users u on u.id = c.author_id
    where c.thread_id = ${threadId} and c.parent_id is null
      and (${isShown(sql, user, "c")} or exists (select from comments r where r.parent_id = c.id and ${isShown(sql, user, "r")}))`;
}

/**
 * Comments, each followed by its next replies.
 *
 * @param page.after id of the reply before them, 0 for the first ones
 * @param page.limit how many replies each comment gets
 */
async function withReplies(
  sql: Sql,
  parents: readonly Row[],
  { after, limit, user }: { after: number; limit: number; user: Person },
): Promise<Comment[]> {
  const replies = await sql<Row[]>`
    select r.* from unnest(${parents.map(({ id }) => id)}::bigint[]) as p (id)
    cross join lateral (
      select ${columns(sql, user)} from comments c left join users u on u.id = c.author_id
      where c.parent_id = p.id and c.id > ${after} and ${isShown(sql, user, "c")}
      order by c.id limit ${limit + 1}
    ) r
    order by r.id`;
  const byParent = Map.groupBy(replies, ({ parent_id }) => parent_id);
  const lastOfLonger = new Map(
    parents.flatMap(({ id }) => {
      const found = byParent.get(id) ?? [];
      const last = found.length > limit ? found[limit - 1] : undefined;
      return last ? [[id, last.id] as const] : [];
    }),
  );
  const left = await countAfter(sql, lastOfLonger, user);
  const pace = createPace(charactersAtOnce);
  let characters = 0;
  let pieces = 0;
  const comments: Comment[] = [];
  for (const row of parents.flatMap((parent) => [parent, ...(byParent.get(parent.id) ?? []).slice(0, limit)])) {
    const last = lastOfLonger.get(row.id);
    const more = last !== undefined && {
      replies_left: left.get(row.id) ?? 1,
      replies_next: writeCursor([Number(row.id), Number(last)]),
    };
    const comment = toComment(row, user);
    const ownPieces = countPieces(comment.blocks ?? []);
    const isLong = ownPieces > shortPiecesMax;
    const isTooMuch = isLong && pieces + ownPieces > longPiecesMax;
    if (isLong && !isTooMuch) pieces += ownPieces;
    comments.push({ ...comment, ...(isTooMuch && { blocks: asTyped(comment.text) }), ...more });
    characters += row.text.length;
    if (pace.isDue(characters)) await pace.giveWay(characters);
  }
  return comments;
}

/** A comment with this many elements is always formatted. Few have more. */
const shortPiecesMax = 12;
/**
 * Elements of longer comments of one page. Those beyond stay as they were typed, because the server draws a page in one
 * turn of the event loop, and 120 comments may have 36,000 elements.
 */
const longPiecesMax = 600;

/**
 * How many replies follow the given one of each comment. A page rarely has a comment with so many replies; without one,
 * it runs no statement.
 */
async function countAfter(sql: Sql, lastByParent: ReadonlyMap<string, string>, user: Person) {
  if (lastByParent.size === 0) return new Map<string, number>();
  const counts = await sql<{ id: string; left: number }[]>`
    select p.id, (
      select count(*)::int from comments c where c.parent_id = p.id and c.id > p.last and ${isShown(sql, user, "c")}
    ) as left
    from unnest(${[...lastByParent.keys()]}::bigint[], ${[...lastByParent.values()]}::bigint[]) as p (id, last)`;
  return new Map(counts.map(({ id, left }) => [id, left]));
}

/**
 * One comment or reply, if the caller may read it.
 *
 * @throws ApiError …_comment_not_found, blog_not_found, feature_request_not_found
 */
export async function getComment(ctx: ListContext, source: ThreadSource, id: number): Promise<Comment> {
  const sql = ctx.db.$client;
  const { id: threadId } = await findThread(sql, source);
  const user = ctx.caller?.user ?? null;
  const [row] = await sql<Row[]>`
    select ${columns(sql, user)} from comments c left join users u on u.id = c.author_id
    where c.id = ${id} and c.thread_id = ${threadId} and ${isShown(sql, user, "c")}`;
  if (!row) throw new ApiError(`${source.kind}_comment_not_found`);
  return toComment(row, user);
}

/** A comment that the caller may see. */
export async function readComment(
  sql: Sql,
  { threadId, id }: { threadId: number; id: number },
  user: Person,
): Promise<Comment> {
  const [row] = await sql<[Row]>`
    select ${columns(sql, user)} from comments c left join users u on u.id = c.author_id
    where c.id = ${id} and c.thread_id = ${threadId}`;
  return toComment(row, user);
}

type Person = { id: number; is_staff: boolean } | null;

/** Whether its text is readable: a part of a statement. */
function isShown(sql: Sql, user: Person, alias: "c" | "r") {
  const c = sql(alias);
  const isHiddenFor = user
    ? sql`${c}.hidden_at is not null and ${c}.author_id is distinct from ${user.id} and not ${user.is_staff}`
    : sql`${c}.hidden_at is not null`;
  return sql`(${c}.deleted_at is null and not (${isHiddenFor}))`;
}

function columns(sql: Sql, user: Person) {
  return sql`c.id, c.parent_id, c.author_id, c.text, c.form, c.created_at, c.edited_at, c.deleted_at, c.hidden_at, c.pinned_at,
    u.username, u.is_staff, ${reactionsColumn(sql, user?.id ?? null)}`;
}

interface Row {
  id: string;
  parent_id: string | null;
  author_id: string | null;
  text: string;
  form: CommentForm;
  created_at: string;
  edited_at: string | null;
  deleted_at: string | null;
  hidden_at: string | null;
  pinned_at: string | null;
  username: string | null;
  is_staff: boolean | null;
  reactions: ReactionsColumn;
}

function toComment(row: Row, user: Person): Comment {
  const mine = user !== null && row.author_id !== null && Number(row.author_id) === user.id;
  const isReadable = row.deleted_at === null && (row.hidden_at === null || mine || user?.is_staff === true);
  const words = isReadable
    ? {
        text: row.text,
        form: row.form,
        ...(row.form === "markdown" && { blocks: readMarkdown(row.text) }),
        author: row.username,
        by_staff: row.is_staff === true,
        edited_at: row.edited_at && toInstant(row.edited_at),
        ...(row.reactions && { reactions: toEmojiCounts(row.reactions) }),
      }
    : { text: "", form: "plain" as const, author: null, by_staff: false, edited_at: null };
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

/** Converts a time from PostgreSQL's format to ISO 8601. */
function toInstant(timestamp: string): string {
  return new Date(timestamp).toISOString();
}
