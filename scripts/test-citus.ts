import { join } from "node:path";
import { readArguments, runCommand, UsageError } from "../apps/server/src/cli/command.ts";
import { measureDistributed } from "../bench/src/distributed.ts";
import { migrateDatabase } from "../packages/db/src/connection/migrate.ts";
import { createDistributedDatabase, findCitus, startCitus } from "../packages/db/src/testing-citus.ts";
import { buildProduct } from "./build-product.ts";
import { startCitusCluster } from "./cluster/citus.ts";
import { findProgram } from "./cluster/programs.ts";
import { runProgram } from "./run-program.ts";

/** The coordinator and two workers. */
const serverCount = 3;

/** Each function runs its tests and returns vitest's exit code. */
const parts = { integration: runIntegration, process: runProcess, browser: runBrowser };

/** Settings for measurements. Without Citus there is one server, with Citus a coordinator and three workers. */
const measured = { shared_preload_libraries: "citus,pg_stat_statements", autovacuum: "off", "citus.shard_count": "32" };
const measuredMemory = { shared_buffers: "1GB", max_wal_size: "4GB" };

const usage = `npm run test:citus -- [--only <part>] [<file> …]

Runs tests on a database that Citus distributes over two workers.
  --only <part>  one of
                   integration  the integration tests of db, auth, api and server
                   process      the built product: workers, coordinator and server killed; two nodes; backup and restore
                   browser      the browser tests on two nodes behind haproxy
                   figures      measures calls on one PostgreSQL and on Citus and prints tables; not part of a run without --only
  --users <n>    with --only figures: the largest installation, 1000000 by default
  <file>         only these test files, of the part "integration" without --only`;

// Exiting ends the PostgreSQL servers. A signal without a listener would leave them running.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));

await runCommand(async () => {
  const { values, positionals: files } = readArguments(usage, {
    only: { type: "string" },
    users: { type: "string", default: "1000000" },
    help: { type: "boolean" },
  });
  if (values.help) return console.log(usage);
  const only = values.only ?? (files.length > 0 ? "integration" : undefined);
  const isMeasuring = only === "figures";
  if (!/^[1-9]\d{0,6}$/.test(values.users)) throw new UsageError("--users must be a whole number, 1 or more.");
  if (only !== undefined && !isMeasuring && !isPart(only))
    throw new UsageError(`There is no part "${only}".\n\n${usage}`);
  const programs = findCitus();
  if (!programs) {
    console.log("Skipped: no PostgreSQL on this machine has Citus (docs/scale.md says how to build it).");
    return;
  }
  if (isMeasuring) return measure(programs, Number(values.users));
  const { servers, stop } = await startCitus(programs, serverCount, { synchronous_commit: "off" });
  let code = 0;
  try {
    const urls = servers.map(({ url }) => url);
    for (const part of only ? [only] : (Object.keys(parts) as (keyof typeof parts)[])) {
      const startedAt = performance.now();
      const partCode = await parts[part](urls, files);
      const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
      console.log(`── ${part} on Citus: ${partCode === 0 ? "passed" : "FAILED"} in ${minutes} minutes`);
      code ||= partCode;
    }
  } finally {
    await stop();
  }
  if (code !== 0) process.exit(code);
});

function isPart(text: string): text is keyof typeof parts {
  return Object.hasOwn(parts, text);
}

/** Prints the figures of docs/scale.md. */
async function measure(programs: string, users: number): Promise<void> {
  await buildProduct();
  const citus = await startCitus(programs, 4, { ...measured, ...measuredMemory });
  const plain = await startCitus(programs, 1, {
    ...measured,
    ...measuredMemory,
    shared_preload_libraries: "pg_stat_statements",
  });
  try {
    const [plainUrl = ""] = plain.servers.map(({ url }) => url);
    const urls = citus.servers.map(({ url }) => url);
    await migrateDatabase(plainUrl);
    const createDistributed = (name: string, workers: number) =>
      createDistributedDatabase(urls.slice(0, workers + 1), name);
    console.log(await measureDistributed({ plainUrl, createDistributed, workerUrls: urls.slice(1), users }));
  } finally {
    await Promise.all([citus.stop(), plain.stop()]);
  }
}

function runIntegration(urls: readonly string[], files: readonly string[]): Promise<number> {
  const projects = ["db", "auth", "api", "server"].flatMap((project) => ["--project", project]);
  return runTests([...projects, ...files], { TEST_DATABASE_URLS: urls.join(",") });
}

async function runProcess(urls: readonly string[], files: readonly string[]): Promise<number> {
  await buildProduct();
  const env = { TEST_DATABASE_URLS: urls.join(",") };
  const own = await runTests(["--project", "e2e-citus", ...files], env);
  if (files.length > 0) return own;
  // Most process tests are about the embedded database. This file tests nodes that share one.
  const nodes = await runTests(["--project", "e2e-process", "two-nodes"], env);
  return own || nodes;
}

async function runBrowser(urls: readonly string[], files: readonly string[]): Promise<number> {
  const haproxy = findProgram("haproxy");
  if (!haproxy) throw new UsageError("The browser tests need haproxy: apt-get install haproxy");
  await buildProduct();
  // All tests use one address and need no protection against bots.
  const variables = { CAPTCHA: "off", RATE_LIMIT: "off", LOG_LEVEL: "warn" };
  const databaseUrl = await createDistributedDatabase(urls, "daymark_browser");
  const cluster = await startCitusCluster({ databaseUrl, haproxy, variables });
  try {
    return await runTests(["--project", "e2e", ...files], {
      E2E_PRODUCT_URL: cluster.url,
      E2E_MAIL_DIRECTORY: join(cluster.data, "mail"),
      E2E_DATABASE_URL: databaseUrl,
    });
  } finally {
    await cluster.stop();
  }
}

async function runTests(args: string[], env: Record<string, string>): Promise<number> {
  const { code } = await runProgram("vitest", ["run", ...args], { shown: true, env });
  return code;
}
