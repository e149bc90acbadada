import { execFileSync } from "node:child_process";
import { chmodSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { StartError } from "../start-error.ts";

/** The standard PATH of every supported system, independent of our own environment. */
const systemEnvironment = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" };

/** The account that the database runs as; `ids` is empty if it is our own. */
export type DatabaseUser = { name: string; ids: { uid?: number; gid?: number } };

/**
 * PostgreSQL refuses to run as root, so root starts it under another account: the owner of the existing database, else
 * `postgres`, which it creates if the machine has none.
 *
 * @param databaseDirectory the present or future directory of the database.
 * @throws StartError if no account can be found or created, or if the database belongs to another user and we are not
 *   root.
 */
export function findDatabaseUser(databaseDirectory: string): DatabaseUser {
  const owner = statSync(databaseDirectory, { throwIfNoEntry: false });
  const uid = process.getuid?.();
  if (uid !== 0) {
    if (owner && uid !== undefined && owner.uid !== uid) {
      throw new StartError(
        `The database in ${databaseDirectory} belongs to another user (id ${owner.uid}): start as that user or as root, or set DATA_DIR to a folder of yours.`,
      );
    }
    return { name: "this user", ids: {} };
  }
  if (owner && owner.uid !== 0) return { name: nameOf(owner.uid), ids: { uid: owner.uid, gid: owner.gid } };
  const ids = readIds("postgres") ?? createUser();
  return { name: "postgres", ids };
}

/** @throws StartError naming the first folder on the way to `path` that the user may not enter. */
export function assertReachable(path: string, user: DatabaseUser, remedy: string): void {
  const closed = findClosedFolder(path, user.ids);
  if (closed) {
    throw new StartError(
      `The database runs as the user ${user.name}, because PostgreSQL refuses root, and that user cannot enter ${closed}: ${remedy}.`,
    );
  }
}

/** Lets the database's user enter `directory` (not list it) if root made it accessible only to root. */
export function openForPassage(directory: string, user: DatabaseUser): void {
  if (user.ids.uid !== undefined && !mayEnter(directory, user.ids)) {
    chmodSync(directory, (statSync(directory).mode & 0o777) | 0o011);
  }
}

function findClosedFolder(path: string, ids: DatabaseUser["ids"]): string | undefined {
  if (ids.uid === undefined) return undefined;
  const parent = dirname(path);
  const above = parent === path ? undefined : findClosedFolder(parent, ids);
  return above ?? (mayEnter(path, ids) ? undefined : path);
}

function mayEnter(directory: string, ids: DatabaseUser["ids"]): boolean {
  const { mode, uid, gid } = statSync(directory);
  if (uid === ids.uid) return (mode & 0o100) !== 0;
  if (gid === ids.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

function createUser() {
  try {
    execFileSync("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/bin/false", "postgres"], {
      env: systemEnvironment,
      stdio: "ignore",
    });
  } catch {
    // The following check decides: another start may have created the user at the same moment.
  }
  const ids = readIds("postgres");
  if (!ids) {
    throw new StartError(
      "PostgreSQL refuses to run as root, and the user postgres that it needs could not be created: create it, or start as an ordinary user.",
    );
  }
  return ids;
}

function readIds(name: string) {
  try {
    return { uid: Number(runId("-u", name)), gid: Number(runId("-g", name)) };
  } catch {
    return undefined;
  }
}

function nameOf(uid: number): string {
  try {
    return runId("-un", String(uid));
  } catch {
    return String(uid);
  }
}

function runId(flag: string, name: string): string {
  return execFileSync("id", [flag, name], {
    env: systemEnvironment,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();
}
