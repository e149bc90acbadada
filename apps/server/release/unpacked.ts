import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";

/** An account without rights, such as `nobody`: its number is the same on every Linux. */
export const stranger = 65_534;
export const isRoot = process.getuid?.() === 0;

/** A command as a user without rights, if we are root. */
export function asStranger(...command: string[]): string[] {
  const user = [`--reuid=${stranger}`, `--regid=${stranger}`, "--clear-groups", "--no-new-privs"];
  return isRoot ? ["/usr/bin/setpriv", ...user, ...command] : command;
}

/** Gives a folder, without what is in it, to the user without rights. */
export function giveToStranger(directory: string): void {
  if (isRoot) chownSync(directory, stranger, stranger);
}

/**
 * Unpacks an archive into a new folder of the user without rights.
 *
 * @returns the folder
 */
export function unpack(archive: string): string {
  const home = mkdtempSync(join(tmpdir(), "daymark-unpacked-"));
  chmodSync(home, 0o755);
  execFileSync("tar", ["-xzf", archive, "-C", home, "--strip-components=1"]);
  giveToStranger(home);
  return home;
}

/**
 * Makes an archive of a later version from one of this version: it has another number, and one more migration.
 *
 * @param folder where to. SHA256SUMS of this archive is beside it
 * @param options.migration the statements of the migration
 */
export function packNext(archive: string, folder: string, options: { version: string; migration: string }): string {
  const { version, migration } = options;
  const home = unpack(archive);
  try {
    writeFileSync(join(home, "release.json"), JSON.stringify({ version }));
    const migrations = join(home, "packages/db/migrations");
    const journal = JSON.parse(readFileSync(join(migrations, "meta/_journal.json"), "utf8"));
    const [last] = journal.entries.slice(-1);
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1_000, tag: "9999_next" });
    writeFileSync(join(migrations, "meta/_journal.json"), JSON.stringify(journal));
    writeFileSync(join(migrations, "9999_next.sql"), migration);
    const path = join(folder, `daymark-${version}-linux.tar.gz`);
    const parts = ["-C", dirname(home), basename(home)];
    execFileSync("tar", ["--use-compress-program", "gzip -1", "-cf", path, ...parts]);
    const sum = createHash("sha256").update(readFileSync(path)).digest("hex");
    writeFileSync(join(folder, "SHA256SUMS"), `${sum}  ${basename(path)}\n`, { flag: "a" });
    return path;
  } finally {
    rmSync(home, { recursive: true });
  }
}

/**
 * A home folder with nothing in it, as on a machine on which npm was never used, and the variables of a shell there: with
 * the machine's own Node and npm, not ours.
 *
 * @param path PATH of the test
 */
export function createEmptyHome(path: string): { home: string; variables: Record<string, string> } {
  const home = mkdtempSync(join(tmpdir(), "daymark-home-"));
  giveToStranger(home);
  chmodSync(home, 0o755);
  const folders = path.split(delimiter);
  const machines = folders.find((folder) => existsSync(join(folder, "npx"))) ?? "";
  const registry = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();
  return { home, variables: { HOME: home, PATH: `${machines}:/usr/bin:/bin`, npm_config_registry: registry } };
}

/** Prints how long the way from the first command to a recorded day took; `npm run test:release` repeats it at its end. */
export function reportNewcomer(way: string, started: number): void {
  console.log(`Newcomer by ${way}: a recorded day after ${((performance.now() - started) / 1_000).toFixed(1)} s`);
}
