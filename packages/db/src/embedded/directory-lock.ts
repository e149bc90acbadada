import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { InUseError, StartError } from "../start-error.ts";

/** sqlite.org/rescode.html: SQLITE_BUSY. */
const busyCode = 5;

export interface DirectoryLock {
  release: () => void;
}

/**
 * Makes this process the one owner of a data directory, until `release()` or its death.
 *
 * @throws InUseError when another process owns the directory, StartError when it cannot be made or written.
 */
export function lockDirectory(directory: string): DirectoryLock {
  const lock = tryLockDirectory(directory);
  if (lock) return lock;
  throw new InUseError(
    `The data directory ${directory} is in use by another running Daymark: stop that one, or set DATA_DIR to another folder.`,
  );
}

/**
 * As {@link lockDirectory}, where a second process does without: null when another one owns the directory.
 *
 * A lock that the kernel holds cannot outlive its process, so there is no dead lock to recognise (process ids are used
 * again) and no race between two that recover it. Node has no lock on files of its own, SQLite has: it is used for
 * nothing else here, and the file stays empty.
 *
 * @throws StartError when it cannot be made or written
 */
export function tryLockDirectory(directory: string): DirectoryLock | null {
  let lock: DatabaseSync | undefined;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    lock = new DatabaseSync(join(directory, "lock"));
    // A journal beside the lock would outlive a killed owner. Node's SQLite is defensive and refuses to have none at all.
    lock.exec("pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive");
  } catch (error) {
    lock?.close();
    if (error instanceof Error && "errcode" in error && error.errcode === busyCode) return null;
    throw new StartError(
      `The data directory ${directory} cannot be written (${error instanceof Error ? error.message : error}): set DATA_DIR to a folder of yours.`,
    );
  }
  const held = lock;
  return { release: () => void (held.isOpen && held.close()) };
}
