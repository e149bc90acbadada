import { execFileSync } from "node:child_process";
import { rmSync, statSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createPlace, isAlive, type Place } from "../e2e/product.ts";
import { asUnprivilegedUser, createEmptyHome, giveToUnprivilegedUser, reportNewcomer } from "./unpacked.ts";

const { RELEASE_PACKAGE: tarball = "", RELEASE_VERSION: version = "", PATH: path = "" } = process.env;
const packedBytesMax = 20_000_000;

let home: string;
let variables: Record<string, string>;
let place: Place;

beforeAll(() => {
  ({ home, variables } = createEmptyHome(path));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));
beforeEach(() => {
  place = createPlace();
  giveToUnprivilegedUser(place.directory);
});
afterEach(() => place.remove());

/** Runs `npx daymark` of the packed file. If the test runs as root, npx runs as an unprivileged user. */
const npx = (...args: string[]) => asUnprivilegedUser("npx", "--yes", `--package=${tarball}`, "daymark", ...args);

test("npx in an empty home starts Daymark, which keeps its day through a stop, and stops together with npx", async () => {
  const started = performance.now();
  const product = await place.start(variables, npx());
  const { token, habitId } = await product.createPerson();
  const day = `/api/habits/${habitId}/progress/2026-03-01/`;
  expect((await product.call("PUT", day, { token, body: { value: 5, note: "Їжак" } })).status).toBe(200);
  reportNewcomer("npx", started);
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

test("the package has the same commands as the archive", async () => {
  const { code, output } = await place.launch(variables, npx("--version")).ended;
  expect({ code, output }).toEqual({ code: 0, output: `${version}\n` });
  expect(await place.launch(variables, npx("walk")).ended).toMatchObject({ code: 2 });
});

test("the package has the dependencies of the lock file, and no platform-specific program", () => {
  const names = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8", maxBuffer: 1 << 26 })
    .trim()
    .split("\n");
  expect(names).toContain("package/node_modules/fastify/package.json");
  expect(names.filter((name) => /\.(node|so[.\d]*|map|[cm]?tsx?)$|\/(test|tests)\/.*\.js$/.test(name))).toEqual([]);
  expect(statSync(tarball).size).toBeLessThan(packedBytesMax);
});
