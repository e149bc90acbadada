import { constants } from "node:fs";
import { lstat, open, readdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { DataFile } from "@daymark/domain/operator/operator-view";
import { isArchiveName, readCheck } from "./backup-check.ts";
import { streamOf } from "./backup-stream.ts";

/** The data folder of an installation: its free space, and the backups in it. */
export interface DataFiles {
  disk(): Promise<{ free_bytes: number; total_bytes: number }>;
  /** Newest first. */
  listBackups(): Promise<DataFile[]>;
  /** Null if there is no backup of that name. */
  openBackup(name: string): Promise<{ content: ReadableStream; bytes: number } | null>;
}

/** @param directory DATA_DIR */
export function createDataFiles(directory: string): DataFiles {
  const backups = join(directory, "backups");

  async function listArchives() {
    // The folder does not exist before the first backup.
    const names = await readdir(backups).catch(orNone);
    const found = await Promise.all(
      names.filter(isArchiveName).map(async (name) => {
        // The file may have been deleted meanwhile. Links are left out, because opening does not follow them.
        const file = await lstat(join(backups, name)).catch(() => null);
        return file?.isFile() ? [{ name, bytes: file.size, written_at: file.mtime.toISOString() }] : [];
      }),
    );
    return found.flat().sort((a, b) => b.written_at.localeCompare(a.written_at));
  }

  return {
    listBackups: async () => {
      const archives = await listArchives();
      return Promise.all(
        archives.map(async (archive) => {
          const check = await readCheck(join(backups, archive.name), archive);
          return { ...archive, is_whole: check?.is_whole ?? null, checked_at: check?.checked_at ?? null };
        }),
      );
    },
    disk: async () => {
      const { bavail, blocks, bsize } = await statfs(directory);
      return { free_bytes: bavail * bsize, total_bytes: blocks * bsize };
    },
    openBackup: async (name) => {
      // Only listed names are opened, so no name leads out of the folder.
      if (!(await listArchives()).some((file) => file.name === name)) return null;
      return streamOf(await open(join(backups, name), constants.O_RDONLY | constants.O_NOFOLLOW));
    },
  };
}

function orNone(error: NodeJS.ErrnoException): string[] {
  if (error.code === "ENOENT") return [];
  throw error;
}
