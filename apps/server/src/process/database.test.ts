import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { createTestDatabase } from "@daymark/db/testing";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { acceptsIdleTimeout, assertDatabase } from "./database.ts";

const database = await createTestDatabase();
const latin = `${new URL(database.url).pathname.slice(1)}_latin`;
await database.sql.unsafe(`create database ${latin} template template0 encoding 'LATIN1' locale 'C'`);
afterAll(async () => {
  await database.sql.unsafe(`drop database ${latin} with (force)`);
  await database.drop();
});

const at = (name: string) => Object.assign(new URL(database.url), { pathname: `/${name}` }).href;

test("a usable database is accepted, and its role returned", async () => {
  await expect(assertDatabase(database.url, "DATABASE_URL")).resolves.toEqual({ role: "daymark" });
});

test.each(["DATABASE_URL", "DATABASE_DIRECT_URL"] as const)(
  "an error about a database names the variable %s and the problem",
  async (name) => {
    await expect(assertDatabase(at("nobody_made_it"), name)).rejects.toThrow(
      `${name} names a database that cannot be reached (3D000): check that it is running and that the password is right.`,
    );
    await expect(assertDatabase(at(latin), name)).rejects.toThrow(
      `${name} names a database in LATIN1: create one with the encoding UTF8.`,
    );
  },
);

/** Answers each startup message as PgBouncer 1.18 answers one that it refuses. */
async function openPooler(message: string): Promise<string> {
  const text = Buffer.from(`${["SFATAL", "C08P01", `M${message}`, ""].join("\0")}\0`);
  const head = Buffer.from([69, 0, 0, 0, text.length + 4]);
  const pooler = createServer((socket) => {
    socket.once("data", () => socket.end(Buffer.concat([head, text])));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void pooler.close());
  await once(pooler, "listening");
  return `postgres://daymark@127.0.0.1:${(pooler.address() as AddressInfo).port}/daymark`;
}

test("connections begin with the timeout of idle transactions, unless a pooler refuses it by name", async () => {
  expect(await acceptsIdleTimeout(database.url, "DATABASE_URL")).toBe(true);
  const refusal = await openPooler("unsupported startup parameter: idle_in_transaction_session_timeout");
  expect(await acceptsIdleTimeout(refusal, "DATABASE_URL")).toBe(false);
});

test("another error ends the start, so that no node runs without the timeout by accident", async () => {
  const busy = await openPooler("query_wait_timeout");
  await expect(acceptsIdleTimeout(busy, "DATABASE_URL")).rejects.toThrow(
    "DATABASE_URL names a database that cannot be reached (08P01): check that it is running and that the password is right.",
  );
});
