import { constants } from "node:fs";
import { type FileHandle, lstat, open, readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import type { LogApp, LogFile } from "@daymark/domain/operator/log";
import { ApiError } from "../base/error.ts";

/** Read access to the folder of logs. */
export interface LogFiles {
  listApps(): Promise<LogApp[]>;
  /**
   * Newest first.
   *
   * @throws ApiError app_dir_not_found
   */
  listFiles(app: string): Promise<LogFile[]>;
  /**
   * Opens a log file for reading. The caller closes it.
   *
   * @throws ApiError app_dir_not_found, date_file_not_found
   */
  open(app: string, file: string): Promise<FileHandle>;
}

/**
 * Names of folders and files as the host's `log.ts` creates them. Other files beside them are never shown or deleted.
 */
const appName = /^[a-z][a-z0-9-]{0,31}$/;
export const logFileName = /^\d{4}-\d{2}-\d{2}\.(?:[A-Za-z0-9][\w-]{0,62}\.)?log$/;

/**
 * A requested name is compared with the names in the listing before it becomes part of a path. Links and special files
 * are not listed. A file that is replaced by a link between listing and opening is not read.
 *
 * @param options.flush writes the buffered lines of this process, so that they can be read
 */
export function createLogFiles({ directory, flush }: { directory: string; flush: () => void }): LogFiles {
  return {
    async listApps() {
      flush();
      const names = await namesOf(directory, "isDirectory", appName);
      return Promise.all(names.sort().map(describeApp));
    },

    async listFiles(app) {
      flush();
      return describeFiles(await folderOf(app));
    },

    async open(app, file) {
      flush();
      const folder = await folderOf(app);
      const names = await namesOf(folder, "isFile", logFileName);
      const handle = names.includes(file) ? await openBelow(folder, file) : null;
      if (!handle) throw new ApiError("date_file_not_found");
      return handle;
    },
  };

  async function folderOf(app: string): Promise<string> {
    const names = await namesOf(directory, "isDirectory", appName);
    if (!names.includes(app)) throw new ApiError("app_dir_not_found");
    return join(directory, app);
  }

  async function openBelow(folder: string, file: string): Promise<FileHandle | null> {
    const path = join(folder, file);
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const handle = await open(path, flags).catch(() => null);
    if (!handle) return null;
    const isOurs = await isThere(handle, path).catch(() => false);
    if (!isOurs) await handle.close();
    return isOurs ? handle : null;
  }

  /** Whether the opened file is at the path of its name, and not behind a link created meanwhile. */
  async function isThere(handle: FileHandle, path: string): Promise<boolean> {
    const place = join(await realpath(directory), path.slice(directory.length));
    if ((await realpath(path)) !== place) return false;
    const [opened, found] = await Promise.all([handle.stat(), stat(place)]);
    return opened.isFile() && opened.ino === found.ino && opened.dev === found.dev;
  }

  async function describeApp(app: string): Promise<LogApp> {
    const folder = join(directory, app);
    const files = await describeFiles(folder);
    const { mtime } = await lstat(folder);
    return {
      app_dir: app,
      files: files.length,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      last_modified: files.reduce((latest, each) => maxOf(latest, each.last_modified), "") || mtime.toISOString(),
    };
  }
}

async function describeFiles(folder: string): Promise<LogFile[]> {
  const names = await namesOf(folder, "isFile", logFileName);
  const files = await Promise.all(
    names.map((name) =>
      lstat(join(folder, name)).then(
        ({ size, mtime }) => [{ date_file: name, bytes: size, last_modified: mtime.toISOString() }],
        // Retention deleted the file meanwhile.
        () => [],
      ),
    ),
  );
  return files.flat().sort((one, other) => orderOf(one, other));
}

/** By day, newest first; within a day the first node's file before the others'. */
function orderOf({ date_file: one }: LogFile, { date_file: other }: LogFile): number {
  const [oneDay, otherDay] = [one.slice(0, 10), other.slice(0, 10)];
  if (oneDay !== otherDay) return oneDay < otherDay ? 1 : -1;
  return one.length - other.length || (one < other ? -1 : 1);
}

function maxOf(one: string, other: string): string {
  return one > other ? one : other;
}

/** The names in a folder that are of one kind and match the pattern; empty if the folder does not exist. */
async function namesOf(folder: string, kind: "isFile" | "isDirectory", pattern: RegExp): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry[kind]() && pattern.test(entry.name)).map(({ name }) => name);
}
