import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { InUseError, StartError } from "../start-error.ts";
import { type EmbeddedDatabase, startEmbedded } from "./embedded.ts";
import { type DatabaseUrls, passwordFileOf, readUrls, superuser } from "./embedded-roles.ts";

/** Line numbers of PostgreSQL's postmaster.pid, from 0: its port and its status. */
const portLine = 3;
const statusLine = 7;

/** How long a command waits for a server that starts or stops. */
const timeoutMilliseconds = 15_000;
const stepMilliseconds = 100;

/**
 * The embedded database for a command beside the server: the one of a running server, or, if no server runs, one that
 * this process starts and `stop()` ends.
 *
 * @throws StartError as {@link startEmbedded} does, and if a running server's database does not accept connections in
 *   time
 */
export async function reachEmbedded(dataDirectory: string): Promise<DatabaseUrls & Pick<EmbeddedDatabase, "stop">> {
  const deadline = Date.now() + timeoutMilliseconds;
  for (;;) {
    try {
      return await startEmbedded({ dataDirectory });
    } catch (error) {
      if (!(error instanceof InUseError)) throw error;
    }
    const urls = readRunningUrls(join(dataDirectory, "postgres"));
    if (urls) return { ...urls, stop: async () => {} };
    if (Date.now() > deadline) {
      throw new StartError(
        `Daymark is running on ${dataDirectory}, but its database does not answer: look at its log, or stop it first.`,
      );
    }
    // The database is still starting, or almost stopped.
    await sleep(stepMilliseconds);
  }
}

/**
 * The addresses of a running database, undefined until it accepts connections. Only the database's user and root may
 * read its files.
 */
function readRunningUrls(directory: string): DatabaseUrls | undefined {
  const [pidFile, password] = [join(directory, "postmaster.pid"), join(directory, passwordFileOf(superuser))];
  try {
    if (!existsSync(pidFile) || !existsSync(password)) return undefined;
    const lines = readFileSync(pidFile, "utf8").split("\n");
    if (lines[statusLine]?.trim() !== "ready") return undefined;
    return readUrls(directory, Number(lines[portLine]));
  } catch (error) {
    // The database ended between two reads.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    const words = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The database in ${directory} is another user's (${words}): run this as that user or as root.`,
    );
  }
}
