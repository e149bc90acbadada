import { createTestDatabase } from "@daymark/db/testing";
import { afterAll, expect, test } from "vitest";
import { assertDatabase } from "./database.ts";

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
