import { afterAll, expect, test } from "vitest";
import { createDatabase } from "./client.ts";
import { createTestDatabase } from "./testing.ts";

const { sql, url, drop } = await createTestDatabase();
afterAll(drop);

test("a connection lost in a transaction fails that transaction alone, and the client can be closed", async () => {
  const client = createDatabase(url, { max: 1 });
  await client.sql`create table kept (id int)`;
  const lost = client.sql.begin(async (transaction) => {
    await transaction`insert into kept values (1)`;
    const [row] = await transaction`select pg_backend_pid() as pid`;
    await sql`select pg_terminate_backend(${row?.pid})`;
    // Writes on the dead connection again and again: one of them used to end the whole process.
    for (;;) await transaction`insert into kept values (2)`;
  });
  await expect(lost).rejects.toThrow(/CONNECTION_CLOSED|terminating connection|ECONNRESET|EPIPE/);
  expect(await client.sql`select * from kept`).toEqual([]);
  await client.sql.end();
});

test("a client whose connection was lost under a query can be closed at once", async () => {
  const client = createDatabase(url, { max: 1 });
  const [row] = await client.sql`select pg_backend_pid() as pid`;
  const waiting = client.sql`select pg_sleep(60)`.catch((error: Error) => error);
  await sql`select pg_terminate_backend(${row?.pid})`;
  expect(await waiting).toBeInstanceOf(Error);
  await client.sql.end();
});
