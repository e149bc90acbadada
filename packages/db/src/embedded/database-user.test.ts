import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { StartError } from "../start-error.ts";
import { startEmbedded } from "./embedded.ts";

const isRoot = process.getuid?.() === 0;
const directories: string[] = [];

afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
});

function makeDirectory(mode: number): string {
  const directory = mkdtempSync(join(tmpdir(), "daymark-user-"));
  chmodSync(directory, mode);
  directories.push(directory);
  return directory;
}

test.runIf(isRoot)("if the database's user cannot enter a parent folder, the error names that folder", async () => {
  const closed = makeDirectory(0o700);
  const dataDirectory = join(closed, "data");
  const refusal = await startEmbedded({ dataDirectory }).catch((error) => error);
  expect(refusal).toBeInstanceOf(StartError);
  expect(refusal.message).toMatch(
    new RegExp(
      `^The database runs as the user \\w+, because PostgreSQL refuses root, and that user cannot enter ${closed}: set DATA_DIR to a folder that every user may enter\\.$`,
    ),
  );
  expect(existsSync(join(dataDirectory, "postgres"))).toBe(false);
});

test.runIf(isRoot)("the data directory becomes enterable but not readable for other users", async () => {
  const dataDirectory = makeDirectory(0o700);
  const { stop } = await startEmbedded({ dataDirectory });
  await stop();
  expect((statSync(dataDirectory).mode & 0o777).toString(8)).toBe("711");
  const database = statSync(join(dataDirectory, "postgres"));
  expect((database.mode & 0o777).toString(8)).toBe("700");
  expect(database.uid).not.toBe(0);
  expect((statSync(join(dataDirectory, "postgres/daymark.password")).mode & 0o777).toString(8)).toBe("600");
});

test("a data directory that cannot be created gives a clear error", async () => {
  const directory = makeDirectory(0o755);
  const file = join(directory, "occupied");
  mkdirSync(join(file, "lock"), { recursive: true });
  const refusal = await startEmbedded({ dataDirectory: file }).catch((error) => error);
  expect(refusal).toBeInstanceOf(StartError);
  expect(refusal.message).toContain(`The data directory ${file} cannot be written`);
});
