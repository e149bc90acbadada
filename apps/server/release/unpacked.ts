import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";

/** The number of an unprivileged user such as `nobody`, which is the same on every Linux. */
export const unprivilegedUser = 65_534;
export const isRoot = process.getuid?.() === 0;

/** If the test runs as root, makes a command run as an unprivileged user. */
export function asUnprivilegedUser(...command: string[]): string[] {
  const user = [`--reuid=${unprivilegedUser}`, `--regid=${unprivilegedUser}`, "--clear-groups", "--no-new-privs"];
  return isRoot ? ["/usr/bin/setpriv", ...user, ...command] : command;
}

/** Makes the unprivileged user the owner of a folder, but not of its contents. */
export function giveToUnprivilegedUser(directory: string): void {
  if (isRoot) chownSync(directory, unprivilegedUser, unprivilegedUser);
}

/**
 * Unpacks an archive into a new folder of the unprivileged user.
 *
 * @returns the folder
 */
export function unpack(archive: string): string {
  const home = mkdtempSync(join(tmpdir(), "daymark-unpacked-"));
  chmodSync(home, 0o755);
  execFileSync("tar", ["-xzf", archive, "-C", home, "--strip-components=1"]);
  giveToUnprivilegedUser(home);
  return home;
}

/**
 * Makes the archive of a later version from one of this version, with another number and one more migration.
 *
 * @param folder the target, which also gets the SHA256SUMS of this archive
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
 * Creates an empty home folder, as on a machine on which npm was never used. Also returns the variables of a shell
 * there, with the machine's Node and npm instead of ours.
 *
 * @param path PATH of the test
 */
export function createEmptyHome(path: string): { home: string; variables: Record<string, string> } {
  const home = mkdtempSync(join(tmpdir(), "daymark-home-"));
  giveToUnprivilegedUser(home);
  chmodSync(home, 0o755);
  const folders = path.split(delimiter);
  const machines = folders.find((folder) => existsSync(join(folder, "npx"))) ?? "";
  const registry = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();
  return { home, variables: { HOME: home, PATH: `${machines}:/usr/bin:/bin`, npm_config_registry: registry } };
}

/** Prints the time from the first command to a recorded day. `npm run test:release` repeats it at its end. */
export function reportNewcomer(way: string, started: number): void {
  console.log(`Newcomer by ${way}: a recorded day after ${((performance.now() - started) / 1_000).toFixed(1)} s`);
}
