// `node scripts/bootstrap.mjs <command>`: the only file that runs on the machine's own Node. It installs the
// dependencies of the lockfile if that changed, and runs scripts/<command>.ts on the Node that it installed. For the
// commands `start` and `demo`, the script only prepares; then the supervisor of the built server runs until it is
// stopped. The command `run` runs an installed program in place of a script, such as `run biome check`.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  constants as accessModes,
  accessSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { constants, homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const nodeMajorMin = 20;
const pnpm = "pnpm@12.21.0";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, "node_modules");
const stamp = join(modules, ".daymark-install");
const [command = "", ...args] = process.argv.slice(2);

if (Number.parseInt(process.versions.node, 10) < nodeMajorMin) {
  fail(
    `Daymark needs Node ${nodeMajorMin} or newer, and this is Node ${process.versions.node}: install a newer one from https://nodejs.org.`,
  );
}
const script = join(root, "scripts", `${command}.ts`);
if (command !== "run" && !existsSync(script)) fail(`Unknown command "${command}".`);

process.chdir(root);
const env = { ...process.env };
env.PATH = [join(modules, "node/bin"), join(modules, ".bin"), env.PATH].filter(Boolean).join(delimiter);
env.HOME = findHome();
await install();
if (command === "demo") env.DATA_DIR ||= ".data-demo";
let child;
let isStopping = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    isStopping = true;
    child.kill(signal);
  });
}
const node = join(modules, "node/bin/node");
let code = await (command === "run" ? run(args[0], args.slice(1)) : run(node, [script, ...args]));
if (["start", "demo"].includes(command) && code === 0 && !isStopping) {
  env.NODE_ENV ??= "production";
  // A new process, because a process that has built the product uses twice the memory.
  code = await run(node, [join(root, "apps/server/dist/main.js"), "supervise"]);
}
process.exit(code);

/**
 * npm and pnpm keep their caches in the home folder. An account without a home folder, or without write access to it,
 * gets one here.
 */
function findHome() {
  try {
    const home = homedir();
    accessSync(home, accessModes.W_OK);
    return home;
  } catch {
    const home = join(modules, ".home");
    try {
      mkdirSync(home, { recursive: true });
    } catch {
      fail(
        `This user may not write to ${root}: copy Daymark to your own folder, or start it as the owner of that folder.`,
      );
    }
    return home;
  }
}

async function install() {
  const wanted = hashOfDependencies();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log("Installing dependencies. This takes a minute or two, and only when they have changed …");
  rmSync(stamp, { force: true });
  const result = spawnSync("npx", ["-y", pnpm, "install", "--frozen-lockfile"], {
    // Without a terminal, pnpm replaces an old node_modules only if CI is set.
    env: { ...env, CI: "true" },
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (result.signal) process.exit(128 + (result.signal === "SIGINT" ? 2 : 15));
  if (result.status !== 0) {
    console.error(`${result.stdout ?? ""}${result.stderr ?? ""}`);
    fail(
      `The installation failed${result.error ? ` (${result.error.message})` : ""}; its output is above. Does the network work?`,
    );
  }
  writeFileSync(stamp, wanted);
}

/** A hash of all files that determine the content of an installation. */
function hashOfDependencies() {
  const folders = ["apps", "packages"].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name)),
  );
  const files = [
    "package.json",
    "pnpm-lock.yaml",
    "pnpm-workspace.yaml",
    "bench/package.json",
    "release/package.json",
    ...readdirSync(join(root, "patches")).map((name) => join("patches", name)),
    ...folders.map((folder) => join(folder, "package.json")),
  ];
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}`);
  for (const file of files.sort()) {
    if (existsSync(join(root, file))) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}

/** Runs a program to its end. Resolves with its exit code. */
function run(program, programArgs) {
  child = spawn(program, programArgs, { env, stdio: "inherit" });
  return new Promise((resolve) => {
    child.once("error", (error) =>
      fail(`${program} cannot be started (${error.message}): delete node_modules and start again.`),
    );
    child.once("exit", (exitCode, signal) => resolve(signal ? 128 + constants.signals[signal] : exitCode));
  });
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
