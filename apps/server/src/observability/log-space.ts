import { lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { logFileName } from "@daymark/api/host/log-files";

const dayMilliseconds = 86_400_000;
/**
 * How often the files are measured again, because other nodes write into the folder too, and a day may begin
 * without a line.
 */
const lookMilliseconds = 60_000;
/**
 * Once today's files of one app have this share of the limit, they take only warnings and errors. The other half is for
 * earlier days, the lines of other apps, and this app's warnings and errors.
 */
const floodShare = 1 / 2;

/** The space that the log files of all apps and nodes take together. */
export interface LogSpace {
  /**
   * Whether an app's files of today have reached {@link floodShare} of the limit. Then only warnings and errors are
   * written.
   */
  isFlooded(directory: string): boolean;
  /**
   * Counts bytes before they are written into today's file of an app. If the total would exceed the limit, it deletes
   * the oldest days.
   *
   * @returns false if today's files alone would exceed it: nothing is counted then, and the caller must write nothing
   */
  take(directory: string, bytes: number): boolean;
  /** Counts a line that is written even without room, because it reports the lack of room. */
  add(directory: string, bytes: number): void;
  /**
   * Measures the files again, and deletes those of days that are too old or have no room. The caller calls it when a
   * day begins.
   */
  look(): void;
  close(): void;
}

interface EarlierFile {
  path: string;
  bytes: number;
}

/**
 * Counts the bytes of this process as it writes them, and those of other processes once a minute. By the latter the
 * files may exceed the limit in between.
 *
 * pino-roll, the rotating transport of pino's organization, cannot do this: it adds a number to each file's name,
 * counts the files of one name, and under a flood it deletes the earlier days and not the flood.
 *
 * @param options.directories one for each app, with files named by {@link logFileName}; files with other names are not
 *   ours
 * @param options.bytesMax of all files together
 * @param options.retentionDays deletes files of earlier days, of every app and node, because a node that is
 *   gone deletes nothing
 */
export function createLogSpace(options: {
  directories: string[];
  bytesMax: number;
  retentionDays: number;
  now: () => number;
}): LogSpace {
  const { directories, bytesMax, retentionDays, now } = options;
  /** Today's bytes, by directory. */
  let todayBytes = new Map<string, number>();
  /** Oldest first. */
  let earlier: EarlierFile[] = [];
  look();
  const timer = setInterval(look, lookMilliseconds).unref();
  return {
    isFlooded: (directory) => (todayBytes.get(directory) ?? 0) >= bytesMax * floodShare,
    take(directory, bytes) {
      if (sum(todayBytes.values()) + bytes > bytesMax) return false;
      add(directory, bytes);
      deleteOldest();
      return true;
    },
    add,
    look,
    close: () => clearInterval(timer),
  };

  function add(directory: string, bytes: number): void {
    todayBytes.set(directory, (todayBytes.get(directory) ?? 0) + bytes);
  }

  function look(): void {
    const day = Math.floor(now() / dayMilliseconds);
    const [today, oldest] = [dateOf(day), dateOf(day - retentionDays)];
    const files = directories.flatMap(listFiles);
    for (const { path } of files.filter(({ date }) => date < oldest)) deleteFile(path);
    earlier = files
      .filter(({ date }) => date >= oldest && date < today)
      .sort((one, other) => one.date.localeCompare(other.date));
    todayBytes = new Map();
    // A node whose clock is ahead may have begun the file of the next day.
    for (const { directory, bytes } of files.filter(({ date }) => date >= today)) add(directory, bytes);
    deleteOldest();
  }

  function deleteOldest(): void {
    let kept = sum(todayBytes.values()) + sum(earlier.map(({ bytes }) => bytes));
    while (kept > bytesMax) {
      // If a file cannot be deleted, the next measurement tries again, and not each line.
      const file = earlier.shift();
      if (!file) return;
      deleteFile(file.path);
      kept -= file.bytes;
    }
  }
}

function listFiles(directory: string) {
  try {
    const names = readdirSync(directory).filter((name) => logFileName.test(name));
    return names.map((name) => {
      const path = join(directory, name);
      // Another node may have deleted it since.
      const bytes = lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
      return { directory, path, date: name.slice(0, 10), bytes };
    });
  } catch {
    // Nothing was logged there yet, or it cannot be read. Neither stops the server.
    return [];
  }
}

function deleteFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The file may be in a folder that is not ours. This does not stop the server.
  }
}

/** The date of a day since the epoch, in UTC. */
export function dateOf(day: number): string {
  return new Date(day * dayMilliseconds).toISOString().slice(0, 10);
}

function sum(figures: Iterable<number>): number {
  let total = 0;
  for (const figure of figures) total += figure;
  return total;
}
