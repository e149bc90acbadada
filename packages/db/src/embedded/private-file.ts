import { closeSync, constants, fchownSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { DatabaseUser } from "./database-user.ts";

// If root runs these functions, they work in folders of the database's user, who may have put a link to one of root's
// files there.

/** Replaces the file or link at the path with a new file that only the database's user may read and write. */
export function writePrivateFile(path: string, content: string, { ids }: DatabaseUser): void {
  rmSync(path, { force: true });
  // Fails if another process creates a file or link of this name meanwhile.
  const file = openSync(path, "wx", 0o600);
  try {
    writeFileSync(file, content);
    if (ids.uid !== undefined && ids.gid !== undefined) fchownSync(file, ids.uid, ids.gid);
  } finally {
    closeSync(file);
  }
}

/** @throws Error ELOOP for a link, because its target may be a file that the database's user may not read */
export function readPrivateFile(path: string): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}
