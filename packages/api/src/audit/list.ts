import type { Sql } from "@daymark/db/client";
import type { AuditDetail, Audited, AuditFilter } from "@daymark/domain/audit";
import { byteOrderMark, writeCsvLine } from "@daymark/domain/csv";
import type { Context } from "../context.ts";
import { idPlace, readCursor, rowsOfPage, toPage } from "../page.ts";

type Reading = Pick<Context, "replica">;

/**
 * One page of the trail, newest first.
 *
 * @throws ApiError invalid_cursor
 */
export async function listAudited(
  ctx: Reading,
  { limit, cursor, ...filter }: AuditFilter & { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ results: Audited[]; next: string | null }> {
  const place = readCursor(idPlace, cursor);
  const page = toPage(await select(ctx, filter, place?.[0] ?? null, rowsOfPage(limit)), limit, ({ id }) => [
    Number(id),
  ]);
  return { results: page.results.map(toAudited), next: page.next };
}

/** Of a file that is opened in a spreadsheet. */
const fileRowsMax = 50_000;

/** The newest of what is looked for as a CSV file, newest first. */
export async function writeAuditFile(ctx: Reading, filter: AuditFilter): Promise<Uint8Array<ArrayBuffer>> {
  const rows = (await select(ctx, filter, null, fileRowsMax)).map(toAudited);
  const lines = rows.map(({ id, at, actor, action, target, details, outcome }) =>
    writeCsvLine([id, at, actor, action, target, JSON.stringify(details), outcome]),
  );
  const head = writeCsvLine(["id", "at", "actor", "action", "target", "details", "outcome"]);
  return new TextEncoder().encode(`${byteOrderMark}${head}${lines.join("")}`);
}

function select({ replica }: Reading, filter: AuditFilter, before: number | null, count: number): Promise<Row[]> {
  const sql = replica.$client;
  return sql<Row[]>`
    select a.id, a.at, u.username as actor, a.action, a.target, t.username as target_name, a.details, a.outcome
    from admin_actions a
      left join users u on u.id = a.actor_id
      left join users t on t.id = substring(a.target from '^user ([0-9]{1,15})$')::bigint
    where ${conditionOf(sql, filter)} and ${before === null ? sql`true` : sql`a.id < ${before}`}
    order by a.id desc
    limit ${count}`;
}

function conditionOf(sql: Sql, { actor, action, target, outcome, from, to }: AuditFilter) {
  const parts = [
    ...(actor ? [sql`a.actor_id = (select id from users where lower(username) = lower(${actor}))`] : []),
    ...(action ? [sql`starts_with(a.action, ${action})`] : []),
    ...(target ? [sql`a.target = ${target}`] : []),
    ...(outcome === "done" ? [sql`a.outcome = 'done'`] : []),
    ...(outcome === "refused" ? [sql`a.outcome <> 'done'`] : []),
    ...(outcome === "unfinished" ? [sql`a.outcome is null`] : []),
    ...(from ? [sql`a.at >= ${from}::date::timestamp at time zone 'UTC'`] : []),
    ...(to ? [sql`a.at < (${to}::date + 1)::timestamp at time zone 'UTC'`] : []),
  ];
  return parts.reduce((all, part) => sql`${all} and ${part}`, sql`true`);
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
