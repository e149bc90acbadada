import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "@daymark/db/start-error";
import * as z from "zod/mini";

const upgradeSchema = z.object({
  /** The name of the archive in {@link upgradeBackups}. */
  archive: z.string().check(z.regex(/^[\w.-]+$/)),
  /** The newest migration of the tables before, and of the version that migrates them. */
  from: z.int(),
  to: z.int(),
  /** The version of Daymark that served before; null if it is unknown. */
  from_version: z.nullable(z.string()),
  to_version: z.string(),
});

/**
 * An upgrade of the embedded database between its backup and the first request. Until then no client can have written,
 * so the backup is the whole state.
 */
export type UnfinishedUpgrade = z.infer<typeof upgradeSchema>;

/** The folder of the backups that are made before migrations. */
export function upgradeBackups(dataDirectory: string): string {
  return join(dataDirectory, "backups/before-upgrade");
}

const fileOf = (dataDirectory: string) => join(dataDirectory, "unfinished-upgrade.json");

/** @throws StartError if the file is damaged */
export function readUnfinishedUpgrade(dataDirectory: string): UnfinishedUpgrade | undefined {
  const file = fileOf(dataDirectory);
  if (!existsSync(file)) return undefined;
  try {
    return upgradeSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    throw new StartError(
      `${file} is damaged: restore the newest archive of ${upgradeBackups(dataDirectory)}, or delete the file to continue without it.`,
    );
  }
}

/** Returns when the file is durable, because the migration follows. */
export function writeUnfinishedUpgrade(dataDirectory: string, upgrade: UnfinishedUpgrade): void {
  const file = fileOf(dataDirectory);
  const part = `${file}.part`;
  const handle = openSync(part, "w", 0o600);
  try {
    writeFileSync(handle, JSON.stringify(upgrade));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(part, file);
  syncDirectory(dataDirectory);
}

/** Ends the upgrade: from now on the tables are those of the new version. */
export function deleteUnfinishedUpgrade(dataDirectory: string): void {
  if (!existsSync(fileOf(dataDirectory))) return;
  rmSync(fileOf(dataDirectory), { force: true });
  syncDirectory(dataDirectory);
}

function syncDirectory(directory: string): void {
  const handle = openSync(directory, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
