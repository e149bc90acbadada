import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { listAll, testUploads } from "./testing-uploads.ts";
import { createUploads } from "./uploads.ts";

const root = mkdtempSync(join(tmpdir(), "daymark-uploads-"));
afterAll(() => rmSync(root, { recursive: true }));
const bytes = (text: string) => new TextEncoder().encode(text);

describe("a folder", () => testUploads(async () => createUploads(mkdtempSync(join(root, "storage-")))));

test("is created with its first file, and contains only files", async () => {
  const directory = join(root, "made", "when", "needed");
  const uploads = createUploads(directory);
  expect([await listAll(uploads), await uploads.read("a"), await uploads.measure("a")]).toEqual([[], null, null]);
  await uploads.delete(["a"]);
  await Promise.all([uploads.write("b", bytes("beside")), uploads.write("a", bytes("second"))]);
  expect(readdirSync(directory).sort()).toEqual(["a", "b"]);
});

test("contains no partial file after a failed write", async () => {
  const directory = join(root, "failing");
  // A folder already has the name, so that the rename fails.
  mkdirSync(join(directory, "taken"), { recursive: true });
  await expect(createUploads(directory).write("taken", bytes("x"))).rejects.toThrow();
  expect(readdirSync(directory)).toEqual(["taken"]);
});

test("is read without following links", async () => {
  const directory = join(root, "links");
  mkdirSync(directory);
  writeFileSync(join(root, "outside"), "outside");
  symlinkSync(join(root, "outside"), join(directory, "link"));
  const uploads = createUploads(directory);
  expect([await uploads.read("link"), await uploads.measure("link")]).toEqual([null, null]);
});
