import { createDatabase, type Sql } from "@daymark/db/connection/client";
import { startEmbedded } from "@daymark/db/embedded/embedded";
import type { Place } from "../e2e/product.ts";

/** Tables that a running product changes by itself, and at each request. */
const ownTables = ["nodes", "node_samples", "statistics_days", "statistics_cohorts", "statistics_state"];
const ownColumns = ["last_active_at"];

/** The columns of each table. */
export type Columns = Record<string, string[]>;

/** Opens the database of a place while no product runs in it. */
export async function withDatabase<T>(place: Place, work: (sql: Sql) => Promise<T>): Promise<T> {
  const { ownerUrl, stop } = await startEmbedded({ dataDirectory: place.directory });
  const { sql } = createDatabase(ownerUrl, { max: 2 });
  try {
    return await work(sql);
  } finally {
    await sql.end();
    await stop();
  }
}

export async function listColumns(sql: Sql): Promise<Columns> {
  const rows = await sql<{ name: string; columns: string[] }[]>`
    select table_name::text as name, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns where table_schema = 'public' and column_name <> all(${ownColumns})
    group by table_name order by table_name`;
  return Object.fromEntries(rows.filter(({ name }) => !ownTables.includes(name)).map((row) => [row.name, row.columns]));
}

/** For each table, the number of rows and a sum over the hashes of these columns. */
export async function readFingerprints(sql: Sql, columns: Columns): Promise<Record<string, unknown>> {
  const fingerprints: Record<string, unknown> = {};
  for (const [name, list] of Object.entries(columns)) {
    const row = `row(${list.map((column) => `"${column}"`).join(", ")})::text`;
    const [read] = await sql.unsafe(
      `select count(*)::int as rows, coalesce(sum(hashtextextended(${row}, 0)), 0)::text as hash from public."${name}"`,
    );
    fingerprints[name] = { ...read };
  }
  return fingerprints;
}

/** Records a million days: 2,000 in each of ten habits of 50 users. */
export async function recordMillionDays(sql: Sql): Promise<void> {
  await sql`
    insert into users (username, email, email_verified)
    select 'walker_' || n, 'walker_' || n || '@example.org', true from generate_series(1, 50) as n`;
  await sql`
    insert into habits (user_id, title, type, unit, hue, position, created_on)
    select id, 'Звичка ' || n, 'good', 'repetitions', 45, n, date '2020-01-01'
    from users cross join generate_series(1, 10) as n where username like 'walker%'`;
  await sql`
    insert into habit_targets (user_id, habit_id, from_day, target)
    select user_id, id, created_on, 10 from habits where title like 'Звичка%'`;
  await sql`
    insert into progress (user_id, habit_id, day, value, unit, note)
    select user_id, id, date '2020-01-01' + n, 1 + (id + n) % 20, 'repetitions', case when n % 50 = 0 then 'Їжак ' || n end
    from habits cross join generate_series(0, 1999) as n where title like 'Звичка%'`;
}
