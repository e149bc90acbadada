import type { Sql } from "@daymark/db/connection/client";

const tables = ["users", "sessions", "habits", "habit_targets", "progress", "notes", "reminders", "vacations"] as const;

export type RowBytes = Record<string, number>;

/** Gives each user without a note a note of 60 characters, a reminder, a vacation and a session. */
export async function growRest(sql: Sql): Promise<void> {
  const [{ last } = { last: 0 }] = await sql<{ last: number }[]>`
    select coalesce(max(user_id), 0)::int as last from notes`;
  await sql`insert into notes (user_id, text) select id, repeat('A note. ', 8) from users where id > ${last}`;
  await sql`
    insert into reminders (user_id, habit_id, minute, next_at)
    select user_id, min(id), 540, now() + interval '1 year' from habits where user_id > ${last} group by user_id`;
  await sql`
    insert into vacations (user_id, from_day, to_day) select id, '2026-07-01', '2026-07-14' from users where id > ${last}`;
  await sql`
    insert into sessions (id, user_id, expires_at, fresh_until)
    select md5(id::text) || md5('s' || id), id, now() + interval '30 days', now() from users where id > ${last}`;
  await sql`vacuum analyze`;
}

/** The bytes of a row of each table, including its share of all indexes. */
export async function measureRowBytes(sql: Sql): Promise<RowBytes> {
  const [{ has_citus: hasCitus } = { has_citus: false }] = await sql<{ has_citus: boolean }[]>`
    select exists (select from pg_extension where extname = 'citus') as has_citus`;
  const distributed = hasCitus
    ? await sql<
        { name: string }[]
      >`select table_name::text as name from citus_tables where citus_table_type = 'distributed'`
    : [];
  const bytes: RowBytes = {};
  for (const table of tables) {
    const isDistributed = distributed.some(({ name }) => name === table);
    const [row] = await sql<{ bytes: number }[]>`
      select ${isDistributed ? sql`citus_total_relation_size(${table}::regclass)` : sql`pg_total_relation_size(${table}::regclass)`}::float
        / (select greatest(count(*), 1) from ${sql(table)}) as bytes`;
    bytes[table] = Math.round(row?.bytes ?? 0);
  }
  return bytes;
}
