import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { findDatabaseUser } from "./embedded/database-user.ts";
import { startEmbedded } from "./embedded/embedded.ts";
import { endOrphans, findPrograms, startPostmaster, stopPostmaster } from "./embedded/postmaster.ts";
import { findFreePort } from "./free-port.ts";

/** As in testing-setup.ts, the data need not survive the run. */
const settings = { fsync: "off", synchronous_commit: "on", full_page_writes: "off", max_connections: "100" };

/** A primary and a streaming replica. */
export async function startReplicated() {
  const root = mkdtempSync(join(tmpdir(), "daymark-replicated-"));
  chmodSync(root, 0o711);
  const primary = await startEmbedded({ dataDirectory: join(root, "primary"), settings });
  const user = findDatabaseUser(join(root, "primary/postgres"));
  const directory = join(root, "replica");
  const port = await findFreePort();
  const sql = postgres(primary.superuserUrl, { max: 1, onnotice: () => {} });
  // These are the steps of pg_basebackup, which the npm package does not contain.
  await sql`select pg_backup_start('replica', true)`;
  cpSync(join(root, "primary/postgres"), directory, { recursive: true });
  const [label] = await sql<{ labelfile: string }[]>`select labelfile from pg_backup_stop(false)`;
  await sql.end();
  for (const name of ["postmaster.pid", "postmaster.opts"]) rmSync(join(directory, name), { force: true });
  writeFileSync(join(directory, "backup_label"), label?.labelfile ?? "");
  writeFileSync(join(directory, "standby.signal"), "");
  chmodSync(directory, 0o700);
  if (user.ids.uid !== undefined) execFileSync("chown", ["-R", `${user.ids.uid}:${user.ids.gid}`, directory]);
  const { hostname: host, port: primaryPort, username, password } = new URL(primary.superuserUrl);
  const source = `host=${host} port=${primaryPort} user=${username} password=${password}`;
  const start = () =>
    startPostmaster({
      program: findPrograms().postgres,
      directory,
      port,
      user,
      settings: { ...settings, primary_conninfo: source },
      log: () => {},
    });
  let child = await start();
  const kill = async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    // Resumes the postmaster if it is frozen, so that it can end with its child processes.
    child.kill("SIGCONT");
    child.kill("SIGQUIT");
    await ended;
  };
  let isPrimaryKilled = false;
  let old: Awaited<ReturnType<typeof start>> | undefined;
  const url = new URL(primary.superuserUrl);
  url.port = String(port);
  return {
    primaryUrl: primary.superuserUrl,
    replicaUrl: url.href,
    /** The address with both hosts, for a client that follows the primary. */
    failoverUrl: primary.superuserUrl
      .replace(`${host}:${primaryPort}`, `${host}:${primaryPort},${host}:${port}`)
      .concat("?target_session_attrs=read-write"),
    /** Kills the primary at once and does not restart it. */
    killPrimary: async () => {
      process.kill(Number.parseInt(readFileSync(join(root, "primary/postgres/postmaster.pid"), "utf8"), 10), "SIGKILL");
      isPrimaryKilled = true;
      await primary.stop();
    },
    /** Starts the killed primary again, as a machine might do by mistake after its replica was promoted. */
    reviveOldPrimary: async () => {
      const place = join(root, "primary/postgres");
      await endOrphans(place);
      old = await startPostmaster({
        program: findPrograms().postgres,
        directory: place,
        port: Number(primaryPort),
        user,
        settings,
        log: () => {},
      });
    },
    kill,
    start: async () => {
      child = await start();
    },
    stop: async () => {
      await kill();
      if (!isPrimaryKilled) await primary.stop();
      if (old) await stopPostmaster(old);
      rmSync(root, { recursive: true, force: true });
    },
  };
}
