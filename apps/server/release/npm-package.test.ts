import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createPlace, isAlive, type Place } from "../e2e/product.ts";

const stranger = 65_534;
const isRoot = process.getuid?.() === 0;
const { RELEASE_PACKAGE: tarball = "", RELEASE_VERSION: version = "", PATH: path = "" } = process.env;
const packedBytesMax = 20_000_000;

/** A home folder with nothing in it, as on a machine on which npm was never used. */
let home: string;
let variables: Record<string, string>;
let place: Place;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "daymark-home-"));
  const machines = path.split(delimiter).find((folder) => existsSync(join(folder, "npx"))) ?? "";
  const registry = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();
  // The machine's own Node and npm, not ours.
  variables = { HOME: home, PATH: `${machines}:/usr/bin:/bin`, npm_config_registry: registry };
  if (isRoot) chownSync(home, stranger, stranger);
  chmodSync(home, 0o755);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));
beforeEach(() => {
  place = createPlace();
  if (isRoot) chownSync(place.directory, stranger, stranger);
});
afterEach(() => place.remove());

/** `npx daymark` of the packed file, as a user without rights if we are root. */
function npx(...args: string[]): string[] {
  const user = [`--reuid=${stranger}`, `--regid=${stranger}`, "--clear-groups", "--no-new-privs"];
  const command = ["npx", "--yes", `--package=${tarball}`, "daymark", ...args];
  return isRoot ? ["/usr/bin/setpriv", ...user, ...command] : command;
}

test("npx in an empty home starts Daymark, which keeps its day through a stop, and stops with npx", async () => {
  const product = await place.start(variables, npx());
  const { token, habitId } = await product.createPerson();
  const day = `/api/habits/${habitId}/progress/2026-03-01/`;
  expect((await product.call("PUT", day, { token, body: { value: 5, note: "Їжак" } })).status).toBe(200);
  expect(await product.call("GET", "/login")).toMatchObject({ status: 200 });
  expect(await product.call("GET", "/og/page/en.png")).toMatchObject({ status: 200 });
  const database = place.databasePid();
  await product.stop();
  expect(isAlive(database)).toBe(false);

  const again = await place.start(variables, npx("start"));
  const { json } = await again.call("GET", "/api/progress/?from=2026-03-01&to=2026-03-01", { token });
  expect(json.results).toMatchObject([{ value: 5, note: "Їжак" }]);
  await again.stop();
});

test("the commands of the package are those of the archive", async () => {
  const { code, output } = await place.launch(variables, npx("--version")).ended;
  expect({ code, output }).toEqual({ code: 0, output: `${version}\n` });
  expect(await place.launch(variables, npx("walk")).ended).toMatchObject({ code: 2 });
});

test("the package has its dependencies as the lock file has them, and no program of a machine", () => {
  const names = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8", maxBuffer: 1 << 26 })
    .trim()
    .split("\n");
  expect(names).toContain("package/node_modules/fastify/package.json");
  expect(names.filter((name) => /\.(node|so[.\d]*|map|[cm]?tsx?)$|\/(test|tests)\/.*\.js$/.test(name))).toEqual([]);
  expect(statSync(tarball).size).toBeLessThan(packedBytesMax);
});
