import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { listAll } from "./testing-uploads.ts";
import { createUploads } from "./uploads.ts";

const root = mkdtempSync(join(tmpdir(), "daymark-uploads-"));
afterAll(() => rmSync(root, { recursive: true }));
const bytes = (text: string) => new TextEncoder().encode(text);

test("a file is there whole under its name, and the newest is; nothing else is", async () => {
  const directory = join(root, "made", "when", "needed");
  const uploads = createUploads(directory);
  expect([await listAll(uploads), await uploads.read("a"), await uploads.measure("a")]).toEqual([[], null, null]);
  await uploads.delete(["a"]);
  await uploads.write("a", bytes("first"));
  await Promise.all([uploads.write("b", bytes("beside")), uploads.write("a", bytes("second"))]);
  expect(String(Buffer.from((await uploads.read("a")) ?? []))).toBe("second");
  expect(await uploads.measure("a")).toBe("second".length);
  expect(readdirSync(directory).sort()).toEqual(["a", "b"]);
  expect((await listAll(uploads)).map(({ file }) => file).sort()).toEqual(["a", "b"]);
  await uploads.delete(["a", "never there"]);
  expect([await uploads.read("a"), await uploads.measure("a"), readdirSync(directory)]).toEqual([null, null, ["b"]]);
});

test("what cannot be written leaves nothing behind", async () => {
  const directory = join(root, "failing");
  // A folder already has the name, so that the rename fails.
  mkdirSync(join(directory, "taken"), { recursive: true });
  await expect(createUploads(directory).write("taken", bytes("x"))).rejects.toThrow();
  expect(readdirSync(directory)).toEqual(["taken"]);
});

test("a link is not followed", async () => {
  const directory = join(root, "links");
  mkdirSync(directory);
  writeFileSync(join(root, "outside"), "outside");
  symlinkSync(join(root, "outside"), join(directory, "link"));
  const uploads = createUploads(directory);
  expect([await uploads.read("link"), await uploads.measure("link")]).toEqual([null, null]);
});
