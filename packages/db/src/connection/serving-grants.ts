import type postgres from "postgres";
import { StartError } from "../start-error.ts";

/**
 * Grants a role the missing rights to read and write the rows of the product and of the job queue, also in tables of
 * later migrations, and to read the list of applied migrations. The queue's library enables row security for its tables
 * without a policy, which hides all rows from every role but the owner, so each of these tables gets a policy for the
 * role.
 *
 * @param sql of the role that owns the tables
 * @throws StartError if only the owner of a schema can grant a right
 */
export async function grantServing(sql: postgres.Sql, role: string): Promise<void> {
  await sql.begin(async (tx) => {
    const statements = await tx<{ statement: string }[]>`
      with subject as (
        select oid as role, rolname as role_name, rolsuper or rolbypassrls as sees_all_rows
        from pg_roles where rolname = ${role}::name
      ),
      spaces as (
        select oid, nspname from pg_namespace where nspname in ('public', 'graphile_worker', 'drizzle')
      ),
      relations as (
        select oid, oid::regclass as name, relkind as kind, relowner as owner, relrowsecurity as is_secured from pg_class
        where relnamespace in (select oid from spaces where nspname <> 'drizzle') and relkind in ('r', 'p', 'v', 'S')
          and pg_has_role(relowner, 'usage')
      )
      select format('grant usage on schema %I to %I', nspname, role_name) as statement
      from spaces, subject where not has_schema_privilege(role, oid, 'usage')
      union all
      select format('grant select on %s to %I', oid::regclass, role_name) from pg_class, subject
      where oid = to_regclass('drizzle.__drizzle_migrations') and not has_table_privilege(role, oid, 'select')
      union all
      -- PostgreSQL may evaluate the conditions of an AND in any order, those of a CASE it may not.
      select case kind when 'S' then format('grant usage on sequence %s to %I', name, role_name)
        else format('grant select, insert, update, delete on %s to %I', name, role_name) end
      from relations, subject
      where not case kind when 'S' then has_sequence_privilege(role, oid, 'usage')
        else has_table_privilege(role, oid, 'select') and has_table_privilege(role, oid, 'insert')
          and has_table_privilege(role, oid, 'update') and has_table_privilege(role, oid, 'delete') end
      union all
      select format('create policy %I on %s to %I using (true) with check (true)',
        role_name || '_serves', name, role_name)
      from relations, subject
      where is_secured and not sees_all_rows and not pg_has_role(role, owner, 'usage')
        and not exists (select from pg_policy where polrelid = relations.oid and polroles @> array[role])`;
    for (const { statement } of statements) await tx.unsafe(statement);
    if (statements.length === 0) return;
    const future = "alter default privileges in schema public, graphile_worker";
    await tx.unsafe(`${future} grant select, insert, update, delete on tables to ${quote(role)}`);
    await tx.unsafe(`${future} grant usage on sequences to ${quote(role)}`);
  });
  await assertSchemas(sql, role);
}

/** PostgreSQL only warns if the grantor may use a schema itself but may not let others use it. */
async function assertSchemas(sql: postgres.Sql, role: string): Promise<void> {
  const [row] = await sql<{ statements: string | null; database: string }[]>`
    select string_agg(format('grant usage on schema %I to %I', nspname, ${role}::name), '; ') as statements,
      quote_ident(current_database()) as database
    from pg_namespace
    where nspname in ('public', 'graphile_worker', 'drizzle') and not has_schema_privilege(${role}::name, oid, 'usage')`;
  if (!row?.statements) return;
  throw new StartError(
    `The role ${role} lacks rights in the database ${row.database}: have its administrator run this in it once: ${row.statements};`,
  );
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
