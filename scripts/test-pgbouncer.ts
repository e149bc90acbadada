import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createDatabase } from "../packages/db/src/connection/client.ts";
import { findDatabaseUser } from "../packages/db/src/embedded/database-user.ts";
import { servingRole } from "../packages/db/src/embedded/embedded-roles.ts";
import { findPrograms } from "../packages/db/src/embedded/postmaster.ts";
import { findFreePort } from "../packages/db/src/free-port.ts";
import { startTestServer } from "../packages/db/src/testing-server.ts";
import { buildProduct } from "./build-product.ts";
import { untilAnswers } from "./cluster/part.ts";
import { runProgram } from "./run-program.ts";

/** The first version that keeps prepared statements in transaction mode. */
const versionMin = [1, 21];
const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "400" };

/**
 * `npm run test:pgbouncer [-- files]`: the integration tests of auth, api and server through PgBouncer in transaction mode,
 * with prepared statements, then the built product. The variable PGBOUNCER names the program, if it is not on the PATH.
 */
async function main(files: string[]): Promise<number> {
  const program = process.env.PGBOUNCER || "pgbouncer";
  const version = execFileSync(program, ["--version"], { encoding: "utf8" });
  const [major = 0, minor = 0] = /PgBouncer (\d+)\.(\d+)/.exec(version)?.slice(1).map(Number) ?? [];
  if (major < (versionMin[0] as number) || (major === versionMin[0] && minor < (versionMin[1] as number))) {
    console.error(`${version.split("\n")[0]} is too old: prepared statements need ${versionMin.join(".")}.`);
    return 2;
  }
  const root = mkdtempSync(join(tmpdir(), "daymark-pgbouncer-"));
  // PostgreSQL and PgBouncer do not run as root.
  chmodSync(root, 0o711);
  const server = await startTestServer(dirname(findPrograms().postgres), join(root, "data"), settings);
  try {
    const pooler = await startPooler(program, root, server.port);
    try {
      const projects = ["auth", "api", "server"].flatMap((project) => ["--project", project]);
      const env = { TEST_DATABASE_URLS: server.url, TEST_POOLER: pooler.address };
      const which = files.length > 0 ? files : projects;
      const { code } = await runProgram("vitest", ["run", ...which], { shown: true, env });
      if (files.length > 0) return code;
      await buildProduct();
      const product = await runProgram("vitest", ["run", "--project", "e2e-pgbouncer"], { shown: true, env });
      return code || product.code;
    } finally {
      await pooler.stop();
    }
  } finally {
    await server.kill();
    rmSync(root, { recursive: true, force: true });
  }
}

async function startPooler(program: string, root: string, serverPort: number) {
  const port = await findFreePort();
  const [file, users] = [join(root, "pgbouncer.ini"), join(root, "users")];
  writeFileSync(users, `"daymark" ""\n"${servingRole}" ""\n`);
  const lines = [
    "[databases]",
    `* = host=127.0.0.1 port=${serverPort}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = trust",
    `auth_file = ${users}`,
    "admin_users = daymark",
    "pool_mode = transaction",
    "max_prepared_statements = 200",
    "max_client_conn = 2000",
    "default_pool_size = 20",
    // Each test file drops the database that it created, which needs the pooler's connections to be closed.
    "server_idle_timeout = 10",
  ];
  writeFileSync(file, `${lines.join("\n")}\n`);
  const { ids } = findDatabaseUser(join(root, "data"));
  if (ids.uid !== undefined && ids.gid !== undefined)
    for (const path of [file, users]) chownSync(path, ids.uid, ids.gid);
  const child = spawn(program, ["-q", file], { ...ids, cwd: "/", stdio: ["ignore", "inherit", "inherit"] });
  await untilAnswers("PgBouncer", async () => {
    const { sql } = createDatabase(`postgres://daymark@127.0.0.1:${port}/postgres`, { max: 1 });
    await sql`select 1`.finally(() => sql.end({ timeout: 1 }));
  });
  return {
    address: `127.0.0.1:${port}`,
    stop: async () => {
      child.kill("SIGKILL");
      await once(child, "close");
    },
  };
}

process.exitCode = await main(process.argv.slice(2));
