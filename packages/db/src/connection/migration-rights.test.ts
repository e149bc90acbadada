import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { afterAll, expect, inject, test } from "vitest";
import { migrateDatabase } from "./migrate.ts";

const cleanUps: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});

/**
 * A database of another owner: the role may connect, and nothing more.
 *
 * @param statements run there as the administrator; `$role` and `$database` stand for both names
 */
async function lendDatabase(...statements: string[]) {
  const name = `lent_${randomBytes(6).toString("hex")}`;
  const role = `${name}_app`;
  const cluster = postgres(inject("databaseUrl"), { max: 1, onnotice: () => {} });
  await cluster.unsafe(`create role ${role} login password 'secret' nosuperuser nocreatedb nocreaterole`);
  await cluster.unsafe(`create database ${name}`);
  const adminUrl = Object.assign(new URL(inject("databaseUrl")), { pathname: `/${name}` });
  const admin = postgres(adminUrl.href, { max: 1, onnotice: () => {} });
  const run = async (all: readonly string[]) => {
    for (const each of all) await admin.unsafe(each.replaceAll("$role", role).replaceAll("$database", name));
  };
  cleanUps.push(async () => {
    await admin.end();
    await cluster.unsafe(`drop database ${name} with (force)`);
    await cluster.unsafe(`drop role ${role}`);
    await cluster.end();
  });
  await run(["revoke all on schema public from public", `revoke temporary on database ${name} from public`]);
  await run(statements);
  const url = Object.assign(new URL(adminUrl), { username: role, password: "secret" }).href;
  return { url, role, name, admin, run };
}

const asTold = [
  "create schema drizzle authorization $role",
  "create schema graphile_worker authorization $role",
  "grant usage, create on schema public to $role",
  "create extension pg_trgm",
];

test("a role without rights gets the statements that an administrator must run, and then migrates", async () => {
  const { url, role, name, run } = await lendDatabase();
  const refusal: Error = await migrateDatabase(url).then(
    () => new Error("migrated"),
    (error) => error,
  );
  const statements = asTold.map((statement) => statement.replace("$role", role));
  expect(refusal).toMatchObject({
    name: "StartError",
    message: `The role ${role} lacks rights in the database ${name}: have its administrator run this in it once: ${statements.join("; ")};`,
  });
  await run(statements);
  await migrateDatabase(url);
});

test("a role that owns only its schemas can migrate repeatedly and add jobs", async () => {
  const { url, role, admin } = await lendDatabase(...asTold);
  await migrateDatabase(url);
  await migrateDatabase(url);
  expect(await admin`select has_database_privilege(${role}, current_database(), 'create') as may_create`).toEqual([
    { may_create: false },
  ]);
  const sql = postgres(url, { max: 1 });
  await sql`select graphile_worker.add_job('send_mail', '{"mail_id": 1}')`;
  expect(await sql`select count(*)::int as count from graphile_worker.jobs`).toEqual([{ count: 1 }]);
  await sql.end();
});

test("an installation starts after its role lost the right to create schemas", async () => {
  const { url, run } = await lendDatabase(
    "grant create on database $database to $role",
    "grant usage, create on schema public to $role",
  );
  await migrateDatabase(url);
  await run(["revoke create on database $database from $role"]);
  await migrateDatabase(url);
});

test("one statement fixes the search path for a schema with the role's name and an extension in another schema", async () => {
  const { url, role, name, run } = await lendDatabase(
    ...asTold.slice(0, 3),
    "create schema $role authorization $role",
    "create schema extensions",
    "grant usage on schema extensions to $role",
    "create extension pg_trgm schema extensions",
  );
  const told = `alter role ${role} in database ${name} set search_path = public, extensions`;
  await expect(migrateDatabase(url)).rejects.toThrow(`once: ${told};`);
  await run([told]);
  await migrateDatabase(url);
});

test("if the owner cannot grant a schema to the serving role, the error names the grant statement", async () => {
  const { url, name, admin, run } = await lendDatabase(...asTold);
  const serving = `${name}_serves`;
  await run([`create role ${serving} login password 'secret'`]);
  const dropRole = () => run([`drop owned by ${serving}`, `drop role ${serving}`]);
  cleanUps.push(dropRole);
  const told = `grant usage on schema public to ${serving}`;
  await expect(migrateDatabase(url, { servingRole: serving })).rejects.toThrow(
    `The role ${serving} lacks rights in the database ${name}: have its administrator run this in it once: ${told};`,
  );
  await admin.unsafe(told);
  await migrateDatabase(url, { servingRole: serving });
  const sql = postgres(Object.assign(new URL(url), { username: serving }).href, { max: 1 });
  expect(await sql`select count(*)::int as count from users`).toEqual([{ count: 0 }]);
  await sql`select graphile_worker.add_job('send_mail', '{"mail_id": 1}')`;
  await sql.end();
});
