import type postgres from "postgres";
import { readAddress } from "../driver/address.ts";
import { openDriver } from "../driver/driver.ts";
import { StartError } from "../start-error.ts";
import { grantServing } from "./serving-grants.ts";
import { distributedTables, distributionColumn } from "./table-distribution.ts";

/** The first version on which this was run. */
const citusMajorMin = 13;

/** A PostgreSQL server, as the other machines reach it. */
export interface Machine {
  host: string;
  port: number;
}

export interface DistributeOptions {
  /** The coordinator's database, past any pooler, as a superuser: only one can add machines. */
  url: string;
  /** Where the workers reach the coordinator; the host and port of `url` by default. */
  coordinator?: Machine;
  workers: readonly Machine[];
  /** The server's role, if it is another one than the tables' owner. */
  servingRole: string | undefined;
  /** Writes nothing. */
  isDryRun: boolean;
  /** Receives each step before it is done. */
  tell: (line: string) => void;
}

type Sql = postgres.Sql;

/**
 * Adds workers to the coordinator and distributes the tables of {@link distributedTables} over them, with their rows.
 * Each step is skipped if it was done before, so a run that was cut off can be repeated. While a table is distributed,
 * writes to it wait.
 *
 * @throws StartError if Citus is missing or too old, the URL names several hosts, or a worker cannot be reached
 */
export async function distribute(options: DistributeOptions): Promise<void> {
  const { url, workers, isDryRun, tell } = options;
  await withConnection(url, async (sql) => {
    await assertCitus(sql, url);
    const run = (line: string, step: () => Promise<unknown>) => {
      tell(line);
      return isDryRun ? undefined : step();
    };
    if (!(await hasExtension(sql))) {
      await run("create the extension citus on the coordinator", () => sql`create extension citus`);
    }
    for (const worker of workers) await prepareWorker(options, worker);
    const known = isDryRun && !(await hasExtension(sql)) ? [] : await listMachines(sql);
    const coordinator = options.coordinator ?? machineOf(url);
    if (!known.some(({ isCoordinator }) => isCoordinator)) {
      await run(
        `name the coordinator ${nameOf(coordinator)}`,
        () => sql`select citus_set_coordinator_host(${coordinator.host}, ${coordinator.port})`,
      );
    }
    for (const worker of workers) {
      if (known.some((machine) => nameOf(machine) === nameOf(worker))) continue;
      await run(`add the worker ${nameOf(worker)}`, () => sql`select citus_add_node(${worker.host}, ${worker.port})`);
    }
    const done = isDryRun && known.length === 0 ? new Set<string>() : await listDistributed(sql);
    for (const table of distributedTables) {
      if (done.has(table)) continue;
      const [size] = await sql<{ rows: string; size: string }[]>`
        select greatest(reltuples, 0)::bigint as rows, pg_size_pretty(pg_total_relation_size(oid)) as size
        from pg_class where oid = ${table}::regclass`;
      await run(`distribute ${table} by ${distributionColumn}: some ${size?.rows} rows, ${size?.size}`, () =>
        distributeTable(sql, table),
      );
    }
    if (!isDryRun && options.servingRole !== undefined) await grantSequences(sql, options.servingRole);
  });
}

/**
 * Brings the tables back to the coordinator, with their rows, and removes the workers. It can be repeated after it was cut
 * off. Writes wait meanwhile.
 */
export async function undistribute({
  url,
  servingRole,
  isDryRun,
  tell,
}: Omit<DistributeOptions, "workers" | "coordinator">): Promise<void> {
  await withConnection(url, async (sql) => {
    await assertCitus(sql, url);
    if (!(await hasExtension(sql))) return;
    const distributed = await listDistributed(sql);
    if (distributed.size > 0) {
      tell(`bring back ${[...distributed].toSorted().join(", ")}`);
      if (!isDryRun) await sql.begin((tx) => bringBack(tx, distributed));
    }
    for (const { host, port, isCoordinator } of await listMachines(sql)) {
      if (isCoordinator) continue;
      tell(`remove the worker ${nameOf({ host, port })}`);
      if (!isDryRun) await sql`select citus_remove_node(${host}, ${port})`;
    }
    if (!isDryRun && servingRole !== undefined) await grantServing(sql, servingRole);
  });
}

/**
 * Moves shards until each worker has its share, and waits for the end. People write meanwhile: Citus copies a shard and
 * blocks writes to it only while it switches.
 */
export async function rebalance({
  url,
  isDryRun,
  tell,
}: Pick<DistributeOptions, "url" | "isDryRun" | "tell">): Promise<void> {
  await withConnection(url, async (sql) => {
    const plan = await sql<{ table_name: string; sourcename: string; targetname: string }[]>`
      select table_name::text, sourcename, targetname from get_rebalance_table_shards_plan()`;
    tell(plan.length === 0 ? "every worker has its share" : `move ${plan.length} shards`);
    if (plan.length > 0 && !isDryRun) await sql`select rebalance_table_shards(shard_transfer_mode => 'auto')`;
  });
}

/** @throws StartError if the address names several hosts: the workers are told one coordinator */
async function withConnection<Result>(url: string, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  if (readAddress(url).hosts.length > 1) {
    throw new StartError("The database's address must name the coordinator alone for this command, not several hosts.");
  }
  const sql = openDriver(url, {
    max: 1,
    prepare: false,
    connect_timeout: 5,
    connection: { application_name: "daymark distribution" },
    onnotice: () => {},
  });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** The database of a worker has the coordinator's name, and its users log in as at the coordinator. */
function urlOf(url: string, { host, port }: Machine, database?: string): string {
  const changed = new URL(url);
  changed.hostname = host;
  changed.port = String(port);
  if (database !== undefined) changed.pathname = `/${database}`;
  return changed.href;
}

/** The server of a connection URL. */
export function machineOf(url: string): Machine {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port || 5432) };
}

