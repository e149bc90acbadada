import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { newestMigration } from "@daymark/db/connection/migrate";
import { findInstallation } from "../../environment/installation.ts";
import { CommandError } from "../backup/error.ts";

/** A version of Daymark that is unpacked on this machine. */
export interface Release {
  version: string;
  directory: string;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * The folder that the operator unpacked first, and the version that runs this command. Later versions are in the folder
 * `versions` of it, and the link `current` names the one that its `daymark` runs.
 *
 * @throws CommandError if this is no unpacked archive
 */
export function findReleases(from = findInstallation()): { home: string; present: Release } {
  const { directory, release } = from;
  if (!release || !existsSync(join(directory, "runtime/node"))) {
    throw new CommandError(
      "usage",
      "Only an unpacked archive upgrades itself. In a container, use a newer image; with npx, run daymark@latest.",
    );
  }
  const above = dirname(dirname(directory));
  const isBelow = basename(dirname(directory)) === "versions" && existsSync(join(above, "release.json"));
  return { home: isBelow ? above : directory, present: { version: release.version, directory } };
}

/**
 * A folder on the disk of the versions, for a download and for unpacking. It removes those of killed commands.
 *
 * @throws CommandError if this user may not write there
 */
export function makeScratch(home: string): string {
  const versions = join(home, "versions");
  try {
    mkdirSync(versions, { recursive: true });
    for (const name of readdirSync(versions)) {
      if (name.startsWith(".new-")) rmSync(join(versions, name), { recursive: true, force: true });
    }
    return mkdtempSync(join(versions, ".new-"));
  } catch (error) {
    throw new CommandError("failed", `The new version cannot be unpacked in ${versions} (${messageOf(error)}).`);
  }
}

/**
 * Unpacks an archive into `versions/<version>`, which is complete or does not exist.
 *
 * @throws CommandError if it is no archive of Daymark for this machine, or if its version is not newer
 */
export function unpackRelease(archive: string, place: { home: string; present: Release; scratch: string }): Release {
  const { home, present, scratch } = place;
  const draft = join(scratch, "unpacked");
  mkdirSync(draft);
  try {
    execFileSync("tar", ["-xzf", archive, "-C", draft, "--strip-components=1", "--no-same-owner"], { stdio: "pipe" });
  } catch (error) {
    throw new CommandError("archive", `${archive} cannot be unpacked (${messageOf(error).split("\n").join(" ")}).`);
  }
  const version = readVersion(draft, archive);
  assertNewer(draft, version, present);
  // As an unprivileged user may run it who did not unpack it.
  chmodSync(draft, 0o755);
  const directory = join(home, "versions", version);
  rmSync(directory, { recursive: true, force: true });
  // The link to it must not be more durable than its files.
  execFileSync("sync", ["-f", draft]);
  renameSync(draft, directory);
  return { version, directory };
}

function readVersion(draft: string, archive: string): string {
  const file = join(draft, "release.json");
  const version = existsSync(file) ? String(JSON.parse(readFileSync(file, "utf8")).version) : "";
  if (!/^\d[\w.+-]{0,39}$/.test(version)) throw new CommandError("archive", `${archive} is not an archive of Daymark.`);
  let said: string;
  try {
    said = execFileSync(join(draft, "daymark"), ["--version"], { encoding: "utf8", stdio: "pipe" }).trim();
  } catch (error) {
    throw new CommandError("archive", `Daymark ${version} does not run on this machine (${messageOf(error).trim()}).`);
  }
  if (said !== version)
    throw new CommandError("archive", `The program of ${archive} is ${said} instead of ${version}.`);
  return version;
}

function assertNewer(draft: string, version: string, present: Release): void {
  if (version === present.version) throw new CommandError("usage", `You already have Daymark ${version}.`);
  const journal = JSON.parse(readFileSync(join(draft, "packages/db/migrations/meta/_journal.json"), "utf8"));
  const migrations: number[] = journal.entries.map(({ when }: { when: number }) => when);
  if (!migrations.includes(newestMigration())) {
    throw new CommandError(
      "usage",
      `Daymark ${version} is older than ${present.version} and does not know its tables. To go back, restore the backup of that time with that version.`,
    );
  }
}

/** Makes a version the one that `daymark` of the first folder runs: at once or not at all. */
export function switchTo({ directory }: Release, home: string): void {
  const draft = join(home, `versions/.new-link-${process.pid}`);
  symlinkSync(relative(home, directory), draft);
  renameSync(draft, join(home, "current"));
  execFileSync("sync", ["-f", home]);
}

/** Deletes the versions that are neither the current one nor the one before. The first stays, as the home of all. */
export function deleteOldReleases(home: string, before: Release): string[] {
  const current = basename(readlinkSync(join(home, "current")));
  const old = readdirSync(join(home, "versions")).filter(
    (name) => name !== current && name !== before.version && !name.startsWith("."),
  );
  for (const name of old) rmSync(join(home, "versions", name), { recursive: true, force: true });
  return old;
}
