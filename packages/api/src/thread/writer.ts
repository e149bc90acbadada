import type { Sql } from "@daymark/db/connection/client";
import type { FieldErrors } from "@daymark/domain/base/validation";
import { accountNewDays, linkCount, linksOfNewMax } from "@daymark/domain/community/thread";
import { ApiError } from "../base/error.ts";
import { limit } from "../procedure/rate-limit.ts";
import { isBanned, type Writer } from "./source.ts";

const dayMilliseconds = 86_400_000;

/** What is counted, by what is written. */
const limitNames = {
  comment: { known: "comment", new: "new_account_comment" },
  feature_request: { known: "feature_request", new: "new_account_feature_request" },
  change: { known: "change", new: "change" },
} as const;

type Texts = Readonly<Record<string, string | undefined>>;

/**
 * Lets a person write what others read. A new account may bring along few links, and write little in an hour; admins may
 * as they like. Not to be called in a transaction: the counters have connections of their own.
 *
 * @param texts what is written, by the member it is given in
 * @param counted what it is; absent where it has a counter of its own
 * @throws ApiError banned; validation_failed (links_too_many); too_many_requests
 */
export async function requireWriter(ctx: Writer, texts: Texts, counted?: keyof typeof limitNames): Promise<void> {
  const { banned, date_joined } = await readStanding(ctx.db.$client, ctx);
  if (banned) throw new ApiError("banned");
  if (ctx.user.is_staff) return;
  const isNew = isNewAccount(ctx, date_joined);
  if (isNew) refuseManyLinks(texts, "");
  if (counted) await limit(ctx, limitNames[counted][isNew ? "new" : "known"], ctx.user.id);
}

/**
 * Counts the links of a change together with those of the text that the change keeps. It has to run in the transaction
 * that locks the text: otherwise two parallel changes could each add as many links as are allowed.
 *
 * @param texts what is written, by the member it is given in
 * @param kept the text that stays beside it
 * @throws ApiError validation_failed (links_too_many)
 */
export async function requireFewLinks(sql: Sql, ctx: Writer, texts: Texts, kept: string): Promise<void> {
  if (ctx.user.is_staff) return;
  const { date_joined } = await readStanding(sql, ctx);
  if (isNewAccount(ctx, date_joined)) refuseManyLinks(texts, kept);
}

/**
 * Whether somebody may write, and since when they are here.
 *
 * @throws ApiError session_terminated where they are no more
 */
export async function readStanding(sql: Sql, ctx: Writer): Promise<{ banned: boolean; date_joined: string }> {
  const [row] = await sql<{ banned: boolean; date_joined: string }[]>`
    select ${isBanned(sql, ctx)} as banned, date_joined from users where id = ${ctx.user.id}`;
  // Deleted between the guard's look and this one.
  if (!row) throw new ApiError("session_terminated");
  return row;
}

function isNewAccount({ now }: Pick<Writer, "now">, dateJoined: string): boolean {
  return now() - Date.parse(dateJoined) < accountNewDays * dayMilliseconds;
}

/**
 * All texts together: two in the title are as many as two in the details. A change without links is accepted, because an
 * admin may have put more links into the stored text.
 */
function refuseManyLinks(texts: Texts, kept: string): void {
  const counts = Object.entries(texts).map(([field, text]) => ({ field, count: linkCount(text ?? "") }));
  const sum = counts.reduce((total, { count }) => total + count, 0);
  if (sum === 0 || sum + linkCount(kept) <= linksOfNewMax) return;
  const fields: FieldErrors = {};
  for (const { field, count } of counts) {
    if (count > 0) fields[field] = [{ code: "links_too_many", values: { max: linksOfNewMax } }];
  }
  throw new ApiError("validation_failed", { fields });
}