function nameOf({ host, port }: Machine): string {
  return `${host}:${port}`;
}

async function assertCitus(sql: Sql, url: string): Promise<void> {
  const [row] = await sql<{ version: string | null; libraries: string }[]>`
    select (select default_version from pg_available_extensions where name = 'citus') as version,
      current_setting('shared_preload_libraries') as libraries`;
  const place = nameOf(machineOf(url));
  if (!row?.version) throw new StartError(`PostgreSQL at ${place} has no Citus: install its extension.`);
  if (Number.parseInt(row.version, 10) < citusMajorMin) {
    throw new StartError(`Citus ${row.version} at ${place} is too old: Daymark needs ${citusMajorMin} or newer.`);
  }
  if (!row.libraries.includes("citus")) {
    throw new StartError(`PostgreSQL at ${place} does not load Citus: set shared_preload_libraries = 'citus'.`);
  }
}

/** Creates the worker's database and extension, if they are missing. */
async function prepareWorker({ url, isDryRun, tell }: DistributeOptions, worker: Machine): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const own = urlOf(url, worker);
  try {
    await withConnection(urlOf(url, worker, "postgres"), async (sql) => {
      await assertCitus(sql, own);
      const [database] = await sql`select from pg_database where datname = ${name}`;
      if (database) return;
      tell(`create the database ${name} on ${nameOf(worker)}`);
      if (!isDryRun) await sql`create database ${sql(name)}`;
    });
    if (isDryRun) return;
    await withConnection(own, async (sql) => {
      if (!(await hasExtension(sql))) await sql`create extension citus`;
    });
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The worker ${nameOf(worker)} cannot be prepared: ${(error as Error).message}`);
  }
}

async function hasExtension(sql: Sql): Promise<boolean> {
  return (await sql`select from pg_extension where extname = 'citus'`).length > 0;
}

async function listMachines(sql: Sql): Promise<(Machine & { isCoordinator: boolean })[]> {
  return sql<(Machine & { isCoordinator: boolean })[]>`
    select nodename as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node order by nodeid`;
}

async function listDistributed(sql: Sql): Promise<Set<string>> {
  const rows = await sql<{ name: string }[]>`
    select table_name::text as name from citus_tables where citus_table_type = 'distributed'`;
  return new Set(rows.map(({ name }) => name));
}

function distributeTable(sql: Sql, table: string) {
  const [first] = distributedTables;
  return table === first
    ? sql`select create_distributed_table(${table}::regclass, ${distributionColumn}, colocate_with => 'none')`
    : sql`select create_distributed_table(${table}::regclass, ${distributionColumn}, colocate_with => ${first})`;
}

/**
 * Replaces distributed tables by ordinary ones with the same rows, constraints, indexes and numbers. Citus's own
 * `undistribute_table` refuses tables with identities.
 */
async function bringBack(sql: postgres.TransactionSql, distributed: ReadonlySet<string>): Promise<void> {
  const tables = distributedTables.filter((table) => distributed.has(table));
  const names = tables.map((table) => `public.${table}`);
  const constraints = await sql<{ statement: string }[]>`
    select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as statement
    from pg_constraint where conrelid = any(${names}::regclass[]) and contype in ('p', 'u', 'c', 'f')
    order by array_position(array['p', 'u', 'c', 'f']::"char"[], contype), conname`;
  const indexes = await sql<{ statement: string }[]>`
    select pg_get_indexdef(indexrelid) as statement from pg_index
    where indrelid = any(${names}::regclass[])
      and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`;
  const [{ owner } = { owner: "" }] = await sql<{ owner: string }[]>`
    select relowner::regrole::text as owner from pg_class where oid = ${names[0] ?? ""}::regclass`;
  for (const table of tables) {
    const [copy, sequence] = [`returning_${table}`, `${table}_id_seq`];
    await sql.unsafe(`create table ${copy} (like ${table} including defaults including identity including storage)`);
    await sql.unsafe(`lock table ${table} in access exclusive mode`);
    await sql.unsafe(`insert into ${copy} overriding system value select * from ${table}`);
    if ((await sql`select to_regclass(${sequence}) as found`)[0]?.found === null) continue;
    await sql.unsafe(`select setval('returning_${sequence}', last_value, is_called) from ${sequence}`);
  }
  for (const table of tables.toReversed()) await sql.unsafe(`drop table ${table} cascade`);
  for (const table of tables) {
    await sql.unsafe(`alter table returning_${table} rename to ${table}`);
    await sql.unsafe(`alter sequence if exists returning_${table}_id_seq rename to ${table}_id_seq`);
    await sql.unsafe(`alter table ${table} owner to ${owner}`);
  }
  for (const { statement } of [...constraints, ...indexes]) await sql.unsafe(statement);
}

/**
 * Grants the sequences of identities again. Citus copies the rights on a table to the workers when it distributes the
 * table, but those on its sequences only when they are granted.
 */
async function grantSequences(sql: Sql, role: string): Promise<void> {
  const rows = await sql<{ name: string }[]>`
    select d.objid::regclass::text as name from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
    where d.refobjid = any(${[...distributedTables]}::regclass[]) and d.deptype = 'i'`;
  for (const { name } of rows) await sql`grant usage on sequence ${sql(name)} to ${sql(role)}`;
}
