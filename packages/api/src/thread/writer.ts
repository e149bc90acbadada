import type { Sql } from "@daymark/db/connection/client";
import { accountNewDays, linksOfNewMax } from "@daymark/domain/base/bounds";
import type { FieldErrors } from "@daymark/domain/base/validation";
import { linkCount } from "@daymark/domain/community/thread";
import { ApiError } from "../base/error.ts";
import { limit } from "../procedure/rate-limit.ts";
import { isBanned, type Writer } from "./source.ts";

const dayMilliseconds = 86_400_000;

/** The rate limits by kind of content. */
const limitNames = {
  comment: { known: "comment", new: "new_account_comment" },
  feature_request: { known: "feature_request", new: "new_account_feature_request" },
  change: { known: "change", new: "change" },
} as const;

type Texts = Readonly<Record<string, string | undefined>>;

/**
 * Checks that a user may write public content. A new account may include few links, and write little in an hour; admins
 * have no limits. It must not run in a transaction, because the counters use their own connections.
 *
 * @param texts the written texts, by the input member that contains them
 * @param counted the kind of content; absent if it has its own counter
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
 * @param texts the written texts, by the input member that contains them
 * @param kept the text that stays beside it
 * @throws ApiError validation_failed (links_too_many)
 */
export async function requireFewLinks(sql: Sql, ctx: Writer, texts: Texts, kept: string): Promise<void> {
  if (ctx.user.is_staff) return;
  const { date_joined } = await readStanding(sql, ctx);
  if (isNewAccount(ctx, date_joined)) refuseManyLinks(texts, kept);
}

/**
 * Whether a user may write, and since when their account exists.
 *
 * @throws ApiError session_terminated if the user was deleted
 */
export async function readStanding(sql: Sql, ctx: Writer): Promise<{ banned: boolean; date_joined: string }> {
  const [row] = await sql<{ banned: boolean; date_joined: string }[]>`
    select ${isBanned(sql, ctx)} as banned, date_joined from users where id = ${ctx.user.id}`;
  // The user was deleted after the guard's check.
  if (!row) throw new ApiError("session_terminated");
  return row;
}

function isNewAccount({ now }: Pick<Writer, "now">, dateJoined: string): boolean {
  return now() - Date.parse(dateJoined) < accountNewDays * dayMilliseconds;
}

/**
 * Counts all texts together: two links in the title count like two in the details. A change without links is accepted,
 * because an admin may have added links to the stored text.
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
