import type { Sql } from "@daymark/db/connection/client";
import type { ModeratedKind, ReportedThing } from "@daymark/domain/community/moderation";
import { idPlace, readCursor, rowsOfPage, toPage } from "../base/pagination.ts";

/** How many reports of one item are shown: they say the same. */
const reportsShownMax = 20;

/**
 * One page of the items with open reports, the longest waiting first.
 *
 * @throws ApiError invalid_cursor
 */
export async function listReports(
  sql: Sql,
  { limit, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ results: ReportedThing[]; next: string | null }> {
  const place = readCursor(idPlace, cursor);
  const rows = await sql<Row[]>`
    with waiting as (
      select thread_id, comment_id, min(id) as first_id, count(*)::int as count,
        (array_agg(json_build_object(
          'reason', reason, 'details', details, 'created_at', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        ) order by id))[1:${reportsShownMax}] as reports
      from reports where resolved_at is null
      group by thread_id, comment_id
      having min(id) > ${place?.[0] ?? 0}
      order by min(id) limit ${rowsOfPage(limit)}
    )
    select w.first_id, w.count, to_json(w.reports) as reports, t.kind as thread_kind, w.comment_id,
      coalesce(c.text, f.title || E'\\n\\n' || f.details) as text,
      (coalesce(c.hidden_at, case when c.id is null then f.hidden_at end) is not null) as hidden,
      u.username as author, coalesce(f.title, b.title) as title, b.slug as blog_slug, f.id as feature_request_id
    from waiting w
    join threads t on t.id = w.thread_id
    left join comments c on c.id = w.comment_id
    left join feature_requests f on f.thread_id = w.thread_id
    left join lateral (
      select slug, title from blogs where thread_id = w.thread_id order by published_at is null, id limit 1
    ) b on true
    left join users u on u.id = case when w.comment_id is null then f.author_id else c.author_id end
    order by w.first_id`;
  const page = toPage(rows, limit, ({ first_id }) => [Number(first_id)]);
  return { results: page.results.map(toThing), next: page.next };
}

interface Row {
  first_id: string;
  count: number;
  reports: ReportedThing["reports"];
  thread_kind: "blog" | "feature_request";
  comment_id: string | null;
  text: string;
  hidden: boolean;
  author: string | null;
  title: string | null;
  blog_slug: string | null;
  feature_request_id: string | null;
}

function toThing(row: Row): ReportedThing {
  const { comment_id, thread_kind, feature_request_id, text, author, hidden, title, blog_slug, count, reports } = row;
  const kind: ModeratedKind = comment_id === null ? "feature_request" : `${thread_kind}_comment`;
  const requestId = feature_request_id === null ? null : Number(feature_request_id);
  return {
    ...{ kind, id: Number(comment_id ?? feature_request_id), text, author, hidden },
    ...{ title: title ?? "", blog_slug, feature_request_id: requestId, count, reports },
  };
}
