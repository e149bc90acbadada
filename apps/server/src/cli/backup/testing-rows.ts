import type { Sql } from "@daymark/db/connection/client";

/** Every row of every table, in no order, formatted by PostgreSQL. */
export async function readRows(sql: Sql) {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`;
  const rows: Record<string, unknown> = {};
  for (const { name } of tables) {
    const [row] = await sql.unsafe(
      `select count(*)::int, md5(string_agg(t::text, '' order by t::text collate "C")) from ${name} as t`,
    );
    rows[name] = { ...row };
  }
  return rows;
}
