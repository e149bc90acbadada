import type { Sql } from "@daymark/db/connection/client";
import type { requestSimilarOutput } from "@daymark/domain/community/feature-request";
import type { Category, RequestStatus } from "@daymark/domain/community/request-kind";
import type * as z from "zod/mini";
import type { Reader } from "../thread/source.ts";
import { isVisible } from "./source.ts";

type Similar = z.infer<typeof requestSimilarOutput>["results"];

const resultsMax = 5;
/** So many of the nearest titles are looked at closely. */
const nearestMax = 30;
/** Words that are looked for; a title has rarely more. */
const wordsMax = 10;
/** Shorter ones are in every other title. */
const wordLengthMin = 4;
/** Of 0 to 1. One word at least is found so well: another form of it, or misspelt. */
const wordScoreMin = 0.6;
/** And the whole so well: below it titles have little but a common word in common. */
const scoreMin = 0.35;

/**
 * Requests that the caller may see with a title like this one, best first: by trigrams, so that it matters neither how a
 * word ends nor in which language it is. While somebody is typing the last word is the beginning of one.
 *
 * The index gives the titles that are nearest to the whole text, or have a part that is; they are then ordered by how
 * well its words are found on average, or the whole is.
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

/** The distinct words that say something; where none is long enough, those there are. */
function wordsOf(text: string): string[] {
  const words = [...new Set(text.match(/[\p{L}\p{N}’'-]+/gu))];
  const long = words.filter((word) => word.length >= wordLengthMin);
  return (long.length > 0 ? long : words.filter((word) => word.length > 1)).slice(0, wordsMax);
}
