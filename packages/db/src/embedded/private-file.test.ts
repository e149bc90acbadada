import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startEmbedded } from "./embedded.ts";
import { ownerRole, passwordFileOf, servingRole } from "./embedded-roles.ts";
import { readPrivateFile, writePrivateFile } from "./private-file.ts";

const isRoot = process.getuid?.() === 0;
const root = mkdtempSync(join(tmpdir(), "daymark-private-"));
// The database's user must reach its folder in this directory.
chmodSync(root, 0o711);
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A file of the present account, with its state. */
function makeFile(name: string) {
  const path = join(root, name);
  writeFileSync(path, "ours", { mode: 0o640 });
  const { uid, mode } = statSync(path);
  return { path, before: { content: "ours", uid, mode } };
}

function stateOf(path: string) {
  const { uid, mode } = statSync(path);
  return { content: readFileSync(path, "utf8"), uid, mode };
}

test("writing a private file replaces a link and does not touch the link's target", () => {
  const { path: target, before } = makeFile("target");
  const path = join(root, "link");
  symlinkSync(target, path);
  writePrivateFile(path, "secret", { name: "this user", ids: {} });
  expect(stateOf(target)).toEqual(before);
  expect(lstatSync(path).isFile()).toBe(true);
  expect(readPrivateFile(path)).toBe("secret");
  expect(lstatSync(path).mode & 0o777).toBe(0o600);
});

test("reading a private file does not follow a link", () => {
  const path = join(root, "to-read");
  symlinkSync(makeFile("read").path, path);
  expect(() => readPrivateFile(path)).toThrow("ELOOP");
});

test.runIf(isRoot)(
  "a start by root does not change root's files through links that the database's user made",
  async () => {
    const dataDirectory = join(root, "data");
    mkdirSync(dataDirectory, { mode: 0o711 });
    const [first, owner, serving] = [makeFile("first"), makeFile("owner"), makeFile("serving")];
    symlinkSync(first.path, join(dataDirectory, "postgres.new.password"));
    const made = await startEmbedded({ dataDirectory });
    await made.stop();
    for (const [role, { path }] of [
      [ownerRole, owner],
      [servingRole, serving],
    ] as const) {
      const password = join(dataDirectory, "postgres", passwordFileOf(role));
      rmSync(password);
      symlinkSync(path, `${password}.new`);
    }
    const again = await startEmbedded({ dataDirectory });
    await again.stop();
    for (const { path, before } of [first, owner, serving]) expect(stateOf(path)).toEqual(before);
  },
);
