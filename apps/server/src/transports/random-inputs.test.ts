import { appRouter } from "@daymark/api/router";
import { afterAll, describe, expect, test } from "vitest";
import { listOperations, proceduresOf } from "../openapi/operation.ts";
import { createTestHost } from "../testing.ts";
import { createAttacker, createVictim } from "../testing-fuzz.ts";

const host = await createTestHost();
afterAll(host.drop);
/** random-inputs-of-admins.test.ts tests the operations of admins. */
const operations = listOperations(proceduresOf(appRouter))
  .filter(({ guard }) => guard !== "staff" && guard !== "admin")
  .map((operation) => [operation.name, operation] as const);

/** All rows of a user, in every table with a user id. */
async function rowsOf(userId: number): Promise<string> {
  const { sql } = host.database;
  const columns = await sql<{ table_name: string; column_name: string }[]>`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and column_name in ('user_id', 'author_id') order by 1`;
  const tables = await Promise.all(
    columns.map(
      ({ table_name, column_name }) =>
        sql`select * from ${sql(table_name)} where ${sql(column_name)} = ${userId} order by 1, 2`,
    ),
  );
  return JSON.stringify([await sql`select * from users where id = ${userId}`, tables]);
}

/** The logged errors of the server. */
const readFailures = () =>
  host
    .readLogs()
    .split("\n")
    .filter((line) => /"level":"(error|fatal)"/.test(line));

const victim = await createVictim(host);
// The server stores the victim's last activity once a minute. It must not do so during the comparison.
await host.sessions.flush();
const before = await rowsOf(victim.id);
const attacker = await createAttacker(host, victim, { email_verified: true });

describe.each(operations)("%s", (_, operation) => {
  test("any input made from its schema gets our own response, over both transports", () => attacker.try(operation));
});

test("afterwards the other user's rows are unchanged, and no user has more rights", async () => {
  expect(await rowsOf(victim.id)).toBe(before);
  const { sql } = host.database;
  expect(await sql`select 1 from users where is_staff or plan <> 'free'`).toHaveLength(0);
  expect(attacker.served.size).toBeGreaterThan(operations.length / 2);
  expect(readFailures()).toEqual([]);
});
