import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { listMigrations } from "@daymark/db/connection/migrate";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deleteOldReleases, findReleases, makeScratch, switchTo, unpackRelease } from "./releases.ts";

/** The script of the archives, which finds the current version. */
const launcher = join(import.meta.dirname, "../../../../../release/daymark");

let directory: string;
let home: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "daymark-releases-"));
  home = join(directory, "daymark");
  writeRelease(home, "1.0.0");
});
afterEach(() => rmSync(directory, { recursive: true }));

/** A release whose Node is a program that prints the version. */
function writeRelease(
  folder: string,
  name: string,
  { migrations = listMigrations(), says = name, version = name } = {},
): void {
  const files = {
    "release.json": JSON.stringify({ version }),
    "runtime/node": `#!/bin/sh\necho ${says}\n`,
    "packages/db/migrations/meta/_journal.json": JSON.stringify({ entries: migrations.map((when) => ({ when })) }),
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  chmodSync(join(folder, "runtime/node"), 0o755);
  execFileSync("cp", [launcher, join(folder, "daymark")]);
}

function pack(version: string, options?: Parameters<typeof writeRelease>[2]): string {
  writeRelease(join(directory, `daymark-${version}`), version, options);
  const archive = join(directory, `daymark-${version}.tar.gz`);
  execFileSync("tar", ["-czf", archive, "-C", directory, `daymark-${version}`]);
  return archive;
}

function unpack(archive: string) {
  const scratch = makeScratch(home);
  try {
    return unpackRelease(archive, { home, present: { version: "1.0.0", directory: home }, scratch });
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

const run = () => execFileSync(join(home, "daymark"), ["--version"], { encoding: "utf8" }).trim();

test("the program runs the first version until another is made the current one", () => {
  expect(run()).toBe("1.0.0");
  const next = unpack(pack("1.1.0"));
  expect(next).toEqual({ version: "1.1.0", directory: join(home, "versions/1.1.0") });
  expect(run()).toBe("1.0.0");
  switchTo(next, home);
  expect(run()).toBe("1.1.0");
  switchTo(unpack(pack("1.2.0")), home);
  expect(run()).toBe("1.2.0");
});

test("a version that was moved with its home still runs", () => {
  switchTo(unpack(pack("1.1.0")), home);
  const moved = join(directory, "moved");
  execFileSync("mv", [home, moved]);
  expect(execFileSync(join(moved, "daymark"), { encoding: "utf8" }).trim()).toBe("1.1.0");
});

test("the home of a version is the folder that was unpacked first", () => {
  const next = unpack(pack("1.1.0"));
  const found = { home, present: next };
  expect(findReleases({ directory: next.directory, release: { version: "1.1.0" } })).toEqual(found);
  const first = { directory: home, release: { version: "1.0.0" } };
  expect(findReleases(first)).toEqual({ home, present: { version: "1.0.0", directory: home } });
  expect(() => findReleases({ directory: home, release: undefined })).toThrow("Only an unpacked archive");
});

test("only the current version and the one before stay", () => {
  const [first, second, third] = ["1.1.0", "1.2.0", "1.3.0"].map((version) => unpack(pack(version)));
  switchTo(third as NonNullable<typeof third>, home);
  expect(deleteOldReleases(home, second as NonNullable<typeof second>)).toEqual([first?.version]);
  expect(readdirSync(join(home, "versions")).toSorted()).toEqual(["1.2.0", "1.3.0"]);
});

test("an archive that is torn, foreign, older, the same or for another machine is refused and leaves nothing", () => {
  const torn = join(directory, "torn.tar.gz");
  writeFileSync(torn, "no archive");
  expect(() => unpack(torn)).toThrow("cannot be unpacked");
  const foreign = join(directory, "foreign.tar.gz");
  execFileSync("tar", ["-czf", foreign, "-C", directory, "torn.tar.gz"]);
  expect(() => unpack(foreign)).toThrow("is not an archive of Daymark");
  expect(() => unpack(pack("0.9.0", { migrations: listMigrations().slice(0, -1) }))).toThrow("is older than 1.0.0");
  expect(() => unpack(pack("1.0.0"))).toThrow("You already have");
  expect(() => unpack(pack("1.4.0", { says: "1.3.9" }))).toThrow("is 1.3.9 instead of 1.4.0");
  expect(() => unpack(pack("1.6.0", { version: "../../etc" }))).toThrow("is not an archive of Daymark");
  writeRelease(join(directory, "daymark-1.5.0"), "1.5.0");
  writeFileSync(join(directory, "daymark-1.5.0/runtime/node"), "\x7fELF of another processor");
  const wrong = join(directory, "wrong.tar.gz");
  execFileSync("tar", ["-czf", wrong, "-C", directory, "daymark-1.5.0"]);
  expect(() => unpack(wrong)).toThrow("does not run on this machine");
  expect(readdirSync(join(home, "versions"))).toEqual([]);
  expect(run()).toBe("1.0.0");
});

test("what a killed command left of its unpacking is removed by the next one", () => {
  const left = makeScratch(home);
  const scratch = makeScratch(home);
  expect(existsSync(left)).toBe(false);
  expect(existsSync(scratch)).toBe(true);
});
