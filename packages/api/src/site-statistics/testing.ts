import type { Sql } from "@daymark/db/connection/client";

/** Rolled-up days as `day measure label` → amount, of one measure or of all. */
export async function readRolledUp(sql: Sql, measure?: string): Promise<Record<string, number>> {
  const rows = await sql<{ key: string; amount: string }[]>`
    select concat_ws(' ', day::text, ${measure === undefined ? sql`measure,` : sql``} nullif(label, '')) as key, amount
    from statistics_days ${measure === undefined ? sql`` : sql`where measure = ${measure}`} order by 1`;
  return Object.fromEntries(rows.map(({ key, amount }) => [key, Number(amount)]));
}
