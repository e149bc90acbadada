import { findCitus, startCitus } from "../packages/db/src/testing-citus.ts";
import { buildProduct } from "./build-product.ts";
import { runProgram } from "./run-program.ts";

/** The coordinator and two workers. */
const serverCount = 3;

/**
 * `npm run test:citus [-- files]`: the integration tests of db, auth, api and server on a distributed database, then the
 * built product on one whose workers are killed.
 */
async function main(files: string[]): Promise<number> {
  const programs = findCitus();
  if (!programs) {
    console.log("Skipped: no PostgreSQL on this machine has Citus (docs/scale.md says how to build it).");
    return 0;
  }
  const { servers, stop } = await startCitus(programs, serverCount, { synchronous_commit: "off" });
  try {
    const projects = ["db", "auth", "api", "server"].flatMap((project) => ["--project", project]);
    const env = { TEST_DATABASE_URLS: servers.map(({ url }) => url).join(",") };
    const { code } = await runProgram("vitest", ["run", ...(files.length > 0 ? files : projects)], {
      shown: true,
      env,
    });
    if (files.length > 0) return code;
    await buildProduct();
    const product = await runProgram("vitest", ["run", "--project", "e2e-citus"], { shown: true });
    return code || product.code;
  } finally {
    await stop();
  }
}

process.exitCode = await main(process.argv.slice(2));
