import type postgres from "postgres";
import { openDriver } from "../driver/driver.ts";
import { StartError } from "../start-error.ts";

interface Facts {
  role: string;
  database: string;
  may_create_schemas: boolean;
  /** Each schema that migrations use, and whether the role may use it and create objects in it. */
  schemas: { name: string; is_there: boolean; is_usable: boolean }[];
  /** The schema in which tables without a schema's name are created; null if there is none. */
  current_schema: string | null;
  /** The schema of pg_trgm; null if it is not installed. */
  extension_schema: string | null;
  is_extension_found: boolean;
}

/**
 * Explains why migrations failed on a database with another owner.
 *
 * @param url of the role that migrates
 * @param error of the migrations
 * @returns a StartError with the statements that an administrator has to run; `error` itself if the role lacks no right
 */
export async function explainLackOfRights(url: string, error: unknown): Promise<unknown> {
  // A lost connection or a broken migration has another reason.
  if (error instanceof StartError || !isOfRights(error)) return error;
  const sql = openDriver(url, { max: 1, prepare: false, connect_timeout: 5, onnotice: () => {} });
  try {
    const facts = await readFacts(sql);
    const statements = findStatements(facts);
    if (statements.length === 0) return error;
    return new StartError(
      `The role ${facts.role} lacks rights in the database ${facts.database}: have its administrator run this in it once: ${statements.join("; ")};`,
    );
  } catch {
    return error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * SQLSTATE: a right is missing; no schema is left to create in; an object of another schema is not found, as when the
 * role's search_path names another schema first.
 */
const codes = ["42501", "3F000", "42P01", "42704"];

function isOfRights(error: unknown): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}

async function readFacts(sql: postgres.Sql): Promise<Facts> {
  const [facts] = await sql<Facts[]>`
    select quote_ident(current_user) as role, quote_ident(current_database()) as database, current_schema,
      has_database_privilege(current_database(), 'create') as may_create_schemas,
      (
        select json_agg(json_build_object('name', name, 'is_there', oid is not null, 'is_usable', coalesce(
          has_schema_privilege(oid, 'usage') and has_schema_privilege(oid, 'create'), false)) order by name)
        from unnest(array['drizzle', 'graphile_worker', 'public']) as name left join pg_namespace on nspname = name
      ) as schemas,
      nspname as extension_schema, coalesce(nspname = any(current_schemas(true)), false) as is_extension_found
    from (values (1)) as one left join (pg_extension join pg_namespace as n on n.oid = extnamespace)
      on extname = 'pg_trgm'`;
  if (!facts) throw new Error("a select without a condition returned no row");
  return facts;
}

function findStatements(facts: Facts): string[] {
  const { role, may_create_schemas: mayCreate, schemas, extension_schema: place } = facts;
  const statements = schemas.flatMap(({ name, is_there: isThere, is_usable: isUsable }) => {
    if (isUsable || (!isThere && mayCreate)) return [];
    return isThere ? `grant usage, create on schema ${name} to ${role}` : `create schema ${name} authorization ${role}`;
  });
  // The extension is a trusted one: who may create schemas may create it.
  if (place === null && !mayCreate) statements.push("create extension pg_trgm");
  const isPublicFirst = facts.current_schema === "public" || !schemas.every(({ is_usable: isUsable }) => isUsable);
  if (!isPublicFirst || (place !== null && !facts.is_extension_found)) {
    const path = ["public", ...(place === null || place === "public" ? [] : [place])].join(", ");
    statements.push(`alter role ${role} in database ${facts.database} set search_path = ${path}`);
  }
  return statements;
}
