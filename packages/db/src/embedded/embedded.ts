import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, lchownSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync } from "node:fs";
import { platform } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../free-port.ts";
import { StartError } from "../start-error.ts";
import { assertReachable, type DatabaseUser, findDatabaseUser, openForPassage } from "./database-user.ts";
import { lockDirectory } from "./directory-lock.ts";
import { type DatabaseUrls, passwordFileOf, prepareRoles, readUrls, superuser } from "./embedded-roles.ts";
import { endOrphans, findPrograms, postgresEnvironment, startPostmaster, stopPostmaster } from "./postmaster.ts";
import { writePrivateFile } from "./private-file.ts";

const majorVersion = "18";
const passwordFile = passwordFileOf(superuser);

/** Attempts to start PostgreSQL, each on a new port, because another process may take a free port before it does. */
const startAttempts = 5;
const restartDelayMs = 200;

const defaultSettings = {
  shared_buffers: "128MB",
  max_connections: "100",
  timezone: "UTC",
  log_timezone: "UTC",
  // The details and the statement of an error may contain a user's text, which must not be in our log.
  log_error_verbosity: "terse",
  log_min_error_statement: "panic",
  // After a crash, PostgreSQL syncs every file before it replays the log; one syncfs call takes a third of the time.
  ...(platform() === "linux" && { recovery_init_sync_method: "syncfs" }),
};

/** A running embedded PostgreSQL. Its addresses are on loopback and stay the same until `stop()`. */
export type EmbeddedDatabase = DatabaseUrls & {
  /** Resolves when the database accepts connections: immediately, or at the end of a restart. */
  available: () => Promise<void>;
  /** Shuts the database down cleanly and releases the directory. Close the clients first. */
  stop: () => Promise<void>;
};

/**
 * Starts a real PostgreSQL in `dataDirectory/postgres`, created at the first start: UTF-8 in every environment, fsync
 * on, on a free port of 127.0.0.1, with three roles (embedded-roles.ts) whose random passwords are in files of the
 * database's folder. It first ends processes that a killed owner left running. If the database dies, it restarts it on
 * the same port.
 *
 * It handles no signals: the caller must call `stop()`.
 *
 * @param options.dataDirectory absolute path; created if missing, locked while the database runs.
 * @param options.settings PostgreSQL settings by name; they override ours.
 * @param options.log receives PostgreSQL's log, line by line.
 * @throws StartError for every problem that a person can fix: a locked, unwritable or unreachable directory, no account
 *   to run as, another product's database or another version's, a machine without a build.
 */
export async function startEmbedded(options: {
  dataDirectory: string;
  settings?: Record<string, string>;
  log?: (line: string) => void;
}): Promise<EmbeddedDatabase> {
  const lock = lockDirectory(options.dataDirectory);
  try {
    const directory = join(realpathSync(options.dataDirectory), "postgres");
    const user = findDatabaseUser(directory);
    const programs = findPrograms();
    assertReachable(
      dirname(realpathSync(programs.postgres)),
      user,
      "move Daymark to a folder that every user may enter",
    );
    assertReachable(dirname(dirname(directory)), user, "set DATA_DIR to a folder that every user may enter");
    openForPassage(dirname(directory), user);
    if (!existsSync(directory)) initialise(directory, programs, user);
    assertVersion(directory);
    const running = await supervise({
      program: programs.postgres,
      directory,
      user,
      settings: { ...defaultSettings, ...options.settings },
      log: options.log ?? (() => {}),
    });
    try {
      await prepareRoles(directory, running.port, user);
    } catch (error) {
      await running.stop();
      throw error;
    }
    return {
      ...readUrls(directory, running.port),
      available: running.available,
      stop: async () => {
        await running.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Creates the database beside its final place and renames it, so that an interrupted first start leaves nothing
 * partial.
 */
function initialise(directory: string, programs: { initdb: string; postgres: string }, user: DatabaseUser): void {
  const draft = `${directory}.new`;
  const draftPassword = `${draft}.password`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  if (user.ids.uid !== undefined && user.ids.gid !== undefined) lchownSync(draft, user.ids.uid, user.ids.gid);
  writePrivateFile(draftPassword, `${randomBytes(24).toString("hex")}\n`, user);
  const run = (program: string, args: string[], input = "") =>
    execFileSync(program, args, { ...user.ids, env: postgresEnvironment, input, stdio: "pipe" });
  try {
    run(programs.initdb, [
      `--pgdata=${draft}`,
      `--username=${superuser}`,
      "--auth=scram-sha-256",
      `--pwfile=${draftPassword}`,
      // Without these, an empty environment gives SQL_ASCII, in which Ukrainian letters do not count as letters.
      "--encoding=UTF8",
      "--locale=C.UTF-8",
    ]);
    run(programs.postgres, ["--single", "-D", draft, "template1"], "create database daymark;\n");
  } catch (error) {
    const words = error instanceof Error && "stderr" in error ? String(error.stderr).trim().split("\n").at(-1) : error;
    throw new StartError(`The database could not be created in ${directory}: ${words}`);
  }
  renameSync(draftPassword, join(draft, passwordFile));
  renameSync(draft, directory);
}

function assertVersion(directory: string): void {
  const file = join(directory, "PG_VERSION");
  if (!existsSync(file) || !existsSync(join(directory, passwordFile))) {
    throw new StartError(
      `${directory} is not a database that Daymark created: move that folder away, or set DATA_DIR to another one.`,
    );
  }
  const version = readFileSync(file, "utf8").trim();
  if (version !== majorVersion) {
    throw new StartError(
      `${directory} was created by PostgreSQL ${version}, but Daymark runs PostgreSQL ${majorVersion}: move that folder away, or set DATA_DIR to another one.`,
    );
  }
}

/** Restarts the database on one port until `stop()`. */
async function supervise(options: Omit<Parameters<typeof startPostmaster>[0], "port">) {
  let stopping = false;
  const { port, child: first } = await startOnFreePort(options);
  let child = first;
  let accepting = Promise.withResolvers<void>();
  accepting.resolve();
  const supervision = (async () => {
    for (;;) {
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      if (stopping) return;
      accepting = Promise.withResolvers<void>();
      options.log("The database stopped by itself and is restarting.");
      while (!stopping) {
        try {
          await endOrphans(options.directory);
          child = await startPostmaster({ ...options, port });
          // A stop during the restart ended only the dead process.
          if (stopping) await stopPostmaster(child);
          accepting.resolve();
          break;
        } catch (error) {
          options.log(`The database does not start: ${messageOf(error)}`);
          await sleep(restartDelayMs);
        }
      }
    }
  })();
  return {
    port,
    available: () => accepting.promise,
    stop: async () => {
      stopping = true;
      await stopPostmaster(child);
      await supervision;
    },
  };
}

async function startOnFreePort(options: Omit<Parameters<typeof startPostmaster>[0], "port">) {
  for (let attempt = 1; ; attempt++) {
    await endOrphans(options.directory);
    const port = await findFreePort();
    try {
      return { port, child: await startPostmaster({ ...options, port }) };
    } catch (error) {
      if (attempt === startAttempts) {
        throw new StartError(`The database in ${options.directory} does not start: ${messageOf(error)}`);
      }
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
