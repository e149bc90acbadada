import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findCitus, startCitusServers } from "./cluster/citus.ts";
import { runProgram } from "./run-program.ts";

/** The coordinator and two workers. */
const serverCount = 3;

/**
 * `npm run test:citus [-- files]`: the integration tests of api, auth and server on a distributed database.
 */
async function main(files: string[]): Promise<number> {
  const programs = findCitus();
  if (!programs) {
    console.log("Skipped: no PostgreSQL on this machine has Citus (docs/scale.md says how to build it).");
    return 0;
  }
  const root = mkdtempSync(join(tmpdir(), "daymark-citus-"));
  // PostgreSQL runs as another user than root.
  chmodSync(root, 0o711);
  const servers = await startCitusServers(serverCount, { programs, root });
  try {
    const selection = files.length > 0 ? files : ["--project", "api", "--project", "auth", "--project", "server"];
    const env = { TEST_CITUS_URLS: servers.map(({ url }) => url).join(",") };
    const { code } = await runProgram("vitest", ["run", ...selection], { shown: true, env });
    return code;
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(root, { recursive: true, force: true });
  }
}

process.exitCode = await main(process.argv.slice(2));
