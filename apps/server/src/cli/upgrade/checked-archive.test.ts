import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findCheckedArchive } from "./checked-archive.ts";

const name = "daymark-1.2.3-linux-x64.tar.gz";
const content = Buffer.from("an archive");
const sum = createHash("sha256").update(content).digest("hex");

let directory: string;
let scratch: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "daymark-checked-"));
  scratch = join(directory, "scratch");
  path = join(directory, name);
  mkdirSync(scratch);
  writeFileSync(path, content);
});
afterEach(() => rmSync(directory, { recursive: true }));

const sums = (text: string) => writeFileSync(join(directory, "SHA256SUMS"), text);

test("an archive with the checksum of SHA256SUMS beside it is accepted", async () => {
  sums(`${"0".repeat(64)}  other.tar.gz\n${sum}  ${name}\n`);
  expect(await findCheckedArchive(path, { sum: undefined, scratch })).toBe(path);
});

test("an archive with one changed byte is refused", async () => {
  sums(`${sum}  ${name}\n`);
  writeFileSync(path, "an archivE");
  await expect(findCheckedArchive(path, { sum: undefined, scratch })).rejects.toThrow(`instead of ${sum}`);
});

test("a given checksum counts instead of SHA256SUMS, in capitals too", async () => {
  sums(`${"0".repeat(64)}  ${name}\n`);
  expect(await findCheckedArchive(path, { sum: sum.toUpperCase(), scratch })).toBe(path);
  await expect(findCheckedArchive(path, { sum: "0".repeat(64), scratch })).rejects.toThrow(sum);
});

test("without a checksum of the archive it is refused", async () => {
  await expect(findCheckedArchive(path, { sum: undefined, scratch })).rejects.toThrow("Put SHA256SUMS");
  sums(`${sum}  other.tar.gz\n`);
  await expect(findCheckedArchive(path, { sum: undefined, scratch })).rejects.toThrow(`no checksum of ${name}`);
  await expect(findCheckedArchive(join(directory, "none"), { sum, scratch })).rejects.toThrow("There is no file");
});

test("an archive is downloaded, over plain http only with its checksum", async () => {
  const server = createServer((request, response) => {
    if (request.url !== `/v1.2.3/${name}`) response.statusCode = 404;
    response.end(content);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const address = `${base}/v1.2.3/${name}`;
  await expect(findCheckedArchive(address, { sum: undefined, scratch })).rejects.toThrow("--sha256");
  const found = await findCheckedArchive(address, { sum, scratch });
  expect(found).toBe(join(scratch, name));
  expect(readFileSync(found)).toEqual(content);
  await expect(findCheckedArchive(`${base}/${name}`, { sum, scratch })).rejects.toThrow("answered 404");
  server.close();
  server.closeAllConnections();
  await once(server, "close");
  await expect(findCheckedArchive(address, { sum, scratch })).rejects.toThrow("cannot be downloaded");
});
