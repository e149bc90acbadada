import { randomBytes } from "node:crypto";
import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import type { DatabaseUser } from "./database-user.ts";
import { readPrivateFile, writePrivateFile } from "./private-file.ts";

/** The role of initdb. Only starts connect as it, to prepare the other roles. */
export const superuser = "daymark";
/** Owns the database and its tables. Migrations, backups, restores and commands connect as this role. */
export const ownerRole = "daymark_owner";
/** Can only read and write rows. The server connects as this role. */
export const servingRole = "daymark_server";

export type DatabaseUrls = { servingUrl: string; ownerUrl: string; superuserUrl: string };

/**
 * The name of the file in the database's folder. Only the database's user may read it, and that user may read the
 * database's files anyway.
 */
export const passwordFileOf = (role: string) => `${role}.password`;

/**
 * The addresses of the three roles of a running database. A database that an older version of Daymark started has only
 * the superuser until its next start. Until then, all three addresses are the superuser's.
 *
 * @param directory the database's folder with the passwords
 */
export function readUrls(directory: string, port: number): DatabaseUrls {
  const urlOf = (wanted: string) => {
    const role = existsSync(join(directory, passwordFileOf(wanted))) ? wanted : superuser;
    const password = readPrivateFile(join(directory, passwordFileOf(role))).trim();
    return `postgres://${role}:${password}@127.0.0.1:${port}/daymark`;
  };
  return { servingUrl: urlOf(servingRole), ownerUrl: urlOf(ownerRole), superuserUrl: urlOf(superuser) };
}

/**
 * Creates or corrects the owner's and the serving role, and gives the owner all objects that the superuser owns in the
 * database, because an older version of Daymark made them as the superuser. Every start calls it. It is one
 * transaction, so a start that is killed midway leaves the database as it was.
 */
export async function prepareRoles(directory: string, port: number, user: DatabaseUser): Promise<void> {
  const passwords = [ownerRole, servingRole].map((role) => ({
    role,
    password: readOrMakePassword(directory, role, user),
  }));
  const sql = postgres(readUrls(directory, port).superuserUrl, {
    max: 1,
    prepare: false,
    fetch_types: false,
    connection: { application_name: "daymark roles" },
    onnotice: () => {},
  });
  try {
    await sql.begin(async (tx) => {
      for (const { role, password } of passwords) {
        const [known] = await tx`select from pg_roles where rolname = ${role}`;
        if (!known) await tx.unsafe(`create role ${role}`);
        // Passwords are hexadecimal: nothing in them needs to be quoted.
        await tx.unsafe(`alter role ${role} with
          login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}'`);
      }
      await tx.unsafe(`alter database daymark owner to ${ownerRole}`);
      await tx.unsafe("revoke temporary on database daymark from public");
      const statements = await tx.unsafe<{ statement: string }[]>(ownershipStatements);
      for (const { statement } of statements) await tx.unsafe(statement);
    });
  } finally {
    await sql.end();
  }
}

/**
 * One ALTER statement for each object, because REASSIGN OWNED refuses the role of initdb, which also owns the catalogs.
 * Indexes and the sequences of columns follow their tables. The objects of extensions stay with the superuser.
 */
const ownershipStatements = `
  with spaces as (
    select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
  ),
  followers as (
    select classid, objid from pg_depend where deptype = 'e'
    union all
    select classid, objid from pg_depend
    where classid = 'pg_class'::regclass and refclassid = 'pg_class'::regclass and deptype in ('a', 'i')
  ),
  objects as (
    select 'pg_namespace'::regclass as class, oid, nspowner as owner, format('schema %I', nspname) as name
    from pg_namespace where oid in (select oid from spaces)
    union all
    select 'pg_class', oid, relowner, format(
      case relkind when 'v' then 'view %s' when 'm' then 'materialized view %s' when 'S' then 'sequence %s' else 'table %s' end,
      oid::regclass)
    from pg_class where relnamespace in (select oid from spaces) and relkind in ('r', 'p', 'v', 'm', 'S')
    union all
    select 'pg_proc', oid, proowner, format('routine %s', oid::regprocedure)
    from pg_proc where pronamespace in (select oid from spaces)
    union all
    select 'pg_type', oid, typowner, format('type %s', oid::regtype)
    from pg_type where typnamespace in (select oid from spaces)
      and (typtype in ('e', 'd', 'r') or typtype = 'c' and typrelid in (select oid from pg_class where relkind = 'c'))
  )
  select format('alter %s owner to ${ownerRole}', name) as statement from objects
  where owner = '${superuser}'::regrole and (class, oid) not in (select classid, objid from followers)`;

/** Writes a new password to a second file and renames it, so that a start that is killed leaves no partial password. */
function readOrMakePassword(directory: string, role: string, user: DatabaseUser): string {
  const path = join(directory, passwordFileOf(role));
  if (!existsSync(path)) {
    const draft = `${path}.new`;
    writePrivateFile(draft, `${randomBytes(24).toString("hex")}\n`, user);
    renameSync(draft, path);
  }
  return readPrivateFile(path).trim();
}
