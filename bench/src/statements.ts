import type { Sql } from "@daymark/db/connection/client";
import type { Request } from "./load.ts";

export interface StatementCount {
  /** Statements a request, begin and commit included, where the server has not seen the caller's token yet. */
  firstUse: number;
  /** The same for a token it knows. */
  known: number;
  /** The texts behind `known`, as PostgreSQL normalises them. */
  texts: string[];
}

/** PostgreSQL must have loaded the library at its start. */
export const statementSettings = { shared_preload_libraries: "pg_stat_statements" };

/** Counting costs a little on every statement, so it is off while anything is measured. */
export async function prepareStatementCount(sql: Sql): Promise<void> {
  await sql`create extension if not exists pg_stat_statements`;
  await track(sql, "none");
}

/**
 * How many statements a request costs, as the database saw them.
 *
 * @param sql of a superuser, in the product's database
 * @param requests one each of different people whose tokens are new
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
    // What runs on its own clock, whatever is asked, happens a few times at most.
    const caused = rows.filter((row) => Number(row.calls) >= requests.length / 2);
    const calls = caused.reduce((sum, row) => sum + Number(row.calls), 0);
    return { each: calls / requests.length, texts: caused.map((row) => row.query.replaceAll(/\s+/g, " ")) };
  }
}

/** The server keeps its connections, so a setting of the session would not reach it. */
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
