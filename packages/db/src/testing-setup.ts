import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { distribute, machineOf } from "./connection/distribute.ts";
import { migrateDatabase } from "./connection/migrate.ts";
import { startEmbedded } from "./embedded/embedded.ts";
import { servingRole } from "./embedded/embedded-roles.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Connects to the tests' PostgreSQL as the superuser; see testing.ts. */
    databaseUrl: string;
    /** The addresses of Citus's workers; empty without Citus. */
    workerUrls: string[];
    /** Connects as the product's serving role. */
    servingUrl: string;
    /** The pooler in front of the tests' PostgreSQL, as `host:port`; empty without one. */
    pooler: string;
  }
}

type Cluster = { url: string; workerUrls: string[]; servingUrl: string; stop: () => Promise<void> };

const template = "template_daymark";

/** Vitest loads this file once per project, but all projects of a run share one cluster. */
const shared = globalThis as typeof globalThis & { daymarkTestCluster?: { users: number; cluster: Promise<Cluster> } };

/** Vitest's `globalSetup`: starts the run's PostgreSQL with a migrated template, and provides its URL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.daymarkTestCluster ??= { users: 0, cluster: startCluster() };
  const entry = shared.daymarkTestCluster;
  entry.users++;
  const cluster = await entry.cluster;
  project.provide("databaseUrl", cluster.url);
  project.provide("workerUrls", cluster.workerUrls);
  project.provide("servingUrl", cluster.servingUrl);
  // `npm run test:pgbouncer` sets this variable.
  project.provide("pooler", process.env.TEST_POOLER ?? "");
  return async () => {
    entry.users--;
    if (entry.users > 0) return;
    delete shared.daymarkTestCluster;
    await cluster.stop();
  };
}

/**
 * `npm run test:postgres` sets the address of a server, `npm run test:citus` those of a coordinator and its workers.
 */
function startCluster(): Promise<Cluster> {
  const urls = process.env.TEST_DATABASE_URLS?.split(",");
  return urls ? prepareServers(urls) : startPostgres();
}

/** A database cloned on each server stays distributed, because Citus's catalog is part of it. */
async function prepareServers(urls: string[]): Promise<Cluster> {
  const [coordinator = "", ...workers] = urls;
  for (const url of urls) {
    await administer(url, `drop database if exists ${template} with (force)`, `create database ${template}`);
    await administer(
      url,
      `do $$ begin create role ${servingRole} login; exception when duplicate_object then null; end $$`,
    );
  }
  const url = withDatabase(coordinator, template);
  await migrateDatabase(url, { servingRole });
  if (workers.length > 0)
    await distribute({ url, workers: workers.map(machineOf), servingRole, isDryRun: false, tell: () => {} });
  for (const each of urls) {
    // PostgreSQL cannot clone a database with connections, and Citus's daemon is connected to the template.
    await administer(
      each,
      `alter database ${template} allow_connections false`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`,
    );
    await untilUnused(each);
  }
  const servingUrl = new URL(coordinator);
  servingUrl.username = servingRole;
  return { url: coordinator, workerUrls: workers, servingUrl: servingUrl.href, stop: async () => {} };
}

async function untilUnused(url: string): Promise<void> {
  const sql = postgres(url, { max: 1 });
  while ((await sql`select from pg_stat_activity where datname = ${template}`).length > 0) await sleep(100);
  await sql.end();
}

async function administer(url: string, ...statements: string[]): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, prepare: false });
  for (const statement of statements) await sql.unsafe(statement);
  await sql.end();
}

async function startPostgres(): Promise<Cluster> {
  const directory = mkdtempSync(join(tmpdir(), "daymark-test-"));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  try {
    const database = await startEmbedded({
      dataDirectory: directory,
      // The data need not survive the run, so no test waits for the disk.
      settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" },
    });
    await administer(database.superuserUrl, `create database ${template}`);
    await migrateDatabase(withDatabase(database.superuserUrl, template), { servingRole });
    return {
      url: database.superuserUrl,
      workerUrls: [],
      servingUrl: database.servingUrl,
      stop: async () => {
        await database.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
