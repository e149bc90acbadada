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
 * Makes this process the only owner of a data directory, until `release()` or its death.
 *
 * @throws InUseError if another process owns the directory, StartError if it cannot be created or written.
 */
export function lockDirectory(directory: string): DirectoryLock {
  const lock = tryLockDirectory(directory);
  if (lock) return lock;
  throw new InUseError(
    `The data directory ${directory} is in use by another running Daymark: stop that one, or set DATA_DIR to another folder.`,
  );
}

/**
 * Like {@link lockDirectory}, but returns null if another process owns the directory.
 *
 * The kernel releases its lock when the process dies. So we need not recognise stale locks, which process ids cannot do
 * because the system reuses them, and two processes cannot race to recover one. Node has no file locks, but SQLite has:
 * we use it for nothing else here, and the file stays empty.
 *
 * @throws StartError if it cannot be created or written
 */
export function tryLockDirectory(directory: string): DirectoryLock | null {
  let lock: DatabaseSync | undefined;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    lock = new DatabaseSync(join(directory, "lock"));
    // A journal file beside the lock would outlive a killed owner. Node's SQLite is in defensive mode and does not
    // allow `off`.
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
