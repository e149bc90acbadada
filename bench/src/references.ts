import { fileURLToPath } from "node:url";
import { createDatabase, type Sql } from "@daymark/db/connection/client";
import { type RunningServer, startProcess } from "@daymark/web/e2e/stage/server-process";
import type { ReferenceName } from "./operations.ts";
import { fillDays, type Person } from "./people.ts";

const database = "reference";

/**
 * Starts each reference in a separate process on the product's PostgreSQL. The upserts use another database with a
 * table like the product's and as many rows, but without foreign keys and checks. The month reads the product's tables.
 */
export async function startReferences(sql: Sql, url: string, people: readonly Person[], days: readonly string[]) {
  await sql`create database ${sql(database)}`;
  const ownUrl = new URL(url);
  ownUrl.pathname = `/${database}`;
  const own = createDatabase(ownUrl.href, { max: 1 });
  await own.sql`
    create table progress (
      user_id bigint not null,
      habit_id bigint not null,
      day date not null,
      value smallint,
      unit text not null,
      skipped boolean not null default false,
      note text,
      primary key (user_id, habit_id, day)
    )`;
  const habits = people.flatMap((person) => person.habits.map((habit) => ({ user: person.id, habit })));
  await fillDays(own.sql, habits, days.at(-1) as string, days.length);
  await own.sql`vacuum analyze`;
  await own.sql.end();

  const started = new Map<ReferenceName, RunningServer>();
  const start = async (name: ReferenceName, file: string, databaseUrl: string) => {
    const entry = fileURLToPath(new URL(`references/${file}`, import.meta.url));
    started.set(name, await startProcess({ entry, readyPath: "/", env: { DATABASE_URL: databaseUrl } }));
  };
  await start("bare JSON", "json.ts", url);
  await start("bare upsert", "rest-upsert.ts", ownUrl.href);
  await start("bare tRPC upsert", "trpc-upsert.ts", ownUrl.href);
  await start("bare month", "month.ts", url);
  return {
    urls: Object.fromEntries([...started].map(([name, running]) => [name, running.url])) as Record<
      ReferenceName,
      string
    >,
    stop: async () => {
      for (const running of started.values()) await running.stop();
    },
  };
}
