import type { Sql } from "@daymark/db/connection/client";
import type { requestSimilarOutput } from "@daymark/domain/community/feature-request";
import type { Category, RequestStatus } from "@daymark/domain/community/request-kind";
import type * as z from "zod/mini";
import type { Reader } from "../thread/source.ts";
import { isVisible } from "./source.ts";

type Similar = z.infer<typeof requestSimilarOutput>["results"];

const resultsMax = 5;
/** How many of the nearest titles are compared in detail. */
const nearestMax = 30;
/** How many words are searched; a title rarely has more. */
const wordsMax = 10;
/** Shorter words are too common. */
const wordLengthMin = 4;
/** From 0 to 1: at least one word must match this well, as another form or with a spelling mistake. */
const wordScoreMin = 0.6;
/** The whole title must match this well: below it titles share little but a common word. */
const scoreMin = 0.35;

/**
 * Requests that the caller may see and whose title resembles this one, best first. It compares trigrams, so neither the
 * ending of a word nor the language matters. While the user types, the last word is a prefix.
 *
 * The index returns the titles nearest to the whole text, or with a part near to it. They are then sorted by the
 * average match of the words, or by the match of the whole.
 */
export async function listSimilar(sql: Sql, reader: Pick<Reader, "caller">, title: string): Promise<Similar> {
  const text = title.trim().toLowerCase();
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const nearest = (order: ReturnType<Sql>) => sql`(
    select f.id from feature_requests f where ${isVisible(sql, reader)} order by ${order} limit ${nearestMax}
  )`;
  const rows = await sql<Row[]>`
    select id, title, status, category, likes from (
      select f.id, f.title, f.status, f.category, t.likes, word.best,
        greatest(similarity(${text}, lower(f.title)), word.mean) as score
      from (${nearest(sql`${text} <<-> lower(f.title)`)} union ${nearest(sql`lower(f.title) <-> ${text}`)}) near
      join feature_requests f on f.id = near.id
      join threads t on t.id = f.thread_id
      cross join lateral (
        select max(word_similarity(word, lower(f.title))) as best, avg(word_similarity(word, lower(f.title))) as mean
        from unnest(${words}::text[]) word
      ) word
    ) as found
    where best >= ${wordScoreMin} and score >= ${scoreMin}
    order by score desc, likes desc, id desc
    limit ${resultsMax}`;
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

interface Row {
  id: string;
  title: string;
  status: RequestStatus;
  category: Category;
  likes: number;
}

/** The distinct words that are long enough; if there are none, all words. */
function wordsOf(text: string): string[] {
  const words = [...new Set(text.match(/[\p{L}\p{N}’'-]+/gu))];
  const long = words.filter((word) => word.length >= wordLengthMin);
  return (long.length > 0 ? long : words.filter((word) => word.length > 1)).slice(0, wordsMax);
}
