import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrateDatabase } from "../connection/migrate.ts";
import { findDatabaseUser } from "./database-user.ts";
import { type EmbeddedDatabase, startEmbedded } from "./embedded.ts";
import { ownerRole, passwordFileOf, servingRole } from "./embedded-roles.ts";

const directory = mkdtempSync(join(tmpdir(), "daymark-roles-"));
const clients: postgres.Sql[] = [];
let database: EmbeddedDatabase;
let serving: postgres.Sql;
let owner: postgres.Sql;

function connect(url: string): postgres.Sql {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
  clients.push(sql);
  return sql;
}

async function start(): Promise<void> {
  database = await startEmbedded({ dataDirectory: directory });
  await migrateDatabase(database.ownerUrl, { servingRole });
  [serving, owner] = [connect(database.servingUrl), connect(database.ownerUrl)];
}

async function stop(): Promise<void> {
  await Promise.all(clients.splice(0).map((sql) => sql.end({ timeout: 1 })));
  await database.stop();
}

beforeAll(start);
afterAll(async () => {
  await stop();
  rmSync(directory, { recursive: true, force: true });
});

test.each([
  ["create a table", "create table mine (id int)", "42501"],
  ["create a temporary table", "create temporary table mine (id int)", "42501"],
  ["create a schema", "create schema mine", "42501"],
  ["create a function", "create function mine() returns int language sql as 'select 1'", "42501"],
  ["change a table", "alter table users add column mine int", "42501"],
  ["drop a table", "drop table notes", "42501"],
  ["truncate a table", "truncate notes", "42501"],
  ["disable triggers", "alter table users disable trigger all", "42501"],
  ["read the roles' passwords", "select rolpassword from pg_authid", "42501"],
  ["run a program", "copy notes from program 'true'", "42501"],
  ["write a file", "copy notes to '/tmp/notes'", "42501"],
  ["read a file", "select pg_read_file('PG_VERSION')", "42501"],
  ["change a role", `alter role ${servingRole} superuser`, "42501"],
  ["create a role", "create role mine", "42501"],
  ["become the owner", `set role ${ownerRole}`, "42501"],
  ["become the superuser", "set role daymark", "42501"],
  ["change a server setting", "alter system set fsync = off", "42501"],
  ["delete a migration's row", "delete from drizzle.__drizzle_migrations", "42501"],
])("the serving role cannot %s", async (_, statement, code) => {
  await expect(serving.unsafe(statement)).rejects.toMatchObject({ code });
});

test("the serving role can read and write rows, and add, take and delete jobs", async () => {
  const [user] = await serving`
    insert into users (username, email) values ('olena', 'olena@example.com') returning id`;
  await serving`update users set username = 'olena_k' where id = ${user?.id}`;
  expect(await serving`select username from users`).toEqual([{ username: "olena_k" }]);
  await serving`delete from users where id = ${user?.id}`;
  await serving`select graphile_worker.add_job('send_mail', '{}', queue_name => 'mails')`;
  const taken = await serving`update graphile_worker._private_jobs set attempts = attempts + 1 returning id`;
  expect(taken.length).toBe(1);
  expect(await serving`select task_identifier from graphile_worker.jobs`).toEqual([{ task_identifier: "send_mail" }]);
  expect((await serving`select from drizzle.__drizzle_migrations`).length).toBeGreaterThan(0);
  await serving`select graphile_worker.complete_jobs(array[${taken[0]?.id}]::bigint[])`;
  expect(await serving`select from graphile_worker._private_jobs`).toHaveLength(0);
});

test("the serving role can use a table of a later migration at once", async () => {
  await owner`create table later (id int generated always as identity, number serial, text text)`;
  await serving`insert into later (text) values ('Їжак')`;
  expect(await serving`select text from later`).toEqual([{ text: "Їжак" }]);
  await owner`drop table later`;
});

test("the owner is not a superuser, and the superuser owns nothing in the database", async () => {
  expect(await owner`select rolname from pg_roles where rolsuper`).toEqual([{ rolname: "daymark" }]);
  expect(await listForeignObjects(owner)).toEqual([]);
});

