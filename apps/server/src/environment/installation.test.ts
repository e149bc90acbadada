import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findInstallation } from "./installation.ts";

let directory: string;
let program: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "daymark-installation-"));
  program = join(directory, "apps/server/dist");
  mkdirSync(program, { recursive: true });
});
afterEach(() => rmSync(directory, { recursive: true }));

test("a program finds the release above it, with its version", () => {
  writeFileSync(join(directory, "release.json"), '{"version":"1.2.3"}');
  expect(findInstallation(program)).toEqual({ directory, release: { version: "1.2.3" } });
});

test("a program of the repository is in no release", () => {
  writeFileSync(join(directory, "pnpm-workspace.yaml"), "");
  expect(findInstallation(program)).toEqual({ directory, release: undefined });
});

test("a program that was moved out of its installation says so", () => {
  expect(() => findInstallation(program)).toThrow(`no installation above ${program}`);
});
