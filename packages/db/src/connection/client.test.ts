import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../testing.ts";
import { createDatabase, type Sql } from "./client.ts";

const { sql, url, drop } = await createTestDatabase();
afterAll(drop);

test("a connection lost in a transaction fails only that transaction, and the client can be closed", async () => {
  const client = createDatabase(url, { max: 1 });
  await client.sql`create table kept (id int)`;
  const lost = client.sql.begin(async (transaction) => {
    await transaction`insert into kept values (1)`;
    const [row] = await transaction`select pg_backend_pid() as pid`;
    await sql`select pg_terminate_backend(${row?.pid}::int)`;
    // Writes on the dead connection repeatedly: such a write used to end the whole process.
    for (;;) await transaction`insert into kept values (2)`;
  });
  await expect(lost).rejects.toThrow(/CONNECTION_CLOSED|terminating connection|ECONNRESET|EPIPE/);
  expect(await client.sql`select * from kept`).toEqual([]);
  await client.sql.end();
});

test("a client that lost its connection during a query can be closed at once", async () => {
  const client = createDatabase(url, { max: 1 });
  const [row] = await client.sql`select pg_backend_pid() as pid`;
  const waiting = client.sql`select pg_sleep(60)`.catch((error: Error) => error);
  await sql`select pg_terminate_backend(${row?.pid}::int)`;
  expect(await waiting).toBeInstanceOf(Error);
  await client.sql.end();
});

test("a connection without prepared statements sends one statement at a time; otherwise it sends several", async () => {
  // A pooler takes the connection away at the answer, so a statement that the client sent meanwhile is never answered.
  const asked = async (prepare: boolean) => {
    const watch = await watchDatabase();
    const client = createDatabase(watch.url, { max: 1, prepare });
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => [client.sql`select 1`, client.sql`select ${index}::int`]).flat(),
    );
    await client.sql.begin((transaction) => Promise.all([transaction`select 1`, transaction`select ${1}::int`]));
    await client.sql.end();
    return watch.most();
  };
  expect(await asked(false)).toBe(1);
  expect(await asked(true)).toBeGreaterThan(1);
});

describe("a transaction has its connection to itself", () => {
  /** The id of the transaction in which the connection's next statement runs; null if there is none. */
  const transactionOf = (client: Sql) =>
    client<{ id: string | null }[]>`select pg_current_xact_id_if_assigned()::text as id`.execute();
  const begin = (client: Sql) => client.begin((transaction) => transaction`select pg_current_xact_id()::text as id`);

  test.each([1, 99, 100, 101, 150])("with %d statements queued before it", async (count) => {
    const client = createDatabase(url, { max: 1 });
    // The driver sends a prepared statement without waiting for its description.
    await client.sql`select 1`;
    const before = Array.from({ length: count }, () => client.sql`select 1`.execute());
    const inside = begin(client.sql);
    const after = transactionOf(client.sql);
    expect(await inside).toEqual([{ id: expect.any(String) }]);
    expect(await after).toEqual([{ id: null }]);
    expect(await Promise.all(before)).toHaveLength(count);
    await client.sql.end();
  });
});

/**
 * A proxy to the database that counts the statements of a connection without an answer (PostgreSQL, 55.7: each Query
 * and Sync ends in a ReadyForQuery). Any other message before that counts as one more.
 */
async function watchDatabase() {
  const target = new URL(url);
  let most = 0;
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    let open = 0;
    let isWaiting = false;
    readMessages(client, { isStartupFirst: true }, (type) => {
      // The password and the Terminate message.
      if (type === "p" || type === "X") return;
      if (!isWaiting) open += 1;
      most = Math.max(most, open);
      isWaiting = type !== "Q" && type !== "S";
    });
    readMessages(database, { isStartupFirst: false }, (type) => {
      // The first ReadyForQuery ends the log-in and answers no query.
      if (type === "Z") open = Math.max(0, open - 1);
    });
    client.pipe(database).pipe(client);
    for (const socket of [client, database]) socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const watched = new URL(url);
  watched.hostname = "127.0.0.1";
  watched.port = String((server.address() as AddressInfo).port);
  return { url: watched.href, most: () => most };
}

/**
 * Calls `onMessage` with each message's type (PostgreSQL, 55.7). A client's first message has no type and is skipped.
 */
function readMessages(socket: Socket, options: { isStartupFirst: boolean }, onMessage: (type: string) => void) {
  let isStartup = options.isStartupFirst;
  let rest = Buffer.alloc(0);
  socket.on("data", (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      const head = isStartup ? 0 : 1;
      if (rest.length < head + 4) return;
      const end = head + rest.readUInt32BE(head);
      if (rest.length < end) return;
      if (!isStartup) onMessage(String.fromCharCode(rest[0] as number));
      isStartup = false;
      rest = rest.subarray(end);
    }
  });
}
