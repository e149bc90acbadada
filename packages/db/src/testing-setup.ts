import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "./connection/migrate.ts";
import { startEmbedded } from "./embedded/embedded.ts";
import { servingRole } from "./embedded/embedded-roles.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Connects to the tests' PostgreSQL as the superuser; see testing.ts. */
    databaseUrl: string;
    /** Connects as the product's serving role. */
    servingUrl: string;
  }
}

type Cluster = { url: string; servingUrl: string; stop: () => Promise<void> };

/** Vitest loads this file once per project, but all projects of a run share one cluster. */
const shared = globalThis as typeof globalThis & { daymarkTestCluster?: { users: number; cluster: Promise<Cluster> } };

/** Vitest's `globalSetup`: starts the run's PostgreSQL with a migrated template, and provides its URL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.daymarkTestCluster ??= { users: 0, cluster: startCluster() };
  const entry = shared.daymarkTestCluster;
  entry.users++;
  const cluster = await entry.cluster;
  project.provide("databaseUrl", cluster.url);
  project.provide("servingUrl", cluster.servingUrl);
  return async () => {
    entry.users--;
    if (entry.users > 0) return;
    delete shared.daymarkTestCluster;
    await cluster.stop();
  };
}

async function startCluster(): Promise<Cluster> {
  const directory = mkdtempSync(join(tmpdir(), "daymark-test-"));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  try {
    const database = await startEmbedded({
      dataDirectory: directory,
      // No data outlives the run, so no test needs to wait for the disk.
      settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" },
    });
    const sql = postgres(database.superuserUrl, { max: 1, onnotice: () => {} });
    await sql`create database template_daymark`;
    await sql.end();
    await migrateDatabase(withDatabase(database.superuserUrl, "template_daymark"), { servingRole });
    return {
      url: database.superuserUrl,
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
