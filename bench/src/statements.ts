import type { Sql } from "@daymark/db/connection/client";
import type { Request } from "./load.ts";

export interface StatementCount {
  /** Statements per request, including begin and commit, if the server does not know the caller's token yet. */
  firstUse: number;
  /** The same if the server knows the token. */
  known: number;
  /** The statements counted in `known`, as PostgreSQL normalizes them. */
  texts: string[];
}

/** PostgreSQL must load the library when it starts. */
export const statementSettings = { shared_preload_libraries: "pg_stat_statements" };

/** Counting makes each statement a little slower, so it is off during measurements. */
export async function prepareStatementCount(sql: Sql): Promise<void> {
  await sql`create extension if not exists pg_stat_statements`;
  await track(sql, "none");
}

/**
 * Counts the statements of a request in the database.
 *
 * @param sql of a superuser, in the product's database
 * @param requests of different users whose tokens are new
 */
export async function countStatements(sql: Sql, url: string, requests: readonly Request[]): Promise<StatementCount> {
  await track(sql, "top");
  try {
    const firstUse = await count();
    const known = await count();
    return { firstUse: firstUse.each, known: known.each, texts: known.texts };
  } finally {
    await track(sql, "none");
  }

  async function count() {
    await sql`select pg_stat_statements_reset()`;
    for (const request of requests) await send(url, request);
    const rows = await sql<{ query: string; calls: string }[]>`
      select query, sum(calls) calls from pg_stat_statements
      where query not like '%pg_stat_statements%' and query not like '%graphile_worker%'
      group by query order by 2 desc`;
    // Timed jobs run a few times at most, so this excludes their statements.
    const caused = rows.filter((row) => Number(row.calls) >= requests.length / 2);
    const calls = caused.reduce((sum, row) => sum + Number(row.calls), 0);
    return { each: calls / requests.length, texts: caused.map((row) => row.query.replaceAll(/\s+/g, " ")) };
  }
}

/** The server keeps its connections open, so a session setting would not reach it. */
async function track(sql: Sql, level: "none" | "top") {
  await sql.unsafe(`alter system set "pg_stat_statements.track" = '${level}'`);
  await sql`select pg_reload_conf()`;
  await sql`select pg_sleep(0.2)`;
}

async function send(url: string, request: Request) {
  const answer = await fetch(url + request.path, {
    method: request.method ?? "GET",
    headers: request.headers as Record<string, string>,
    ...(request.body && { body: request.body as string }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${request.method} ${request.path} answered ${answer.status}: ${text}`);
}
