import { execFileSync } from "node:child_process";
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createPlace, isAlive, type Place, password } from "../e2e/product.ts";
import {
  asUnprivilegedUser,
  giveToUnprivilegedUser,
  isRoot,
  reportNewcomer,
  unpack,
  unprivilegedUser,
} from "./unpacked.ts";

const { RELEASE_ARCHIVE: archive = "", RELEASE_VERSION: version = "" } = process.env;
const bytesMax = 150_000_000;

let home: string;
let program: string;
let place: Place;
let other: Place;

beforeAll(() => {
  home = unpack(archive);
  program = join(home, "daymark");
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

beforeEach(() => {
  [place, other] = [createPlace(), createPlace()];
  for (const { directory } of [place, other]) giveToUnprivilegedUser(directory);
});
afterEach(async () => {
  await place.remove();
  await other.remove();
});

/** A command of the unpacked release. If the test runs as root, the command runs as an unprivileged user. */
const daymark = (...args: string[]) => asUnprivilegedUser(program, ...args);

/** Runs a command to its end with an empty environment: its PATH contains no Node. */
async function run({ launch }: Place, ...args: string[]) {
  const { code, output, errors } = await launch({}, daymark(...args)).ended;
  return { code, output, errors };
}

test("an unpacked archive runs without Node as an unprivileged user, records a day, and keeps it through a kill, a backup and a restore", async () => {
  const first = await place.start({}, daymark("start"));
  const { token, username, habitId } = await first.createPerson();
  const day = `/api/habits/${habitId}/progress/2026-03-01/`;
  expect((await first.call("PUT", day, { token, body: { value: 5, note: "Їжак" } })).status).toBe(200);
  for (const path of ["/", "/login", "/blog", "/api/docs", "/icon.svg"]) {
    expect(await first.call("GET", path), path).toMatchObject({ status: 200 });
  }
  const owner = statSync(join(place.directory, "postgres")).uid;
  expect(owner).toBe(isRoot ? unprivilegedUser : process.getuid?.());
  first.child.kill("SIGKILL");
  await first.ended;

  const second = await place.start({}, daymark("start"));
  const read = "/api/progress/?from=2026-03-01&to=2026-03-01";
  const { json: kept } = await second.call("GET", read, { token });
  expect(kept.results).toMatchObject([{ value: 5, note: "Їжак" }]);
  const made = await run(place, "backup", "--with-secret-key");
  expect(made).toMatchObject({ code: 0, errors: "" });
  const path = /^(\S+\.tar\.gz): /m.exec(made.output)?.[1] as string;
  const database = place.databasePid();
  expect(await second.stop()).toMatchObject({ code: 0, errors: "" });
  expect(isAlive(database)).toBe(false);

  expect(await run(other, "restore", path)).toMatchObject({ code: 0, errors: "" });
  const third = await other.start({}, daymark("start"));
  expect((await third.call("GET", read, { token })).json).toEqual(kept);
  const login = { username, password };
  expect((await third.call("POST", "/api/auth/token/", { body: login })).status).toBe(200);
  await third.stop();
});

test("a newcomer with the archive and an empty data directory records a day", async () => {
  const started = performance.now();
  const unpacked = unpack(archive);
  const product = await place.start({}, asUnprivilegedUser(join(unpacked, "daymark"), "start"));
  const { token, habitId } = await product.createPerson();
  const day = `/api/habits/${habitId}/progress/2026-03-01/`;
  expect((await product.call("PUT", day, { token, body: { value: 5 } })).status).toBe(200);
  reportNewcomer("archive", started);
  await product.stop();
  rmSync(unpacked, { recursive: true });
});

test("the server draws a picture, so its native libraries load", async () => {
  const product = await place.start({}, daymark("start"));
  const { status, headers } = await product.call("GET", "/og/page/en.png");
  expect({ status, type: headers.get("content-type") }).toEqual({ status: 200, type: "image/png" });
  await product.stop();
});

test("the commands print their version and arguments, and a wrong argument exits with 2", async () => {
  expect(await run(place, "--version")).toEqual({ code: 0, output: `${version}\n`, errors: "" });
  const { output } = await run(place, "--help");
  for (const name of ["start", "backup", "restore", "upgrade", "admin"])
    expect(output).toMatch(new RegExp(`^  ${name} `, "m"));
  expect(await run(place, "backup", "--help")).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^daymark backup \[/),
  });
  expect(await run(place, "walk")).toMatchObject({
    code: 2,
    errors: expect.stringContaining('Unknown command "walk".'),
  });
  expect(await run(place, "start", "--fast")).toMatchObject({ code: 2 });
  // No command created a database.
  expect(place.databasePid()).toBeNaN();
});

test("without DATA_DIR the data are in the user's home, not in the folder that the next version replaces", async () => {
  const told = async (variables: Record<string, string>) =>
    (await place.launch({ DATA_DIR: "", ...variables }, daymark("--help")).ended).output;
  expect(await told({ HOME: place.directory })).toContain(` are in ${place.directory}/.local/share/daymark. `);
  expect(await told({ XDG_DATA_HOME: "/mnt/data" })).toContain(" are in /mnt/data/daymark. ");
});

test("the archive has no tests, sources, source maps or development packages, and less than 150 MB", () => {
  const names = execFileSync("tar", ["-tzf", archive], { encoding: "utf8", maxBuffer: 1 << 26 })
    .trim()
    .split("\n");
  expect(names.length).toBeGreaterThan(1_000);
  const unwanted =
    /\.(map|[cm]?tsx?)$|\.test\.[cm]?js$|\/node_modules\/(vitest|typescript|vite|playwright-core|knip|@types)\//;
  expect(names.filter((name) => unwanted.test(name))).toEqual([]);
  expect(statSync(archive).size).toBeLessThan(bytesMax);
});