test("only the database's user can read the password files", () => {
  const user = findDatabaseUser(join(directory, "postgres"));
  for (const role of ["daymark", ownerRole, servingRole]) {
    const { mode, uid } = statSync(join(directory, "postgres", passwordFileOf(role)));
    expect({ mode: mode & 0o777, uid }).toEqual({ mode: 0o600, uid: user.ids.uid ?? process.getuid?.() });
  }
});

test("at its next start a database of an older version, whose objects the superuser owns, gets the owner and serving roles", async () => {
  await stop();
  await asOlderDaymark(async (url) => {
    const sql = connect(url);
    // Types and functions of every kind that a migration may create.
    await sql.unsafe(`
      create type mood as enum ('good', 'bad');
      create type pair as (a int, b int);
      create domain small as int check (value < 10);
      create sequence alone;
      create view names as select username from users;
      create function twice(number int) returns int language sql as 'select 2 * number';
      create procedure nothing() language sql as 'select 1'`);
    await sql`insert into users (username, email) values ('mykola', 'mykola@example.com')`;
    await sql`select graphile_worker.add_job('send_mail', '{}')`;
    expect((await listForeignObjects(sql)).length).toBeGreaterThan(60);
    await sql.end();
  });
  await start();
  expect(await listForeignObjects(owner)).toEqual([]);
  expect(await serving`select username from users`).toEqual([{ username: "mykola" }]);
  expect(await serving`select task_identifier from graphile_worker.jobs`).toEqual([{ task_identifier: "send_mail" }]);
  expect(await owner`select extname from pg_extension where extname = 'pg_trgm'`).toHaveLength(1);
  await expect(serving`create table mine (id int)`).rejects.toMatchObject({ code: "42501" });
  await owner.unsafe(`
    drop view names; drop function twice(int); drop procedure nothing(); drop type mood; drop type pair;
    drop domain small; drop sequence alone`);
});

test("a start creates a new password for the serving role if the password file is missing", async () => {
  await stop();
  rmSync(join(directory, "postgres", passwordFileOf(servingRole)));
  await start();
  expect(await serving`select 1 as alive`).toEqual([{ alive: 1 }]);
});

/** The objects that the superuser owns, without those of extensions. */
function listForeignObjects(sql: postgres.Sql) {
  return sql`
    with members as (select classid, objid from pg_depend where deptype = 'e')
    select relname as name from pg_class
    where relowner = 10 and relnamespace::regnamespace::text in ('public', 'drizzle', 'graphile_worker')
      and ('pg_class'::regclass, oid) not in (select * from members)
    union all
    select proname from pg_proc
    where proowner = 10 and pronamespace::regnamespace::text in ('public', 'drizzle', 'graphile_worker')
      and ('pg_proc'::regclass, oid) not in (select * from members)
    union all
    select typname from pg_type
    where typowner = 10 and typnamespace::regnamespace::text in ('public', 'drizzle', 'graphile_worker')
      and ('pg_type'::regclass, oid) not in (select * from members)
    union all
    select nspname from pg_namespace where nspowner = 10 and nspname in ('public', 'drizzle', 'graphile_worker')
    union all
    select datname from pg_database where datdba = 10 and datname = 'daymark'`;
}

/** Runs a database as an older version left it: the superuser owns every object, and there are no other roles. */
async function asOlderDaymark(work: (url: string) => Promise<void>): Promise<void> {
  const postgresDirectory = join(directory, "postgres");
  rmSync(postgresDirectory, { recursive: true });
  const made = await startEmbedded({ dataDirectory: directory });
  const sql = connect(made.superuserUrl);
  await sql`alter database daymark owner to daymark`;
  await sql`grant temporary on database daymark to public`;
  for (const role of [ownerRole, servingRole]) await sql.unsafe(`drop role ${role}`);
  await sql.end();
  await migrateDatabase(made.superuserUrl);
  await work(made.superuserUrl);
  await made.stop();
  for (const role of [ownerRole, servingRole]) rmSync(join(postgresDirectory, passwordFileOf(role)));
}
