import type { Sql } from "@daymark/db/connection/client";
import type { AuditDetail, Audited, AuditFilter } from "@daymark/domain/operator/audit";
import { idPlace, readCursor, rowsOfPage, toPage } from "../base/pagination.ts";
import { writeTable } from "../export/csv.ts";
import { mapPages, pageRowsMax } from "../export/pages.ts";
import type { Services } from "../procedure/context.ts";

/**
 * One page of the trail, newest first.
 *
 * @throws ApiError invalid_cursor
 */
export async function listAudited(
  { replica }: Pick<Services, "replica">,
  { limit, cursor, ...filter }: AuditFilter & { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ results: Audited[]; next: string | null }> {
  const place = readCursor(idPlace, cursor);
  const rows = await select(replica.$client, filter, place?.[0], rowsOfPage(limit));
  const page = toPage(rows, limit, ({ id }) => [Number(id)]);
  return { results: page.results.map(toAudited), next: page.next };
}

/** The largest number of rows in a file for a spreadsheet. */
const fileRowsMax = 50_000;

/**
 * Writes the newest rows that match the filter as a CSV file, newest first. A cursor reads them, so that one page of rows
 * is in memory at a time.
 *
 * @param sql a snapshot, which has to last until all pages are read
 */
export function writeAuditFile(sql: Sql, filter: AuditFilter): AsyncIterable<Uint8Array> {
  const pages = select(sql, filter, undefined, fileRowsMax).cursor(pageRowsMax);
  return writeTable({
    columns: ["id", "at", "actor", "action", "target", "details", "outcome"],
    rows: mapPages(pages, (row) => ({ ...toAudited(row), details: JSON.stringify(row.details) })),
  });
}

/**
 * Filters are parameters, because each connection keeps every statement text that it received. Only the actor and the
 * target have their own texts, since each has an index.
 */
function select(
  sql: Sql,
  { actor, action = "", target, outcome, from, to }: AuditFilter,
  before: number | undefined,
  count: number,
) {
  const any = sql`true`;
  return sql<Row[]>`
    select a.id, a.at, u.username as actor, a.action, a.target, t.username as target_name, a.details, a.outcome
    from admin_actions a
      left join users u on u.id = a.actor_id
      left join users t on t.id = substring(a.target from '^user ([0-9]{1,15})$')::bigint
    where ${actor ? sql`a.actor_id = (select id from users where lower(username) = lower(${actor}))` : any}
      and ${target ? sql`a.target = ${target}` : any}
      and starts_with(a.action, ${action})
      and case ${outcome ?? ""}
        when 'done' then a.outcome = 'done'
        when 'refused' then a.outcome <> 'done'
        when 'unfinished' then a.outcome is null
        else true
      end
      and a.at >= ${from ?? "-infinity"}::date::timestamp at time zone 'UTC'
      and a.at < (${to ?? "infinity"}::date + 1)::timestamp at time zone 'UTC'
      and a.id < ${before ?? Number.MAX_SAFE_INTEGER}
    order by a.id desc
    limit ${count}`;
}

interface Row {
  id: string;
  at: string;
  actor: string | null;
  action: string;
  target: string | null;
  target_name: string | null;
  details: Record<string, AuditDetail>;
  outcome: string | null;
}

function toAudited(row: Row): Audited {
  return { ...row, id: Number(row.id), at: new Date(row.at).toISOString() };
}
